"""The words of the window for the hyperparameters of the optimizers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from core.hyperparameters import Hyperparameter
from gui.number_format import short

translate = QCoreApplication.translate


def meaning(entry: Hyperparameter) -> str:
    """Return what a hyperparameter does, in one sentence."""
    return {**_speed_words(), **_scale_words(), **_shared_words()}.get(entry.code, entry.name)


def help_text(entry: Hyperparameter) -> str:
    """Return the tooltip: what it does, where it stands in the update, and Keras' default."""
    default = translate("Hyperparameter", "Keras' default: {value}")
    lines = [meaning(entry), entry.term, default.format(value=value_words(entry.default))]
    return "\n".join(lines)


def value_words(value: object) -> str:
    """Return a value as text."""
    if value is None or value is False:
        return translate("Hyperparameter", "off")
    if value is True:
        return translate("Hyperparameter", "on")
    return short(value) if isinstance(value, (int, float)) else str(value)


def settings_words(settings: Sequence[tuple[str, object]]) -> str:
    """Return what differs from Keras' defaults: "momentum 0.9, nesterov"."""
    return ", ".join(
        name if value is True else f"{name} {value_words(value)}" for name, value in settings
    )


def clash_words(names: Sequence[str]) -> str:
    """Return why several clippings at once are not taken."""
    text = translate(
        "Hyperparameter", "Keras takes only one of {names}: empty the other field first."
    )
    return text.format(names=", ".join(names))


def idle_words(name: str, needs: Sequence[str]) -> str:
    """Return that something does nothing yet."""
    text = translate("Hyperparameter", "{name} does nothing without {needs}.")
    return text.format(name=name, needs=", ".join(needs))


def withheld_words(code: str) -> str:
    """Return why a hyperparameter is not offered."""
    return {
        "unscaled_loss": translate(
            "Hyperparameter",
            "Keras divides the gradients by it, and nothing multiplies the loss by it here: "
            "it would shrink the updates unseen.",
        ),
        "matrices_only": translate(
            "Hyperparameter",
            "It acts on matrices; Keras updates single numbers with AdamW instead.",
        ),
        "limited_anyway": translate(
            "Hyperparameter",
            "It does nothing: Keras limits the learning rate to 1/√t whether it is on or off.",
        ),
        "sign_only": translate(
            "Hyperparameter",
            "It does nothing to single numbers: a step as long as |θ| keeps only the sign of m.",
        ),
        "cancels": translate(
            "Hyperparameter",
            "It does nothing: Keras with TensorFlow reads z after it has moved it, and β₁ "
            "cancels out.",
        ),
    }[code]


def _speed_words() -> dict[str, str]:
    """Return the words for momentum and averages of the gradient."""
    return {
        "momentum": translate(
            "Hyperparameter",
            "How much of the last step is added to the next, as with a rolling ball.",
        ),
        "nesterov": translate(
            "Hyperparameter", "Add the momentum once more, looking ahead to where it leads."
        ),
        "beta_1": translate(
            "Hyperparameter", "How slowly the running average of the gradients forgets old ones."
        ),
        "beta_1_lion": translate(
            "Hyperparameter",
            "How much the running average counts against the new gradient in the sign of the step.",
        ),
        "beta_2": translate(
            "Hyperparameter",
            "How slowly the running average of the squared gradients forgets old ones.",
        ),
        "beta_2_largest": translate(
            "Hyperparameter", "How slowly the largest gradient so far is forgotten."
        ),
        "rho": translate(
            "Hyperparameter",
            "How slowly the running average of the squared gradients forgets old ones.",
        ),
        "beta_2_decay": translate(
            "Hyperparameter",
            "How the average of the squared gradients comes to forget more slowly with t.",
        ),
        "centered": translate(
            "Hyperparameter",
            "Divide by the variance of the gradients, not by the mean of their squares.",
        ),
        "amsgrad": translate(
            "Hyperparameter",
            "Divide by the largest average so far: the divisor never shrinks.",
        ),
    }


def _scale_words() -> dict[str, str]:
    """Return the words for what scales or limits the step."""
    return {
        "epsilon": translate(
            "Hyperparameter", "Keeps the division from blowing up where the gradients are tiny."
        ),
        "epsilon_adadelta": translate(
            "Hyperparameter", "Sets how long the first steps are; the later ones follow from them."
        ),
        "epsilon_lamb": translate(
            "Hyperparameter",
            "Acts only where θ is exactly 0: else the step is as long as |θ| says.",
        ),
        "epsilon_1": translate(
            "Hyperparameter", "Is added to the squared gradient, against a division by 0."
        ),
        "epsilon_2": translate(
            "Hyperparameter", "The size of θ that is used for the step where |θ| is smaller."
        ),
        "clip_threshold": translate(
            "Hyperparameter", "The largest step, in units of the learning rate times |θ|."
        ),
        "initial_accumulator_value": translate(
            "Hyperparameter", "Where the sum of the squared gradients starts."
        ),
        "learning_rate_power": translate(
            "Hyperparameter", "How the step shrinks as the sum of the squared gradients grows."
        ),
        "l1_regularization_strength": translate(
            "Hyperparameter", "Draws θ towards 0 with a constant force, and holds it there."
        ),
        "l2_regularization_strength": translate(
            "Hyperparameter", "Draws θ towards 0 with a force that grows with θ."
        ),
        "l2_shrinkage_regularization_strength": translate(
            "Hyperparameter", "Adds the slope of a penalty s·θ² to the gradient."
        ),
        "beta": translate("Hyperparameter", "Makes every step smaller, the first ones the most."),
        "adam_lr_ratio": translate(
            "Hyperparameter", "The learning rate of single numbers is so many times the one above."
        ),
        "warmup_steps": translate(
            "Hyperparameter", "For so many steps the learning rate rises from 0 to its value."
        ),
    }


def _shared_words() -> dict[str, str]:
    """Return the words for what every optimizer has."""
    return {
        "weight_decay": translate(
            "Hyperparameter", "Before each update θ shrinks by this share, times the learning rate."
        ),
        "clipnorm": translate(
            "Hyperparameter", "The longest gradient of each parameter; a longer one is shortened."
        ),
        "clipvalue": translate(
            "Hyperparameter", "The largest derivative; a larger one is cut to it."
        ),
        "global_clipnorm": translate(
            "Hyperparameter",
            "The longest gradient of all parameters together; a longer one is shortened.",
        ),
        "use_ema": translate("Hyperparameter", "Keep a running average of the parameters."),
        "ema_momentum": translate(
            "Hyperparameter", "How slowly the running average of the parameters forgets old ones."
        ),
        "ema_overwrite_frequency": translate(
            "Hyperparameter", "Every so many steps the parameters are set to their average."
        ),
        "gradient_accumulation_steps": translate(
            "Hyperparameter",
            "Update only every so many steps, with the mean of the gradients since the last time.",
        ),
    }
