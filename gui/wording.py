"""The words of the window for the codes of the core."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication

from core.errors import InputError
from core.loss import LOSSES
from core.run_view import RunState
from core.verdict import CheckCode
from gui.table_wording import table_templates, table_values

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
    values = table_values(error.code, values)
    template = _templates().get(error.code)
    return str(error) if template is None else template.format(**values)


def _templates() -> dict[str, str]:
    return {
        "rate_out_of_range": translate(
            "Wording",
            "learning rate {rate}: Keras holds it in float32. Give a number from 1e-45 to 3e38.",
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
        "script_of_bug": translate(
            "Wording",
            "This run has a deliberate mistake in its step ({bug}), which a script does not "
            "repeat. Choose a run without one.",
        ),
        "script_of_branch": translate(
            "Wording",
            "Other settings than the learning rate changed at step {step}, which a script does "
            "not repeat. Choose a run that kept its settings from the start.",
        ),
        "script_of_function": translate(
            "Wording",
            "This run fits no straight line to data, which a script needs. Choose a run that does.",
        ),
        "cannot_write": translate(
            "Wording", "{file}: the file cannot be written ({why}). Choose another place."
        ),
        "wrong_suffix": translate(
            "Wording", "{file}: no file of this name can be written here. Name it {names}."
        ),
        "another_log": translate(
            "Wording",
            "{file}: the folder holds another TensorBoard log, and the two would be shown as one. "
            "Choose another folder.",
        ),
        "bad_picture_size": translate(
            "Wording",
            "size {width} × {height} {unit}: no picture can have it. "
            "Give each side from {low} to {high} {unit}.",
        ),
        "bad_frame_rate": translate(
            "Wording", "{fps} frames per second: give a number from {low} to {high}."
        ),
        "bad_frame_count": translate(
            "Wording", "{count} frames: give a whole number from {low} to {high}."
        ),
        **table_templates(),
        **_session_templates(),
    }


def _session_templates() -> dict[str, str]:
    return {
        "session_not": translate(
            "Wording", "{file}: this is no session of Descent Lab. Open a *.descent.json file."
        ),
        "session_empty": translate(
            "Wording", "{file}: this session holds no run. Open another one."
        ),
        "session_newer": translate(
            "Wording",
            "{file}: this session is of format {version}, written by Descent Lab {by}. "
            "Open it with that version or a later one.",
        ),
        "session_broken": translate(
            "Wording",
            "{file}, line {line}, column {column}: the session is damaged here ({why}). "
            "Correct it or open another copy.",
        ),
        "session_damaged": translate(
            "Wording",
            "{file}: the session is damaged at {where}: {found} cannot be used there. "
            "Open another copy.",
        ),
        "session_data_missing": translate(
            "Wording",
            "{file}: the data file {data} is not there. Put it back, or beside the session.",
        ),
        "session_data_changed": translate(
            "Wording",
            "{file}: the data file {data} does not hold the numbers of the session any more. "
            "Put back the file that it was.",
        ),
        "session_columns": translate(
            "Wording",
            "Run {run}: the optimizer {optimizer} of this Keras remembers other things than in "
            "the session. Open it with the version of Keras that it was saved with.",
        ),
        "session_own_code": translate(
            "Wording",
            "Run {run}: its loss, gradient or update is code without a name, which a session file "
            "does not hold. Export a script instead.",
        ),
    }
