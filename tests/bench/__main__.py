"""Run all benchmarks, or those named: ``python -m tests.bench training surface window``."""

from __future__ import annotations

import sys

from tests.bench import (
    gradient_rules,
    memory,
    surface,
    sweep,
    table,
    time_travel,
    training,
    window,
)

PARTS = {
    "training": training.main,
    "memory": memory.main,
    "surface": surface.main,
    "sweep": sweep.main,
    "time": time_travel.main,
    "window": window.main,
    "table": table.main,
    "rules": gradient_rules.main,
}


def main(names: list[str]) -> None:
    """Run the named parts in order."""
    for name in names or list(PARTS):
        print(f"== {name} ==", flush=True)
        PARTS[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
