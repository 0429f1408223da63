"""What is wrong with a gradient, an update or a run: codes with values and an English sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from string import Formatter
from typing import Any

_ENGLISH: dict[str, str] = {
    # Gradients: the names of the bugs first.
    "sign": (
        "the gradient has the wrong sign: the residual is y − prediction in one place only, "
        "or the minus of the update is in it already"
    ),
    "factor_two": (
        "the gradient is 2 times too large: a factor 2 is one too many, or the 1/2 of the loss "
        "is missing"
    ),
    "half": (
        "the gradient is 0.5 times the right one: the factor 2 of the derivative of e², or one "
        "like 1/n, may be missing or one too many"
    ),
    "factor_n": "the gradient is n = {n} times too large: the division by n is missing",
    "one_over_n": "the gradient is n = {n} times too small: it is divided by n once too often",
    "n_minus_one": (
        "the gradient is n/(n − 1) = {n_factor:.6g} times too large: it is divided by n − 1 in "
        "place of n"
    ),
    "missing_x": "∂loss/∂{first} lacks the factor x: each residual must be multiplied with its x",
    "mean_product": (
        "∂loss/∂{first} is ∂loss/∂{last} times mean(x) = {mean_x:.6g}: the mean of the products "
        "is meant, not the product of the means"
    ),
    "shuffled_x": (
        "∂loss/∂{first} multiplies each residual with the x of another row: x and y are no "
        "longer in the same order"
    ),
    "off_by_one": "the sum misses the last of the n = {n} rows: look at where the loop ends",
    "forgets_b": (
        "the gradient is computed with a prediction without {last}, which shows only where "
        "{last} is not 0"
    ),
    "swapped": "the derivatives are exchanged: ∂loss/∂{first} is in the place of ∂loss/∂{last}",
    "same_for_both": (
        "∂loss/∂{last} is ∂loss/∂{first}: one derivative is used for both parameters"
    ),
    "only_w": "∂loss/∂{first} is right, and ∂loss/∂{last} was left at 0",
    "only_b": "∂loss/∂{last} is right, and ∂loss/∂{first} was left at 0",
    "zero": "the whole gradient is 0 where it should not be: it was never filled in",
    "none": (
        "the tape answers None for every parameter: the loss was computed outside the tape, or "
        "by NumPy, or from other tensors than the variables"
    ),
    "stop_gradient": (
        "the tape answers None for {first} only: between {first} and the loss is a "
        "tf.stop_gradient, a .numpy(), or a constant in its place"
    ),
    "other_loss": "the gradient is that of another loss: {loss}",
    "ignores_upstream": (
        "the upstream gradient is left out: a tf.custom_gradient must multiply its derivative "
        "with the gradient that it is handed"
    ),
    "stale": "the gradient is that at {point}: it was not computed anew at the present parameters",
    "clipped": "each derivative is clipped to the range from −1 to 1",
    "floor_division": "each derivative is rounded down: // divides to whole numbers, / is meant",
    # Gradients: what no bug by name explains.
    "constant_factor": (
        "the gradient is {factor:.6g} times the right one: a constant factor like 2, n or 1/n is "
        "missing or one too many"
    ),
    "zero_for": "{names} was left at 0, and the other derivatives are right",
    "none_for": (
        "the tape answers None for {names} only: nothing on the tape leads from there to the loss"
    ),
    "clipped_at": "each derivative is clipped to the range from −{bound:.6g} to {bound:.6g}",
    "clipped_norm": "the gradient is shortened to the norm {bound:.6g}: clipping by norm",
    "one_wrong": "only ∂loss/∂{name} is wrong, by a factor {factor:.6g}; {others} is right",
    "one_wrong_about": (
        "only ∂loss/∂{name} is wrong, by a factor {factor:.6g}, about {about}; {others} is right"
    ),
    # Updates.
    "parameter_for_gradient": (
        "the step is proportional to the parameter, not to its gradient: the parameters were "
        "applied in place of the gradients"
    ),
    "not_simultaneous": (
        "the parameters were not updated together but in the order {order}: each later one was "
        "moved by its gradient at the parameters already changed"
    ),
    "updated_twice": "{name} was moved twice by the same gradient",
    "step_twice": "the same step was made twice",
    "wrong_sign": "the step has the wrong sign: it climbs, for the gradient was added",
    "without_learning_rate": (
        "the whole gradient was subtracted: the factor learning rate = {learning_rate:.6g} is "
        "missing"
    ),
    "assigned": "the parameters were set to learning rate × gradient in place of moved by it",
    "swapped_pairs": (
        "each parameter was moved by the gradient of another: gradients and parameters are paired "
        "in the wrong order"
    ),
    "not_updated": "{names} was not moved at all",
    "step_factor": "the step is {factor:.6g} times the right one: look at the learning rate",
    # Runs.
    "learning_rate_above_limit": (
        "learning rate {learning_rate:.6g} is above the limit {shown:.6g}: each step makes the "
        "error {larger:.10g} times larger, and from the start it takes about {steps} steps until "
        "the loss is too large for {dtype}; use half the limit, {half:.3g}"
    ),
    "at_limit": (
        "learning rate {learning_rate:.6g} is the limit itself: the parameters bounce across the "
        "valley for ever, neither nearer nor farther; use half the limit, {half:.3g}"
    ),
    "slow_direction": (
        "the loss is nearly flat, but {name} = {value:.6g} is still {distance:.3g} from its best "
        "value {best:.6g}: about {steps} more steps bring it within {tolerance:.3g}"
    ),
    "ill_conditioned": (
        "the valley is long and narrow, condition number {condition:.3g}: {remedy} x, and it "
        "becomes {after:.3g}"
    ),
    "not_unique": (
        "x does not vary, it is always {x:.6g}: the slope is not determined, and every line "
        "through ({x:.6g}, {y:.6g}) is best"
    ),
    "overflow_at_start": (
        "the {what} is too large for {dtype} at the start already (largest x {x_size:.3g}, "
        "largest y {y_size:.3g}): use float64, or smaller units"
    ),
    "float32_floor": (
        "float32 stops the descent here: {name} = {value:.9g} should still move to {best:.9g}, "
        "but a step of {step:.3g} is lost in rounding; use float64"
    ),
    "nonfinite_data": (
        "row {row}: {column} = {value:.6g} is not finite in {dtype}; use float64, smaller units, "
        "or remove the row"
    ),
    # All.
    "unknown": "no known mistake explains these numbers: compare the formula term by term",
}


@dataclass(frozen=True)
class Diagnosis:
    """One candidate cause.

    Attributes
    ----------
    code : str
        Which cause; the window words it in the person's language by this code.
    values : dict
        What the sentence names.
    """

    code: str
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """One English sentence."""
        return _ENGLISH[self.code].format(**self.values)


def worded(code: str, facts: Mapping[str, Any]) -> Diagnosis:
    """Return the diagnosis of that code with those of the facts that its sentence names."""
    named = {field for _, field, _, _ in Formatter().parse(_ENGLISH[code]) if field}
    return Diagnosis(code, {name: facts[name] for name in sorted(named)})
