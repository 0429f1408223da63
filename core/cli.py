"""The headless command line: ``presets``, ``train`` and ``check``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from core.config import RunConfig
from core.dataset import read_table
from core.errors import InputError
from core.gradient_bugs import with_bug
from core.loss import LOSSES, loss_named
from core.optimizer import OPTIMIZERS, WHOLE, OptimizerConfig
from core.presets import PRESETS, preset_named
from core.problem import fit_problem
from core.runner import Snapshot
from core.scaling import ScalingKind
from core.stop_rules import StopRules
from core.verdict import Verdict

if TYPE_CHECKING:
    from core.run import Run

FigureWriter = Callable[[str, RunConfig, Snapshot], None]
"""Writes a picture of the panels to a file."""

FAR = 1e100
"""Points farther away overflow at once, also in the pictures."""

DONE, NO, BAD_INPUT, INCONCLUSIVE = 0, 1, 2, 3
"""Exit status: done or agree; diverged, refused or disagree; bad usage or input; neither."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and takes no abbreviations: they change with new options."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}. See {self.prog} --help.", file=sys.stderr)
        raise SystemExit(BAD_INPUT)


def main(argv: Sequence[str], figure_writer: FigureWriter | None = None) -> int:
    """Run a verb and return the exit status.

    Parameters
    ----------
    argv : sequence of str
        Arguments without the program's name.
    figure_writer : callable, optional
        Writes the picture of ``--figure``.
    """
    arguments = parser().parse_args(argv)
    try:
        return int(arguments.verb(arguments, figure_writer))
    except InputError as error:
        print(f"descent-lab: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader, such as head, has seen enough; Python must not flush into the closed pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    top = _Parser(
        prog="descent-lab",
        description="Gradient descent made visible. Without a verb the window opens.",
    )
    verbs = top.add_subparsers(title="verbs", required=True, metavar="VERB")
    presets = verbs.add_parser("presets", help="list the presets")
    presets.add_argument("--json", action="store_true", help="print JSON")
    presets.set_defaults(verb=_presets)
    train = verbs.add_parser("train", help="train and print step, w, b, loss and verdict")
    _add_problem_options(train)
    train.add_argument("--steps", type=_whole, metavar="N", help="step limit")
    _add_inject(train)
    train.add_argument("--gate", action=argparse.BooleanOptionalAction, default=None,
                       help="train only if the gradient is right at the start")  # fmt: skip
    train.set_defaults(verb=_train)
    check = verbs.add_parser("check", help="check the gradients at a point")
    _add_problem_options(check)
    place = check.add_mutually_exclusive_group()
    place.add_argument("--at", type=_point("--at"), metavar="w=1,b=2", help="the point")
    place.add_argument("--steps", type=_whole, metavar="N", help="check after so many steps")
    tested = check.add_mutually_exclusive_group()
    _add_inject(tested)
    tested.add_argument("--mine", type=_point("--mine"), metavar="w=90,b=30",
                        help="your own derivatives in place of the tape's")  # fmt: skip
    check.add_argument("--list-bugs", action="store_true",
                       help="list what can be injected")  # fmt: skip
    check.set_defaults(verb=_check)
    return top


