"""The data of a session: written whole, or as a file's path and the hash of what was read there."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.errors import InputError
from core.scaling import Scaling, ScalingKind
from core.session_account import account_json, choices_json, read_account, read_choices
from core.session_values import Value
from core.table.choices import Choices
from core.table.reading import read_table

MOST_INLINE = 100_000
"""Data of more rows stay in the file that they came from."""

LARGEST_SEED = 2**32 - 1

Reader = Callable[[Path, Choices], Dataset]
"""(file, how to read it) -> Dataset; raises InputError."""


@dataclass
class DataList:
    """The different data of some runs, each once."""

    found: list[Dataset] = field(default_factory=list)

    def index(self, data: Dataset) -> int:
        """Return at which place data stand; they are added where they are new."""
        for place, other in enumerate(self.found):
            if _same(data, other):
                return place
        self.found.append(data)
        return len(self.found) - 1


def _same(one: Dataset, other: Dataset) -> bool:
    if one is other:
        return True
    named = ("x_name", "y_name", "formula", "path", "noise", "seed", "scaling", "by_hand",
             "account")  # fmt: skip
    if len(one) != len(other) or any(getattr(one, n) != getattr(other, n) for n in named):
        return False
    pairs = ((one.x, other.x), (one.y, other.y))
    return all(a.tobytes() == b.tobytes() for a, b in pairs)


def data_json(data: Dataset) -> dict[str, Any]:
    """Return data as a session file has them."""
    found: dict[str, Any] = {
        "x_name": data.x_name, "y_name": data.y_name, "rows": len(data), "formula": data.formula,
        "path": data.path, "noise": float(data.noise), "seed": data.seed,
        "by_hand": data.by_hand,
    }  # fmt: skip
    account = data.account
    if data.path is not None and account is not None and len(data) > MOST_INLINE:
        choices = choices_json(account.choices)
        return {
            **found, "path": os.path.abspath(data.path), "choices": choices,
            "sha256": values_hash(data),
        }  # fmt: skip
    return {**found, "account": account_json(account), "x": data.x.tolist(), "y": data.y.tolist()}


def values_hash(data: Dataset) -> str:
    """Return the SHA-256 of all values: x, then y, as float64 with the lowest byte first.

    Of the numbers rather than of the file: what is read again must be what was trained on.
    """
    found = hashlib.sha256()
    for values in (data.x, data.y):
        found.update(np.ascontiguousarray(values, "<f8").tobytes())
    return found.hexdigest()


def read_data(value: Value, session: Path, read: Reader = read_table) -> Dataset:
    """Return the data of a session.

    Parameters
    ----------
    value : Value
        What `data_json` wrote.
    session : Path
        The session file: data are looked for beside it, too.
    read : callable
        How a table is read.

    Raises
    ------
    Damaged
        If a value cannot be used.
    InputError
        ``session_data_missing`` or ``session_data_changed``.
    """
    named = ("x_name", "y_name", "rows", "formula", "path", "noise", "seed", "by_hand")
    inline = isinstance(value.content, dict) and "x" in value.content
    parts = value.keys(*named, *(("account", "x", "y") if inline else ("choices", "sha256")))
    x_name, y_name, rows, formula, path, noise, seed, by_hand, *rest = parts
    count = rows.whole(1)
    known: dict[str, Any] = {
        "formula": formula.optional_text(),
        "noise": noise.number(0.0),
        "seed": seed.whole(0, LARGEST_SEED),
        "by_hand": by_hand.flag(),
    }
    names = x_name.text(), y_name.text()
    if inline:
        account = read_account(rest[0])
        x, y = (_column(part, count) for part in rest[1:])
        return Dataset(x, y, *names, path=path.optional_text(), account=account, **known)
    place = _place(path.text(), session)
    data = _from_file(place, session, read_choices(rest[0]), read)
    if len(data) != count or values_hash(data) != rest[1].text():
        raise InputError("session_data_changed", file=session, data=place)
    return replace(data, path=str(place), **known)


def _column(value: Value, count: int) -> NDArray[np.float64]:
    found = value.numbers()
    if len(found) != count:
        raise value.damaged(f"{count} numbers are needed here")
    return found


def _place(path: str, session: Path) -> Path:
    """Return where the data are: where they were, or beside the session."""
    beside = session.parent / re.split(r"[\\/]", path)[-1]
    for place in (Path(path), beside):
        try:
            # Nothing but a file: a pipe or a device could keep us waiting for ever.
            if place.is_file():
                return place
        except (OSError, ValueError):
            continue
    raise InputError("session_data_missing", file=session, data=path)


def _from_file(place: Path, session: Path, choices: Choices, read: Reader) -> Dataset:
    try:
        return read(place, choices)
    except InputError as error:
        raise InputError("session_data_changed", file=session, data=place) from error


def scaling_json(data: Dataset) -> dict[str, Any] | None:
    """Return what was done to x; the numbers too, which another machine may round otherwise."""
    of = data.scaling
    if data.source is None:
        return None
    return {"kind": str(of.kind), "offset": of.offset, "factor": of.factor}


def read_scaling(value: Value) -> Scaling:
    """Return what was done to x.

    Raises
    ------
    Damaged
        If a value cannot be used.
    """
    if value.content is None:
        return Scaling()
    kind, offset, factor = value.keys("kind", "offset", "factor")
    kinds = [str(k) for k in ScalingKind if k is not ScalingKind.NONE]
    found = Scaling(ScalingKind(kind.choice(kinds)), offset.number(), factor.number())
    if found.factor <= 0.0:
        raise factor.damaged("a number above 0 is needed here")
    return found


def scaled_data(data: Dataset, scaling: Scaling, value: Value) -> Dataset:
    """Return data with x scaled so; `value` is where that stands.

    Raises
    ------
    Damaged
        If x would not be finite.
    """
    if scaling.kind is ScalingKind.NONE:
        return data
    with np.errstate(over="ignore"):
        x = scaling.apply(data.x)
    if not np.isfinite(x).all():
        raise value.damaged("x is not finite after it")
    return replace(data, x=x, scaling=scaling, source=data)
