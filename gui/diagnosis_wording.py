"""The words of the window for what may be wrong with a gradient, an update or a run."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.diagnosis import Diagnosis
from core.loss import LOSSES
from gui.wording import loss_words

translate = QCoreApplication.translate


def diagnosis_words(diagnosis: Diagnosis) -> str:
    """Return one sentence, without a capital and a full stop; the core's where it is new."""
    template = {**_of_gradients(), **_of_updates(), **_of_runs()}.get(diagnosis.code)
    if template is None:
        return diagnosis.message
    values = dict(diagnosis.values)
    if values.get("loss") in LOSSES:
        values["loss"] = loss_words(str(values["loss"]))
    if "what" in values:
        values["what"] = _part_words(str(values["what"]))
    return template.format(**values)


def sentence(words: str) -> str:
    """Return words with a capital and a full stop; Chinese has its own."""
    stop = "" if words.endswith((".", "。")) else translate("Diagnosis", ".")
    return words[:1].upper() + words[1:] + stop


def _of_gradients() -> dict[str, str]:
    return {
        "sign": translate(
            "Diagnosis",
            "the gradient has the wrong sign: the residual is y − prediction in one "
            "place only, or the minus of the update is in it already",
        ),
        "factor_two": translate(
            "Diagnosis",
            "the gradient is 2 times too large: a factor 2 is one too many, or the 1/2 "
            "of the loss is missing",
        ),
        "half": translate(
            "Diagnosis",
            "the gradient is 0.5 times the right one: the factor 2 of the derivative of"
            " e², or one like 1/n, may be missing or one too many",
        ),
        "factor_n": translate(
            "Diagnosis",
            "the gradient is n = {n} times too large: the division by n is missing",
        ),
        "one_over_n": translate(
            "Diagnosis",
            "the gradient is n = {n} times too small: it is divided by n once too often",
        ),
        "n_minus_one": translate(
            "Diagnosis",
            "the gradient is n/(n − 1) = {n_factor:.6g} times too large: it is divided "
            "by n − 1 in place of n",
        ),
        "missing_x": translate(
            "Diagnosis",
            "∂loss/∂{first} lacks the factor x: each residual must be multiplied with its x",
        ),
        "mean_product": translate(
            "Diagnosis",
            "∂loss/∂{first} is ∂loss/∂{last} times mean(x) = {mean_x:.6g}: the mean of "
            "the products is meant, not the product of the means",
        ),
        "shuffled_x": translate(
            "Diagnosis",
            "∂loss/∂{first} multiplies each residual with the x of another row: x and y"
            " are no longer in the same order",
        ),
        "off_by_one": translate(
            "Diagnosis",
            "the sum misses the last of the n = {n} rows: look at where the loop ends",
        ),
        "forgets_b": translate(
            "Diagnosis",
            "the gradient is computed with a prediction without {last}, which shows "
            "only where {last} is not 0",
        ),
        "swapped": translate(
            "Diagnosis",
            "the derivatives are exchanged: ∂loss/∂{first} is in the place of ∂loss/∂{last}",
        ),
        "same_for_both": translate(
            "Diagnosis",
            "∂loss/∂{last} is ∂loss/∂{first}: one derivative is used for both parameters",
        ),
        "only_w": translate(
            "Diagnosis",
            "∂loss/∂{first} is right, and ∂loss/∂{last} was left at 0",
        ),
        "only_b": translate(
            "Diagnosis",
            "∂loss/∂{last} is right, and ∂loss/∂{first} was left at 0",
        ),
        "zero": translate(
            "Diagnosis",
            "the whole gradient is 0 where it should not be: it was never filled in",
        ),
        "none": translate(
            "Diagnosis",
            "the tape answers None for every parameter: the loss was computed outside "
            "the tape, or by NumPy, or from other tensors than the variables",
        ),
        "stop_gradient": translate(
            "Diagnosis",
            "the tape answers None for {first} only: between {first} and the loss is a "
            "tf.stop_gradient, a .numpy(), or a constant in its place",
        ),
        "other_loss": translate(
            "Diagnosis",
            "the gradient is that of another loss: {loss}",
        ),
        "ignores_upstream": translate(
            "Diagnosis",
            "the upstream gradient is left out: a tf.custom_gradient must multiply its "
            "derivative with the gradient that it is handed",
        ),
        "stale": translate(
            "Diagnosis",
            "the gradient is that at {point}: it was not computed anew at the present parameters",
        ),
        "clipped": translate(
            "Diagnosis",
            "each derivative is clipped to the range from −1 to 1",
        ),
        "floor_division": translate(
            "Diagnosis",
            "each derivative is rounded down: // divides to whole numbers, / is meant",
        ),
        "constant_factor": translate(
            "Diagnosis",
            "the gradient is {factor:.6g} times the right one: a constant factor like "
            "2, n or 1/n is missing or one too many",
        ),
        "zero_for": translate(
            "Diagnosis",
            "{names} was left at 0, and the other derivatives are right",
        ),
        "none_for": translate(
            "Diagnosis",
            "the tape answers None for {names} only: nothing on the tape leads from "
            "there to the loss",
        ),
        "clipped_at": translate(
            "Diagnosis",
            "each derivative is clipped to the range from −{bound:.6g} to {bound:.6g}",
        ),
        "clipped_norm": translate(
            "Diagnosis",
            "the gradient is shortened to the norm {bound:.6g}: clipping by norm",
        ),
        "one_wrong": translate(
            "Diagnosis",
            "only ∂loss/∂{name} is wrong, by a factor {factor:.6g}; {others} is right",
        ),
        "one_wrong_about": translate(
            "Diagnosis",
            "only ∂loss/∂{name} is wrong, by a factor {factor:.6g}, about {about}; "
            "{others} is right",
        ),
    }