def _add_problem_options(verb: argparse.ArgumentParser) -> None:
    source = verb.add_mutually_exclusive_group()
    source.add_argument("--preset", metavar="NAME", help=f"one of {', '.join(PRESETS)}")
    source.add_argument("--data", metavar="FILE", help="a comma-separated table")
    verb.add_argument("--x", metavar="COLUMN", help="column of x in the table")
    verb.add_argument("--y", metavar="COLUMN", help="column of y in the table")
    verb.add_argument("--noise", type=_not_negative, metavar="SD", help="noise of the preset's y")
    verb.add_argument("--seed", type=_seed, metavar="N", help="seed of the noise")
    verb.add_argument("--loss", metavar="NAME", help=f"one of {', '.join(LOSSES)}")
    verb.add_argument("--optimizer", metavar="NAME", help=f"one of {', '.join(OPTIMIZERS)}")
    verb.add_argument("--learning-rate", type=_positive, metavar="RATE")
    verb.add_argument("--start", type=_point("--start"), metavar="w=1,b=2", help="start values")
    verb.add_argument("--scale", choices=[kind.value for kind in ScalingKind], default="none",
                      help="what is done to x; --start and w, b are then in these coordinates, "
                      "and are printed in the original units too")  # fmt: skip
    verb.add_argument("--dtype", choices=("float32", "float64"))
    verb.add_argument("--set", type=_setting, action="append", default=[], metavar="NAME=VALUE",
                      dest="hyperparameters", help="a hyperparameter of the optimizer")  # fmt: skip
    verb.add_argument("--tolerance", type=_positive, metavar="NORM",
                      help="end as converged once the gradient norm is below")  # fmt: skip
    verb.add_argument("--history", metavar="FILE.csv", help="write every recorded step")
    verb.add_argument("--figure", metavar="FILE.png", help="write a picture of the panels")
    verb.add_argument("--json", action="store_true", help="print one JSON object")


def _add_inject(verb: argparse._ActionsContainer) -> None:
    verb.add_argument("--inject", metavar="BUG", help="a wrong gradient or update, on purpose; "
                      "descent-lab check --list-bugs lists them")  # fmt: skip


def _presets(arguments: argparse.Namespace, _: FigureWriter | None) -> int:
    if arguments.json:
        print(json.dumps([{"name": p.name, "summary": p.summary} for p in PRESETS.values()]))
        return DONE
    for preset in PRESETS.values():
        print(f"{preset.name:10}{preset.summary}")
    return DONE


def _train(arguments: argparse.Namespace, figure_writer: FigureWriter | None) -> int:
    from core import report

    config = run_config(arguments)
    _refuse_unwritable(arguments, figure_writer)
    run, seconds = report.trained(config)
    _write_files(arguments, run, figure_writer)
    if arguments.json:
        _print_json(report.of_training(run, seconds))
    else:
        _print_text(report.training_lines(run), arguments, config)
    wrong = run.check.verdict is Verdict.DISAGREE
    return NO if wrong or run.state.value in ("diverged", "refused") else DONE


def _check(arguments: argparse.Namespace, figure_writer: FigureWriter | None) -> int:
    from core import check_report
    from core.full_check import full_check, own_check

    if arguments.list_bugs:
        return _list_bugs(arguments)
    _refuse("--steps", {"--tolerance": arguments.tolerance if arguments.steps is None else None})
    config = run_config(arguments)
    if arguments.at is not None:
        point = _in_order(arguments.at, config.problem.names, "--at")
        config = replace(config, problem=config.problem.started_at(point))
    mine = arguments.mine and _in_order(arguments.mine, config.problem.names, "--mine")
    _refuse_unwritable(arguments, figure_writer)
    run = _run_to(config, arguments.steps or 0)
    full = full_check(run.config, run.trainer.state())
    found, tested = check_report.of_check(full), "tape.gradient"
    if mine is not None:
        own = own_check(run.config, full.at.point, mine)
        found, tested = check_report.of_own(own, full), "yours"
    _write_files(arguments, run, figure_writer)
    if arguments.json:
        _print_json(found)
    else:
        _print_text(check_report.check_lines(found, tested), arguments, config)
    return {"agree": DONE, "disagree": NO}.get(found["verdict"], INCONCLUSIVE)


def _run_to(config: RunConfig, steps: int) -> Run:
    """Return a run after so many steps, whatever it is gated by."""
    from core.program import ROWS
    from core.run import Run

    run = Run(1, replace(config, gate=False, stop=replace(config.stop, steps=steps)))
    while run.step < steps and run.advance(ROWS):
        pass
    return run


