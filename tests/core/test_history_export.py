"""The record as CSV and Parquet: every kept step, to the last bit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from core import report
from core.columns import Role
from core.config import RunConfig
from core.errors import InputError
from core.history import CHUNK_ROWS, History
from core.history_export import HistoryAccount, write_history
from core.optimizer import OptimizerConfig
from core.run import Run
from core.run_view import RunView
from core.stop_rules import StopRules
from core.verdict import CheckCode
from tests.core.helpers import fit_config, linear_dataset, preset_config
from tests.core.session_sample import sample_view


def _config(steps: int = 20, rate: float = 0.1, **changes: Any) -> RunConfig:
    optimizer = OptimizerConfig("sgd", rate)
    return fit_config(
        linear_dataset(), (1, 1), optimizer=optimizer, stop=StopRules(steps), **changes
    )


def _values(view: RunView) -> np.ndarray[Any, Any]:
    return np.stack([view.history.row(i).values for i in range(len(view.history))])


def _read(path: Path) -> pd.DataFrame:
    # As text: not every version of pandas reads numbers to the last bit, float() does.
    return pd.read_csv(path, dtype=str, keep_default_na=False)


@pytest.mark.parametrize(
    ("config", "rows"),
    [
        pytest.param(_config(50), 51, id="float64"),
        pytest.param(preset_config("tape"), 21, id="float32"),
        pytest.param(preset_config("checker"), 138, id="overflow"),
        pytest.param(_config(CHUNK_ROWS + 5), CHUNK_ROWS + 6, id="several chunks"),
        pytest.param(_config(30, loss="mae"), 31, id="kinks"),
        pytest.param(replace(_config(9), optimizer=OptimizerConfig("adam", 0.1)), 10, id="slots"),
    ],
)
def test_history_is_read_back_bit_for_bit(config: RunConfig, rows: int, tmp_path: Path) -> None:
    run, _ = report.trained(config)
    write_history(str(tmp_path / "steps.csv"), run.view())
    frame, view = _read(tmp_path / "steps.csv"), run.history.view
    assert list(frame.columns) == [column.name for column in view.layout.columns]
    assert len(frame) == len(view) == rows
    written = np.stack([view.row(i).values for i in range(len(view))])
    for i, column in enumerate(view.layout.columns):
        if column.role is Role.VERDICT:
            wanted = [_verdict_words(int(code)) for code in written[:, i]]
            assert frame[column.name].tolist() == wanted
        else:
            found = np.array([float(text) for text in frame[column.name]])
            nan = np.isnan(written[:, i])
            assert np.array_equal(np.isnan(found), nan)
            assert found[~nan].tobytes() == written[~nan, i].tobytes()
    assert frame["step"].tolist() == [str(step) for step in range(rows)]


def _verdict_words(code: int) -> str:
    words = CheckCode(code).name.lower()
    return words if code in (CheckCode.AGREE, CheckCode.DISAGREE) else f"inconclusive ({words})"


def test_history_has_inf_where_the_loss_overflowed(tmp_path: Path) -> None:
    run, _ = report.trained(preset_config("checker"))
    write_history(str(tmp_path / "steps.csv"), run.view())
    assert _read(tmp_path / "steps.csv")["loss"].iloc[-1] == "inf"


def test_history_replaces_an_older_file_and_leaves_nothing_beside(tmp_path: Path) -> None:
    path = tmp_path / "steps.csv"
    path.write_text("old\n" * 1000)
    write_history(str(path), Run(1, _config(3)).view())
    assert len(_read(path)) == 1 and list(tmp_path.iterdir()) == [path]


def test_history_that_fails_half_way_leaves_the_older_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "steps.csv"
    path.write_text("old")
    write, written = pd.DataFrame.to_csv, []

    def fail_at_the_second(frame: pd.DataFrame, target: Path, **options: Any) -> None:
        if written:
            raise OSError(28, "No space left on device")
        written.append(target)
        write(frame, target, **options)

    monkeypatch.setattr(pd.DataFrame, "to_csv", fail_at_the_second)
    run, _ = report.trained(_config(CHUNK_ROWS + 5))
    with pytest.raises(InputError, match="No space left") as caught:
        write_history(str(path), run.view())
    assert caught.value.code == "cannot_write" and written
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


def test_parquet_has_the_same_columns_with_their_types_and_the_last_bit(tmp_path: Path) -> None:
    path = tmp_path / "步 steps.parquet"
    view = sample_view(steps=CHUNK_ROWS + 3, diverged=True)
    assert write_history(path, view) == HistoryAccount(CHUNK_ROWS + 4, CHUNK_ROWS + 4)
    table, wanted = pq.read_table(path), _values(view)
    for i, column in enumerate(view.history.layout.columns):
        found = table.column(column.name)
        assert found.null_count == 0
        if column.role is Role.VERDICT:
            assert set(found.to_pylist()) == {"agree"}
        elif column.role is Role.STEP:
            assert found.to_pylist() == list(range(CHUNK_ROWS + 4))
        else:
            assert found.to_numpy().tobytes() == wanted[:, i].tobytes()
    types = [str(kind) for kind in table.schema.types]
    assert types == [{Role.STEP: "int64", Role.VERDICT: "string"}.get(c.role, "double")
                     for c in view.history.layout.columns]  # fmt: skip
    assert not np.isfinite(wanted[-1, 1:4]).any()
    assert list(tmp_path.iterdir()) == [path]


def test_csv_and_parquet_hold_the_same(tmp_path: Path) -> None:
    view = sample_view(steps=40, diverged=True)
    for name in ("a.csv", "a.parquet"):
        write_history(tmp_path / name, view)
    text, table = _read(tmp_path / "a.csv"), pd.read_parquet(tmp_path / "a.parquet")
    assert list(text.columns) == list(table.columns)
    for name in text.columns:
        kind = str if name.startswith("verdict") else float
        found = np.array([kind(value) for value in text[name]])
        assert np.array_equal(found, table[name].to_numpy(), equal_nan=kind is float)


@pytest.mark.parametrize("name", ["a.csv", "a.PARQUET"])
def test_a_thinned_record_is_written_as_it_is_and_that_is_told(tmp_path: Path, name: str) -> None:
    view = sample_view(steps=20)
    kept = History(view.history.layout)
    kept.append(_values(view)[[0, 4, 8, 12, 19, 20]])
    account = write_history(tmp_path / name, replace(view, history=kept.view))
    assert account == HistoryAccount(6, 21) and account.thinned
    read = pd.read_csv if name.endswith("csv") else pd.read_parquet
    assert read(tmp_path / name)["step"].tolist() == [0, 4, 8, 12, 19, 20]


@pytest.mark.parametrize("name", ["steps.txt", "steps", "steps.csv.gz"])
def test_another_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"\*.csv or \*.parquet") as caught:
        write_history(tmp_path / name, sample_view())
    assert caught.value.code == "wrong_suffix" and not list(tmp_path.iterdir())