def _of_updates() -> dict[str, str]:
    return {
        "parameter_for_gradient": translate(
            "Diagnosis",
            "the step is proportional to the parameter, not to its gradient: the "
            "parameters were applied in place of the gradients",
        ),
        "not_simultaneous": translate(
            "Diagnosis",
            "the parameters were not updated together but in the order {order}: each "
            "later one was moved by its gradient at the parameters already changed",
        ),
        "updated_twice": translate(
            "Diagnosis",
            "{name} was moved twice by the same gradient",
        ),
        "step_twice": translate(
            "Diagnosis",
            "the same step was made twice",
        ),
        "wrong_sign": translate(
            "Diagnosis",
            "the step has the wrong sign: it climbs, for the gradient was added",
        ),
        "without_learning_rate": translate(
            "Diagnosis",
            "the whole gradient was subtracted: the factor learning rate = "
            "{learning_rate:.6g} is missing",
        ),
        "assigned": translate(
            "Diagnosis",
            "the parameters were set to learning rate × gradient in place of moved by it",
        ),
        "swapped_pairs": translate(
            "Diagnosis",
            "each parameter was moved by the gradient of another: gradients and "
            "parameters are paired in the wrong order",
        ),
        "not_updated": translate(
            "Diagnosis",
            "{names} was not moved at all",
        ),
        "step_factor": translate(
            "Diagnosis",
            "the step is {factor:.6g} times the right one: look at the learning rate",
        ),
        "unknown": translate(
            "Diagnosis",
            "no known mistake explains these numbers: compare the formula term by term",
        ),
    }


def _part_words(part: str) -> str:
    return {
        "loss": translate("Diagnosis", "loss"),
        "gradient": translate("Diagnosis", "gradient"),
    }.get(part, part)


def _of_runs() -> dict[str, str]:
    return {
        "learning_rate_above_limit": translate(
            "Diagnosis",
            "learning rate {learning_rate:.6g} is above the limit {shown:.6g}: each step makes the "
            "error {larger:.10g} times larger, and about {steps} steps from the start the loss is "
            "too large for {dtype}",
        ),
        "at_limit": translate(
            "Diagnosis",
            "learning rate {learning_rate:.6g} is the limit itself: the point bounces across the "
            "valley for ever",
        ),
        "slow_direction": translate(
            "Diagnosis",
            "but {name} = {value:.4g} is still {distance:.3g} from its best value {best:.4g}: about"
            " {steps} more steps",
        ),
        "ill_conditioned": translate(
            "Diagnosis",
            "the valley is long and narrow, condition number {condition:.3g}; scaling x makes it "
            "{after:.3g}",
        ),
        "not_unique": translate(
            "Diagnosis",
            "x does not vary: every line through ({x:.6g}, {y:.6g}) is equally good",
        ),
        "overflow_at_start": translate(
            "Diagnosis",
            "the {what} is too large for {dtype} at the start already: the largest x is "
            "{x_size:.3g}, the largest y {y_size:.3g}",
        ),
        "float32_floor": translate(
            "Diagnosis",
            "float32 gets no nearer: {name} = {value:.9g} should still move to {best:.9g}, but "
            "the step is lost in rounding",
        ),
        "nonfinite_data": translate(
            "Diagnosis",
            "row {row} of the data: {column} = {value:.6g} is too large for {dtype}",
        ),
    }
