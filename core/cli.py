"""The headless command line: ``presets``, ``train``, ``check``, ``sweep`` and ``export``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

from core.config import RunConfig
from core.errors import InputError
from core.export_options import add_export_options
from core.files import refuse_same, refuse_unwritable
from core.options import (
    add_file_options,
    add_inject,
    add_problem_options,
    add_run_options,
    add_training_options,
    in_order,
    point,
    positive,
    refuse,
    stated_config,
    whole,
)
from core.pictures import FigureOptions, PictureWriter
from core.presets import PRESETS, Preset
from core.verdict import Verdict

if TYPE_CHECKING:
    from core.run import Run

DONE, NO, BAD_INPUT, INCONCLUSIVE = 0, 1, 2, 3
"""Exit status: done or agree; diverged, refused or disagree; bad usage or input; neither."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and takes no abbreviations: they change with new options."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}. See {self.prog} --help.", file=sys.stderr)
        raise SystemExit(BAD_INPUT)


def main(argv: Sequence[str], pictures: PictureWriter | None = None) -> int:
    """Run a verb and return the exit status.

    Parameters
    ----------
    argv : sequence of str
        Arguments without the program's name.
    pictures : PictureWriter, optional
        Draws pictures and films.
    """
    arguments = parser().parse_args(argv)
    try:
        return int(arguments.verb(arguments, pictures))
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
    add_run_options(train)
    add_file_options(train)
    train.set_defaults(verb=_train)
    check = verbs.add_parser("check", help="check the gradients at a point")
    add_problem_options(check)
    add_training_options(check)
    add_file_options(check)
    place = check.add_mutually_exclusive_group()
    place.add_argument("--at", type=point("--at"), metavar="w=1,b=2", help="the point")
    place.add_argument("--steps", type=whole, metavar="N", help="check after so many steps")
    tested = check.add_mutually_exclusive_group()
    add_inject(tested)
    tested.add_argument("--mine", type=point("--mine"), metavar="w=90,b=30",
                        help="your own derivatives in place of the tape's")  # fmt: skip
    check.add_argument("--list-bugs", action="store_true",
                       help="list what can be injected")  # fmt: skip
    check.set_defaults(verb=_check)
    sweep = verbs.add_parser("sweep", help="the loss after some steps at many learning rates")
    add_problem_options(sweep)
    sweep.add_argument("--from", type=positive, metavar="RATE", dest="low", help="lowest rate")
    sweep.add_argument("--to", type=positive, metavar="RATE", dest="high", help="highest rate")
    sweep.add_argument("--count", type=whole, metavar="N", default=256, help="how many rates")
    sweep.add_argument("--steps", type=whole, metavar="N", help="steps at each rate")
    sweep.add_argument("--csv", metavar="FILE.csv", help="write a table")
    sweep.set_defaults(verb=_sweep)
    export = verbs.add_parser(
        "export", help="write a run as script, table, picture, film, TensorBoard log or session",
        description="Write the run of a session, or one that is trained as by train, to files.",
    )  # fmt: skip
    add_export_options(export)
    export.set_defaults(verb=_export)
    return top


def _presets(arguments: argparse.Namespace, _: PictureWriter | None) -> int:
    if arguments.json:
        print(json.dumps([_preset_json(preset) for preset in PRESETS.values()]))
        return DONE
    for preset in PRESETS.values():
        print(f"{preset.name:12}{preset.summary}")
    return DONE


def _preset_json(preset: Preset) -> dict[str, Any]:
    return {
        "name": preset.name,
        "summary": preset.summary,
        "group": preset.group.value,
        "points": preset.size,
        "noise": preset.noise,
        "source": preset.source or None,
    }


def _train(arguments: argparse.Namespace, pictures: PictureWriter | None) -> int:
    from core import report

    config = stated_config(arguments)
    _refuse_unwritable(arguments, pictures)
    run, seconds = report.trained(config)
    _write_files(arguments, run, pictures)
    if arguments.json:
        _print_json(report.of_training(run, seconds))
    else:
        _print_text(report.training_lines(run))
    wrong = run.check.verdict is Verdict.DISAGREE
    return NO if wrong or run.state.value in ("diverged", "refused") else DONE


def _check(arguments: argparse.Namespace, pictures: PictureWriter | None) -> int:
    from core import check_report
    from core.full_check import full_check, own_check

    if arguments.list_bugs:
        return _list_bugs(arguments)
    refuse("--steps", {"--tolerance": arguments.tolerance if arguments.steps is None else None})
    config = stated_config(arguments)
    if arguments.at is not None:
        point = in_order(arguments.at, config.problem.names, "--at")
        config = replace(config, problem=config.problem.started_at(point))
    mine = arguments.mine and in_order(arguments.mine, config.problem.names, "--mine")
    _refuse_unwritable(arguments, pictures)
    run = _run_to(config, arguments.steps or 0)
    full = full_check(run.config, run.trainer.state())
    found, tested = check_report.of_check(full), "tape.gradient"
    if mine is not None:
        own = own_check(run.config, full.at.point, mine)
        found, tested = check_report.of_own(own, full), "yours"
    _write_files(arguments, run, pictures)
    if arguments.json:
        _print_json(found)
    else:
        _print_text(check_report.check_lines(found, tested))
    return {"agree": DONE, "disagree": NO}.get(found["verdict"], INCONCLUSIVE)


def _sweep(arguments: argparse.Namespace, _: PictureWriter | None) -> int:
    from core import sweep_report

    config = stated_config(arguments)
    steps = config.stop.steps
    rates = sweep_report.chosen_rates(config, arguments.low, arguments.high, arguments.count)
    if arguments.csv:
        refuse_unwritable(arguments.csv)
        refuse_same(arguments.csv, arguments.data)
    found = sweep_report.swept(config, rates, steps)
    if arguments.csv:
        sweep_report.write_table(arguments.csv, found)
    if arguments.json:
        _print_json(sweep_report.of_sweep(found))
    elif not arguments.csv:
        _print_text(sweep_report.sweep_lines(found))
    return DONE


def _export(arguments: argparse.Namespace, pictures: PictureWriter | None) -> int:
    from core.export_command import export

    written = export(arguments, pictures)
    if arguments.json:
        _print_json(written)
    return DONE


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


def _print_text(lines: Sequence[str]) -> None:
    print("\n".join(lines))


def _refuse_unwritable(arguments: argparse.Namespace, pictures: PictureWriter | None) -> None:
    """Say before a long training that its results would have no place."""
    from core.history_export import check_history_name

    if arguments.figure and pictures is None:
        raise InputError("no_figure_writer", option="--figure")
    for path in filter(None, (arguments.history, arguments.figure)):
        refuse_unwritable(path)
        refuse_same(path, arguments.data)
    if arguments.history:
        check_history_name(arguments.history)
    if arguments.figure and pictures is not None:
        pictures.check_figure(arguments.figure, FigureOptions())


def _write_files(arguments: argparse.Namespace, run: Run, pictures: PictureWriter | None) -> None:
    from core.history_export import write_history

    if arguments.history:
        write_history(arguments.history, run.view())
    if arguments.figure and pictures is not None:
        pictures.write_figure(arguments.figure, run.view(), FigureOptions())
