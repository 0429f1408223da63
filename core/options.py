"""What the options of the command line mean, and the settings that they describe."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from core.batch import Batch
from core.config import RunConfig
from core.errors import InputError
from core.gradient_bugs import with_bug
from core.loss import LOSSES, loss_named
from core.optimizer import OPTIMIZERS, WHOLE, OptimizerConfig
from core.presets import PRESETS, preset_named
from core.problem import fit_problem
from core.scaling import ScalingKind
from core.schedule import SCHEDULES, Schedule
from core.stop_rules import StopRules
from core.table import report as table_report
from core.table.options import add_table_options, given_table_options, table_choices
from core.table.reading import read_table

FAR = 1e100
"""Points farther away overflow at once, also in the pictures."""


def add_problem_options(verb: argparse.ArgumentParser) -> None:
    """Add what every verb takes: the data, the loss, the optimizer and the start."""
    source = verb.add_mutually_exclusive_group()
    source.add_argument("--preset", metavar="NAME", help=f"one of {', '.join(PRESETS)}")
    source.add_argument("--data", metavar="FILE",
                        help="a table: CSV and the like, Excel, Parquet or NumPy")  # fmt: skip
    add_table_options(verb)
    verb.add_argument("--noise", type=_not_negative, metavar="SD", help="noise of the preset's y")
    verb.add_argument("--points", type=whole, metavar="N", help="number of the preset's points")
    verb.add_argument("--seed", type=_seed, metavar="N", help="seed of the noise")
    verb.add_argument("--loss", metavar="NAME", help=f"one of {', '.join(LOSSES)}")
    verb.add_argument("--optimizer", metavar="NAME", help=f"one of {', '.join(OPTIMIZERS)}")
    verb.add_argument("--start", type=point("--start"), metavar="w=1,b=2", help="start values")
    verb.add_argument("--scale", choices=[kind.value for kind in ScalingKind], default="none",
                      help="what is done to x; --start and w, b are then in these coordinates, "
                      "and are printed in the original units too")  # fmt: skip
    verb.add_argument("--set", type=_setting, action="append", default=[], metavar="NAME=VALUE",
                      dest="hyperparameters", help="a hyperparameter of the optimizer")  # fmt: skip
    verb.add_argument("--schedule", type=_schedule, metavar="KIND", help="learning-rate schedule, "
                      f"one of {', '.join(SCHEDULES)}, with settings like "
                      "exponential:decay_steps=100,decay_rate=0.5")  # fmt: skip
    verb.add_argument("--json", action="store_true", help="print one JSON object")


def add_training_options(verb: argparse.ArgumentParser) -> None:
    """Add what a single training takes."""
    verb.add_argument("--learning-rate", type=positive, metavar="RATE")
    verb.add_argument("--dtype", choices=("float32", "float64"))
    verb.add_argument("--batch-size", type=whole, metavar="N",
                      help="rows that each update sees, shuffled by the seed")  # fmt: skip
    verb.add_argument("--loss-change", type=positive, metavar="CHANGE",
                      help="end as converged once the loss changes by less in a step")  # fmt: skip
    verb.add_argument("--target-loss", type=_not_negative, metavar="LOSS",
                      help="end as converged once the loss is at or below")  # fmt: skip
    verb.add_argument("--tolerance", type=positive, metavar="NORM",
                      help="end as converged once the gradient norm is below")  # fmt: skip


def add_run_options(verb: argparse.ArgumentParser) -> None:
    """Add all that describes the run of ``train``."""
    add_problem_options(verb)
    add_training_options(verb)
    verb.add_argument("--steps", type=whole, metavar="N", help="step limit")
    add_inject(verb)
    verb.add_argument("--gate", action=argparse.BooleanOptionalAction, default=None,
                      help="train only if the gradient is right at the start")  # fmt: skip


def add_file_options(verb: argparse.ArgumentParser) -> None:
    """Add what can be written beside the answer."""
    verb.add_argument("--history", metavar="FILE.csv",
                      help="write every recorded step, as .csv or .parquet")  # fmt: skip
    verb.add_argument("--figure", metavar="FILE.png",
                      help="write a picture of the panels, as .png, .svg or .pdf")  # fmt: skip


def add_inject(verb: argparse._ActionsContainer) -> None:
    """Add the option of a deliberate mistake."""
    verb.add_argument("--inject", metavar="BUG", help="a wrong gradient or update, on purpose; "
                      "descent-lab check --list-bugs lists them")  # fmt: skip


def run_config(arguments: argparse.Namespace) -> RunConfig:
    """Return the settings that the options describe.

    Raises
    ------
    InputError
        If a name is unknown, a file cannot be read, or options do not fit together.
    """
    config = _preset_config(arguments) if arguments.data is None else _table_config(arguments)
    problem = config.problem
    if arguments.loss is not None:
        problem = problem.with_loss(loss_named(arguments.loss))
    problem = problem.scaled(ScalingKind(arguments.scale))
    if arguments.start is not None:
        problem = problem.started_at(in_order(arguments.start, problem.names, "--start"))
    own = dict(vars(arguments))
    optimizer = OptimizerConfig(
        config.optimizer.name if arguments.optimizer is None else arguments.optimizer,
        own.get("learning_rate") or config.optimizer.learning_rate,
        tuple(sorted(dict(arguments.hyperparameters).items())),
        arguments.schedule or config.optimizer.schedule,
    )
    size = own.get("batch_size")
    gate = own.get("gate")
    return replace(
        with_bug(config, own.get("inject")),
        problem=problem,
        dtype=own.get("dtype") or config.dtype,
        optimizer=optimizer,
        batch=None if size is None else Batch(size, seed=arguments.seed or 0),
        stop=_stop_rules(own, config.stop.steps),
        gate=config.gate if gate is None else gate,
    )


def stated_config(arguments: argparse.Namespace) -> RunConfig:
    """Return the settings; what was taken of a table is said beside the result."""
    config = run_config(arguments)
    asked = None in (arguments.x, arguments.y)
    for line in table_report.lines(config.problem.dataset, asked):
        print(f"descent-lab: {line}", file=sys.stderr)
    return config


def _stop_rules(own: dict[str, Any], steps: int) -> StopRules:
    chosen = own.get("steps")
    rules = (own.get(name) for name in ("tolerance", "loss_change", "target_loss"))
    return StopRules(steps if chosen is None else chosen, *rules)


def _preset_config(arguments: argparse.Namespace) -> RunConfig:
    refuse("--data", given_table_options(arguments))
    preset = preset_named("tape" if arguments.preset is None else arguments.preset)
    if preset.noise is None and getattr(arguments, "batch_size", None) is None:
        refuse("a preset with noise, or --batch-size", {"--seed": arguments.seed})
    return preset.config(arguments.noise, arguments.seed or 0, arguments.points)


def _table_config(arguments: argparse.Namespace) -> RunConfig:
    seed = arguments.seed if getattr(arguments, "batch_size", None) is None else None
    refuse(
        "--preset",
        {"--noise": arguments.noise, "--points": arguments.points, "--seed": seed},
    )
    data = read_table(arguments.data, table_choices(arguments))
    return RunConfig(fit_problem(LOSSES["mse"], data), dtype="float64")


def refuse(owner: str, options: dict[str, object]) -> None:
    """Refuse options that would change nothing without another one."""
    for option, value in options.items():
        if value is not None:
            raise InputError("misplaced_option", option=option, owner=owner)


def in_order(values: dict[str, float], names: Sequence[str], option: str) -> list[float]:
    """Return the values in the order of the parameters' names.

    Raises
    ------
    InputError
        If they are not those of all parameters.
    """
    if set(values) != set(names):
        text = ",".join(f"{k}={v:g}" for k, v in values.items())
        example = ",".join(f"{name}=1" for name in names)
        raise InputError("bad_parameters", option=option, text=text, example=example)
    return [values[name] for name in names]


def _number(text: str, wanted: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if value != value or abs(value) == float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not {wanted}")
    return value


def positive(text: str) -> float:
    """Return a number above 0."""
    value = _number(text, "a number above 0, like 0.01")
    if value <= 0.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0, like 0.01")
    return value


def _not_negative(text: str) -> float:
    value = _number(text, "a number from 0 up, like 0.33")
    if value < 0.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 up, like 0.33")
    return value


def whole(text: str) -> int:
    """Return a whole number."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number, like 1000")
    return int(text)


