"""The options of the window on the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from core.presets import PRESETS
from gui.translation import LANGUAGES


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}. See {self.prog} --help.", file=sys.stderr)
        raise SystemExit(2)


def window_options(arguments: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """Return what the window should open with, and the arguments left for Qt."""
    parser = _Parser(prog="descent-lab", add_help=False, allow_abbrev=False)
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--preset", choices=list(PRESETS))
    source.add_argument("--data", metavar="FILE")
    source.add_argument("--session", metavar="FILE")
    parser.add_argument("--lang", choices=LANGUAGES)
    options, rest = parser.parse_known_args(arguments)
    unknown = [argument for argument in rest if argument.startswith("--")]
    if unknown:
        parser.error(f"there is no option {unknown[0]}")
    return options, rest
