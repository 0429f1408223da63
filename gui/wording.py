"""The words of the window for the codes of the core."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication

from core.errors import InputError
from core.loss import LOSSES
from core.run_view import RunState
from core.verdict import CheckCode

translate = QCoreApplication.translate


def loss_words(name: str) -> str:
    """Return a loss function's name with its formula's convention."""
    return {
        "mse": translate("Wording", "mean squared error (1/n)"),
        "half_mse": translate("Wording", "half mean squared error (1/2n)"),
        "sum_squares": translate("Wording", "sum of squares"),
        "mae": translate("Wording", "mean absolute error (1/n)"),
        "huber": translate("Wording", "Huber, δ = 1 (1/n)"),
        "log_cosh": translate("Wording", "log-cosh (1/n)"),
    }.get(name, LOSSES[name].formula)


def state_words(state: RunState) -> str:
    """Return a run state in capitals, with a sign where it is a verdict."""
    return {
        RunState.LOADING: translate("Wording", "LOADING"),
        RunState.READY: translate("Wording", "READY"),
        RunState.RUNNING: translate("Wording", "RUNNING"),
        RunState.PAUSED: translate("Wording", "PAUSED"),
        RunState.CONVERGED: translate("Wording", "✓ CONVERGED"),
        RunState.STOPPED: translate("Wording", "STOPPED"),
        RunState.DIVERGED: translate("Wording", "✗ DIVERGED"),
        RunState.REFUSED: translate("Wording", "✗ REFUSED"),
        RunState.FAILED: translate("Wording", "✗ FAILED"),
    }[state]


def reason_words(code: CheckCode | str) -> str:
    """Return why a check is as it is, from its code or from an element's reason; or nothing."""
    reason = code.reason if isinstance(code, CheckCode) else code
    return {
        "vanishing": translate("Wording", "the gradient is too close to 0"),
        "noise": translate("Wording", "rounding could explain the difference"),
        "nondifferentiable": translate("Wording", "the loss has a kink at this point"),
        "nonfinite_loss": translate("Wording", "the loss is not finite at this point"),
        "nondeterministic": translate("Wording", "the loss is another one at every evaluation"),
        "unsupported_dtype": translate("Wording", "the loss is not a floating-point number"),
        "unconnected": translate(
            "Wording", "None: the tape found no way from this parameter to the loss"
        ),
    }.get(reason or "", "")


def error_words(error: Exception) -> str:
    """Return one sentence for an error: what is wrong, where, and what to do."""
    if not isinstance(error, InputError):
        text = str(error).strip() or type(error).__name__
        return text.splitlines()[0]
    values = dict(error.values)
    if "file" in values:
        values["file"] = Path(str(values["file"])).name
    template = _templates().get(error.code)
    return str(error) if template is None else template.format(**values)


def _templates() -> dict[str, str]:
    return {
        "file_not_found": translate(
            "Wording", "{file}: there is no such file. Check the name and the folder."
        ),
        "rate_out_of_range": translate(
            "Wording",
            "learning rate {rate}: Keras holds it in float32. Give a number from 1e-45 to 3e38.",
        ),
        "file_is_folder": translate("Wording", "{file}: this is a folder. Name a file in it."),
        "file_unreadable": translate(
            "Wording", "{file}: the file cannot be read ({why}). Check its permissions."
        ),
        "file_not_a_table": translate(
            "Wording", "{file}: this is not a table of text ({why}). Save it as CSV in UTF-8."
        ),
        "file_empty": translate(
            "Wording",
            "{file}: the file holds no data rows. Give at least one row of two numbers.",
        ),
        "too_few_columns": translate(
            "Wording",
            "{file}: only {count} column was found ({columns}), and a line needs two: x and y. "
            "Put a comma between the columns.",
        ),
        "no_such_column": translate(
            "Wording", "{file}: there is no column {column}. The columns are: {columns}."
        ),
        "not_a_number": translate(
            "Wording",
            "{file}, line {line}, column {column}: “{text}” is not a number. Correct or remove it.",
        ),
        "missing_value": translate(
            "Wording",
            "{file}, line {line}, column {column}: the value is missing. "
            "Fill it in or remove the row.",
        ),
        "nonfinite_value": translate(
            "Wording",
            "{file}, line {line}, column {column}: “{text}” is not finite. Correct or remove it.",
        ),
        "last_point": translate(
            "Wording", "The last point cannot be taken out: a fit needs at least one."
        ),
        "nonfinite_point": translate(
            "Wording", "point ({x}, {y}): this is not finite. Give two finite numbers."
        ),
        "per_sample_shape": translate(
            "Wording",
            "The loss {loss} has no term of length {count}: the residual is {shape}, "
            "which broadcasts. Give prediction and y the same shape.",
        ),
        "cannot_write": translate(
            "Wording", "{file}: the file cannot be written ({why}). Choose another place."
        ),
    }