def _seed(text: str) -> int:
    value = whole(text)
    if value >= 2**32:
        raise argparse.ArgumentTypeError(f"{text!r} is not below 4294967296")
    return value


def point(option: str) -> Callable[[str], dict[str, float]]:
    """Return what reads parameters like w=1,b=2."""

    def parse(text: str) -> dict[str, float]:
        try:
            pairs = [part.split("=") for part in text.split(",")]
            point = {name.strip(): _number(value, "a number") for name, value in pairs}
        except (ValueError, argparse.ArgumentTypeError):
            raise argparse.ArgumentTypeError(
                f"{text!r} is not understood; write it like w=1,b=2"
            ) from None
        if len(point) < len(pairs):
            raise argparse.ArgumentTypeError(f"{text!r} names a parameter twice")
        if max(map(abs, point.values())) > FAR:
            raise argparse.ArgumentTypeError(f"{text!r} is not within {FAR:g} of 0")
        return point

    return parse


def _setting(text: str) -> tuple[str, bool | float]:
    name, sign, value = text.partition("=")
    if not sign:
        raise argparse.ArgumentTypeError(f"{text!r} is not understood; write it like momentum=0.9")
    words = {"true": True, "false": False}
    if value in words:
        return name, words[value]
    return name, whole(value) if name in WHOLE else _number(value, "a number, like 0.9")


def _schedule(text: str) -> Schedule:
    kind, _, rest = text.partition(":")
    try:
        pairs = [part.split("=") for part in rest.split(",")] if rest else []
        settings = {name.strip(): _schedule_value(value) for name, value in pairs}
        return Schedule(kind, tuple(sorted(settings.items())))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not understood; write it like cosine:decay_steps=100,warmup_steps=10 "
            "or piecewise:boundaries=50/100,factors=1/0.5/0.1"
        ) from None
    except InputError as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from None


def _schedule_value(text: str) -> Any:
    """Read true, false, a number, or several numbers with slashes between."""
    if "/" in text:
        return tuple(_schedule_value(part) for part in text.split("/"))
    words = {"true": True, "false": False}
    if text in words:
        return words[text]
    return int(text) if text.isdecimal() else float(text)
