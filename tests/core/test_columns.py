"""Which columns the record has, and how a row is read."""

from __future__ import annotations

import numpy as np
import pytest

from core.columns import Column, Layout, Role, Row, finite_rows

LAYOUT = Layout(("w", "b"), ("velocity_w", "velocity_b", "product"))
WHOLE = Layout(LAYOUT.parameters, LAYOUT.slots, batched=True, scheduled=True)
NAMES = [
    "step", "w", "b", "loss", "gradient_w", "gradient_b", "numerical_w", "numerical_b",
    "error_w", "error_b", "tolerance_w", "tolerance_b", "verdict_w", "verdict_b",
    "learning_rate", "slot_velocity_w", "slot_velocity_b", "slot_product",
]  # fmt: skip


def _row(**changes: float) -> Row:
    values = np.arange(float(len(NAMES)))
    for name, value in changes.items():
        values[NAMES.index(name)] = value
    return Row(LAYOUT, values)


def test_columns_have_the_names_of_the_files() -> None:
    assert [column.name for column in LAYOUT.columns] == NAMES
    assert len(LAYOUT) == len(NAMES)


def test_slices_cover_every_column_once() -> None:
    indices = [i for role in Role for i in range(len(LAYOUT))[LAYOUT.slices[role]]]
    assert indices == list(range(len(LAYOUT)))
    optional = {Role.BATCH_LOSS, Role.FULL_GRADIENT, Role.BASE_RATE}
    for layout, roles in ((LAYOUT, set(Role) - optional), (WHOLE, set(Role))):
        assert {column.role for column in layout.columns} == roles
        for role in roles:
            assert {column.role for column in layout.columns[layout.slices[role]]} == {role}


def test_batches_and_schedules_have_columns_of_their_own() -> None:
    added = [column.name for column in WHOLE.columns if column not in LAYOUT.columns]
    assert added == ["batch_loss", "full_gradient_w", "full_gradient_b", "base_learning_rate"]
    row = Row(WHOLE, np.arange(float(len(WHOLE))))
    assert (row.loss, row.batch_loss, row.base_rate) == (3.0, 4.0, 18.0)
    assert row.full_gradient.tolist() == [5.0, 6.0] and row.gradient.tolist() == [7.0, 8.0]
    plain = _row()
    assert (plain.batch_loss, plain.base_rate) == (plain.loss, plain.learning_rate)
    assert plain.full_gradient.tolist() == plain.gradient.tolist()


def test_layout_without_slots_has_an_empty_slice_of_them() -> None:
    plain = Layout(("a",))
    assert len(plain) == 9
    assert Row(plain, np.zeros(9)).slots.shape == (0,)


def test_row_reads_every_role() -> None:
    row = _row()
    assert (row.step, row.loss, row.learning_rate) == (0, 3.0, 14.0)
    found = (row.parameters, row.gradient, row.numerical, row.error, row.tolerance, row.verdicts)
    assert [part.tolist() for part in found] == [[1, 2], [4, 5], [6, 7], [8, 9], [10, 11], [12, 13]]
    assert row.slots.tolist() == [15.0, 16.0, 17.0]
    assert row.verdicts.dtype == np.int64


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", NAMES)
def test_a_row_is_finite_by_parameters_loss_and_gradient_alone(name: str, value: float) -> None:
    decides = name in {"w", "b", "loss", "gradient_w", "gradient_b"}
    row = _row(**{name: value})
    assert row.finite is not decides
    rows = np.stack([_row().values, row.values])
    assert finite_rows(LAYOUT, rows).tolist() == [True, not decides]


def test_a_column_of_all_has_the_name_of_its_role() -> None:
    assert Column(Role.LEARNING_RATE).name == "learning_rate"
    assert Column(Role.PARAMETER, "w").name == "w"