def _list_bugs(arguments: argparse.Namespace) -> int:
    from core import check_report

    if arguments.json:
        print(json.dumps(check_report.of_bugs()))
    else:
        print("\n".join(check_report.bug_lines()))
    return DONE


def _print_json(found: dict[str, Any]) -> None:
    print(json.dumps(found, allow_nan=False))


def _print_text(lines: Sequence[str], arguments: argparse.Namespace, config: RunConfig) -> None:
    data = config.problem.dataset
    if data is not None and data.path is not None and None in (arguments.x, arguments.y):
        print(f"descent-lab: x is {data.x_name!r}, y is {data.y_name!r}", file=sys.stderr)
    print("\n".join(lines))


def _refuse_unwritable(arguments: argparse.Namespace, writer: FigureWriter | None) -> None:
    """Say before a long training that its results would have no place."""
    if arguments.figure and writer is None:
        raise InputError("no_figure_writer")
    for path in filter(None, (arguments.history, arguments.figure)):
        if not Path(path).absolute().parent.is_dir():
            raise InputError("cannot_write", file=path, why="there is no such folder")


def _write_files(arguments: argparse.Namespace, run: Any, writer: FigureWriter | None) -> None:
    from core import report

    if arguments.history:
        report.write_history(arguments.history, run.history)
    if arguments.figure and writer is not None:
        view = run.view()
        snapshot = Snapshot(version=1, runs={view.id: view}, active=view.id)
        writer(arguments.figure, view.config, snapshot)


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
        problem = problem.started_at(_in_order(arguments.start, problem.names, "--start"))
    optimizer = OptimizerConfig(
        config.optimizer.name if arguments.optimizer is None else arguments.optimizer,
        arguments.learning_rate or config.optimizer.learning_rate,
        tuple(sorted(dict(arguments.hyperparameters).items())),
    )
    steps = getattr(arguments, "steps", None)
    stop = StopRules(config.stop.steps if steps is None else steps, arguments.tolerance)
    gate = getattr(arguments, "gate", None)
    return replace(
        with_bug(config, arguments.inject),
        problem=problem,
        dtype=arguments.dtype or config.dtype,
        optimizer=optimizer,
        stop=stop,
        gate=config.gate if gate is None else gate,
    )


def _preset_config(arguments: argparse.Namespace) -> RunConfig:
    _refuse("--data", {"--x": arguments.x, "--y": arguments.y})
    preset = preset_named("tape" if arguments.preset is None else arguments.preset)
    return preset.config(arguments.noise, arguments.seed or 0)


def _table_config(arguments: argparse.Namespace) -> RunConfig:
    _refuse("--preset", {"--noise": arguments.noise, "--seed": arguments.seed})
    data = read_table(arguments.data, arguments.x, arguments.y)
    return RunConfig(fit_problem(LOSSES["mse"], data), dtype="float64")


def _refuse(owner: str, options: dict[str, object]) -> None:
    """Refuse options that would change nothing without another one."""
    for option, value in options.items():
        if value is not None:
            raise InputError("misplaced_option", option=option, owner=owner)


def _in_order(values: dict[str, float], names: Sequence[str], option: str) -> list[float]:
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


def _positive(text: str) -> float:
    value = _number(text, "a number above 0, like 0.01")
    if value <= 0.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0, like 0.01")
    return value


def _not_negative(text: str) -> float:
    value = _number(text, "a number from 0 up, like 0.33")
    if value < 0.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 up, like 0.33")
    return value


def _whole(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number, like 1000")
    return int(text)


def _seed(text: str) -> int:
    value = _whole(text)
    if value >= 2**32:
        raise argparse.ArgumentTypeError(f"{text!r} is not below 4294967296")
    return value


def _point(option: str) -> Callable[[str], dict[str, float]]:
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
    return name, _whole(value) if name in WHOLE else _number(value, "a number, like 0.9")
