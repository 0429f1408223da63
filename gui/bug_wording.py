"""The words of the window for the deliberate mistakes."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.gradient_bugs import BUGS

translate = QCoreApplication.translate


def bug_title(name: str) -> str:
    """Return a mistake in a few words."""
    return _titles().get(name, name)


def bug_sentence(name: str) -> str:
    """Return a mistake as one sentence."""
    return _sentences().get(name, BUGS[name].summary)


def _titles() -> dict[str, str]:
    return {
        "sign": translate("Bug", "wrong sign"),
        "factor_two": translate("Bug", "gradient × 2"),
        "half": translate("Bug", "gradient ÷ 2"),
        "factor_n": translate("Bug", "gradient × n"),
        "one_over_n": translate("Bug", "gradient ÷ n"),
        "n_minus_one": translate("Bug", "n − 1 in place of n"),
        "missing_x": translate("Bug", "factor x forgotten"),
        "mean_product": translate("Bug", "product of means"),
        "shuffled_x": translate("Bug", "x in another order"),
        "off_by_one": translate("Bug", "last row forgotten"),
        "forgets_b": translate("Bug", "b forgotten"),
        "swapped": translate("Bug", "∂w and ∂b exchanged"),
        "same_for_both": translate("Bug", "∂w used for both"),
        "only_w": translate("Bug", "∂b left at 0"),
        "only_b": translate("Bug", "∂w left at 0"),
        "zero": translate("Bug", "gradient 0"),
        "none": translate("Bug", "loss outside the tape"),
        "stop_gradient": translate("Bug", "tf.stop_gradient on w"),
        "other_loss": translate("Bug", "gradient of another loss"),
        "ignores_upstream": translate("Bug", "upstream gradient ignored"),
        "stale": translate("Bug", "gradient at w = b = 0"),
        "clipped": translate("Bug", "gradient clipped to ±1"),
        "floor_division": translate("Bug", "// in place of /"),
        "wrong_sign": translate("Bug", "step added, not subtracted"),
        "without_learning_rate": translate("Bug", "learning rate forgotten"),
        "not_simultaneous": translate("Bug", "b first, then w"),
        "parameter_for_gradient": translate("Bug", "assign_sub(0.1 * w)"),
        "swapped_pairs": translate("Bug", "pairs in the wrong order"),
        "assigned": translate("Bug", "assign in place of assign_sub"),
        "step_twice": translate("Bug", "step made twice"),
        "bias_twice": translate("Bug", "b updated twice"),
        "skips_b": translate("Bug", "b not updated"),
    }


def _sentences() -> dict[str, str]:
    return {
        "sign": translate("Bug", "The gradient has the wrong sign, so that every step climbs."),
        "factor_two": translate("Bug", "The gradient is twice too large."),
        "half": translate(
            "Bug",
            "The 2 of the derivative of e² is dropped, so that the gradient is half the right one.",
        ),
        "factor_n": translate("Bug", "The division by n is forgotten."),
        "one_over_n": translate("Bug", "The gradient is divided by n once too often."),
        "n_minus_one": translate("Bug", "The gradient is divided by n − 1 in place of n."),
        "missing_x": translate("Bug", "The factor x is forgotten in ∂loss/∂w."),
        "mean_product": translate(
            "Bug", "∂loss/∂w is taken as ∂loss/∂b times mean(x): a product of means."
        ),
        "shuffled_x": translate("Bug", "Each residual is multiplied with the x of another row."),
        "off_by_one": translate("Bug", "The sum misses the last row."),
        "forgets_b": translate(
            "Bug", "The gradient is computed with the prediction w·x, without b."
        ),
        "swapped": translate("Bug", "∂loss/∂w and ∂loss/∂b are exchanged."),
        "same_for_both": translate("Bug", "∂loss/∂w is used for b too."),
        "only_w": translate("Bug", "∂loss/∂b is left at 0."),
        "only_b": translate("Bug", "∂loss/∂w is left at 0."),
        "zero": translate("Bug", "The whole gradient is 0."),
        "none": translate("Bug", "The loss is computed outside the tape, which then answers None."),
        "stop_gradient": translate(
            "Bug", "tf.stop_gradient hides w from the tape, which answers None for it."
        ),
        "other_loss": translate(
            "Bug", "The gradient belongs to another loss than the one that is shown."
        ),
        "ignores_upstream": translate(
            "Bug", "A tf.custom_gradient forgets to multiply with the upstream gradient."
        ),
        "stale": translate(
            "Bug", "The gradient stays the one at w = 0 and b = 0, whatever they become."
        ),
        "clipped": translate("Bug", "Each derivative is clipped to the range from −1 to 1."),
        "floor_division": translate(
            "Bug", "A whole-number division, //, rounds each derivative down."
        ),
        "wrong_sign": translate(
            "Bug", "The step is added in place of subtracted, so that it climbs."
        ),
        "without_learning_rate": translate(
            "Bug", "The whole gradient is subtracted, without the learning rate."
        ),
        "not_simultaneous": translate(
            "Bug", "b is updated first, and w then with the gradient at the new b."
        ),
        "parameter_for_gradient": translate(
            "Bug", "The parameters are applied in place of their gradients."
        ),
        "swapped_pairs": translate(
            "Bug", "The gradients are paired with the parameters in the wrong order."
        ),
        "assigned": translate("Bug", "The parameters are set to the step in place of moved by it."),
        "step_twice": translate("Bug", "The same gradients are applied twice."),
        "bias_twice": translate("Bug", "b is updated twice with the same gradient."),
        "skips_b": translate("Bug", "b is left out of the update."),
    }
