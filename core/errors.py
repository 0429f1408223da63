"""Errors that a person caused and can mend, as codes with values."""

from __future__ import annotations

_ENGLISH = {
    "file_not_found": "{file}: there is no such file. Check the name and the folder.",
    "file_is_folder": "{file}: this is a folder. Name a file in it.",
    "file_unreadable": "{file}: the file cannot be read ({why}). Check its permissions.",
    "file_not_a_table": "{file}: this is not a table of text ({why}). Save it as CSV in UTF-8.",
    "file_empty": "{file}: the file holds no data rows. Give at least one row of two numbers.",
    "too_few_columns": (
        "{file}: only {count} column was found ({columns}), and a line needs two: x and y. "
        "Put a comma between the columns."
    ),
    "no_such_column": "{file}: there is no column {column!r}. The columns are: {columns}.",
    "not_a_number": (
        "{file}, line {line}, column {column}: {text!r} is not a number. Correct or remove it."
    ),
    "missing_value": (
        "{file}, line {line}, column {column}: the value is missing. Fill it in or remove the row."
    ),
    "nonfinite_value": (
        "{file}, line {line}, column {column}: {text!r} is not finite. Correct or remove it."
    ),
    "last_point": "The last point cannot be taken out: a fit needs at least one.",
    "nonfinite_point": "point ({x}, {y}): this is not finite. Give two finite numbers.",
    "per_sample_shape": (
        "The loss {loss} has no term of length {count}: the residual is {shape}, which broadcasts. "
        "Give prediction and y the same shape ({count},)."
    ),
    "unknown_name": "{kind}: there is no {name!r}. Choose one of: {choices}.",
    "rate_out_of_range": (
        "learning rate {rate}: Keras holds it in float32. Give a number from 1e-45 to 3e38."
    ),
    "excluded_optimizer": "optimizer: {name!r} is not offered: {why}.",
    "bad_hyperparameter": (
        "--set {name}: {optimizer} has no hyperparameter of that name. Choose one of: {choices}."
    ),
    "hyperparameter_refused": "--set: {optimizer} refuses these hyperparameters: {why}",
    "bad_schedule_setting": (
        "schedule {schedule}: there is no setting {name!r}. Choose one of: {choices}."
    ),
    "bad_schedule_value": "schedule: {name} = {value} cannot be used. Give {wanted}.",
    "uneven_pieces": (
        "schedule piecewise: {factors} factors for {boundaries} boundaries. "
        "Give one factor more than boundaries."
    ),
    "bad_rates": (
        "--from {low} --to {high}: these are no rates to go from and to. "
        "Give a lower one and a higher one."
    ),
    "too_few_rates": "--count {count}: at least 2 rates are needed. Give 2 or more.",
    "bad_batch_size": "batch size {size}: a batch needs at least one row. Give 1 or more.",
    "misplaced_option": "{option} needs {owner}. Give {owner}, or leave {option} out.",
    "bad_parameters": "{option}: {text!r} is not understood. Write it like {example}.",
    "cannot_write": "{file}: the file cannot be written ({why}). Choose another place.",
    "no_figure_writer": "--figure needs the window's package. Use the command descent-lab.",
}


class InputError(Exception):
    """What a person gave cannot be used.

    Parameters
    ----------
    code : str
        Which error it is; the window words it in the person's language by this code.
    **values : object
        What the sentence names: file, line, column, text, choices.
    """

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(_ENGLISH[code].format(**values))
        self.code = code
        self.values = values
