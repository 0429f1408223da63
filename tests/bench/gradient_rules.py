"""False alarms and misses: our check against fixed-tolerance rules on the same 2,000 problems.

Half are fits of a line in any units, half fits of small curves. Each gradient is judged twice:
as TensorFlow computes it (calling it wrong is a false alarm), and with one element at least 1 %
off (calling it right is a miss). The rules are what people use:

- TensorFlow: ``tf.test.compute_gradient`` (step 1/1024), error below 1e-3;
- PyTorch's ``gradcheck``: step 1e-6, error below 1e-5 + 1e-3 abs(numerical);
- CS231n: step 1e-5, error below 1e-7 of the larger of both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.gradient_check import check_gradients
from core.loss import LOSSES
from core.problem import FitObjective, Problem, fit_problem
from core.tensorflow_import import load_tensorflow
from core.verdict import CheckCode

PROBLEMS = 2000
FACTORS = (1.01, 0.99, 0.5, 2.0, -1.0, 0.0, 10.0)

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Curve:
    """A model a f(b x) with a smooth f of values within -1 to 1, or the exponential."""

    kind: str
    names: tuple[str, ...] = ("a", "b")

    def predict(self, parameters: Sequence[Any], x: Any) -> Any:
        import tensorflow as tf

        a, b = parameters
        return a * {"exp": tf.exp, "sin": tf.sin, "tanh": tf.tanh}[self.kind](b * x)

    def magnitude(self, sizes: Sequence[Any], x_size: Any) -> Any:
        import tensorflow as tf

        a, b = sizes
        # The function's own argument rounds too: its slope times its size.
        bent = b * x_size
        grown = tf.exp(bent) * (1.0 + bent) if self.kind == "exp" else 1.0 + bent
        return a * grown


def problem(random: np.random.Generator, line: bool) -> Problem:
    """Return a random fit of a line, in any units, or of a small curve."""
    count = int(random.integers(3, 30))
    if line:
        x = 10.0 ** random.uniform(-6, 6) * (random.standard_normal(count) + random.choice([0, 5]))
        unit = 10.0 ** random.uniform(-6, 6)
        y = unit * (random.standard_normal(count) + 2.0)
        start = unit * random.standard_normal(2) / [np.abs(x).max(), 1.0]
        return fit_problem(LOSSES["mse"], Dataset(x, y), tuple(start))
    x, y = random.uniform(-2, 2, count), random.standard_normal(count)
    objective = FitObjective(Curve(str(random.choice(["exp", "sin", "tanh"]))), LOSSES["mse"])
    return Problem(objective, tuple(random.uniform(0.2, 2.0, 2)), Dataset(x, y))


def differences(made: Problem, dtype: str, step: float) -> Floats:
    """Return central differences with a fixed step, everything in that dtype."""
    import tensorflow as tf

    data = tuple(tf.constant(array) for array in made.arrays(dtype))
    found = []
    for i in range(len(made.start)):
        losses = []
        for side in (step, -step):
            point = np.array(made.start, dtype)
            point[i] += np.array(side, dtype)
            losses.append(made.objective([tf.constant(v) for v in point], data).numpy())
        found.append((losses[0] - losses[1]) / np.array(2.0 * step, dtype))
    return np.array(found, np.float64)


Rule = Callable[[Problem, str, Floats], NDArray[np.bool_]]
"""(problem, dtype, gradient) -> which elements it calls right."""


def tensorflow_rule(made: Problem, dtype: str, gradient: Floats) -> NDArray[np.bool_]:
    """Judge by an absolute error."""
    return np.abs(differences(made, dtype, 2.0**-10) - gradient) < 1e-3


def pytorch_rule(made: Problem, dtype: str, gradient: Floats) -> NDArray[np.bool_]:
    """Judge by an absolute plus a relative error."""
    numerical = differences(made, dtype, 1e-6)
    return np.abs(numerical - gradient) <= 1e-5 + 1e-3 * np.abs(numerical)


def cs231n_rule(made: Problem, dtype: str, gradient: Floats) -> NDArray[np.bool_]:
    """Judge by a relative error."""
    numerical = differences(made, dtype, 1e-5)
    size = np.maximum(np.abs(numerical), np.abs(gradient))
    return np.abs(numerical - gradient) <= 1e-7 * size


RULES: dict[str, Rule] = {
    "TensorFlow 1e-3": tensorflow_rule,
    "PyTorch 1e-5 + 1e-3": pytorch_rule,
    "CS231n 1e-7": cs231n_rule,
}


def judged(made: Problem, dtype: str, tally: dict[str, Counter[str]], factor: float) -> None:
    """Judge a right and a wrong gradient of one problem by every rule."""
    honest = check_gradients(made, dtype=dtype)
    right = np.array([element.trained for element in honest.elements])
    exact = np.array([element.analytical for element in honest.elements])
    wrong = [exact[0] * factor, exact[1]]
    bugged = check_gradients(made, dtype=dtype, claimed=wrong)
    ours = tally["ours"]
    ours["false alarms"] += sum(e.code is CheckCode.DISAGREE for e in honest.elements)
    ours["inconclusive"] += sum(e.code > CheckCode.DISAGREE for e in honest.elements)
    ours["misses"] += bugged.elements[0].code is CheckCode.AGREE
    ours["wrong, inconclusive"] += bugged.elements[0].code > CheckCode.DISAGREE
    for name, rule in RULES.items():
        tally[name]["false alarms"] += int((~rule(made, dtype, right)).sum())
        tally[name]["misses"] += int(rule(made, dtype, right * [factor, 1.0])[0])


def main(problems: int = PROBLEMS) -> None:
    """Print the table."""
    load_tensorflow()
    for dtype in ("float32", "float64"):
        random = np.random.default_rng(0)
        tally: dict[str, Counter[str]] = {name: Counter() for name in ("ours", *RULES)}
        for i in range(problems):
            made = problem(random, line=i % 2 == 0)
            judged(made, dtype, tally, float(random.choice(FACTORS)))
        print(
            f"{dtype}, {problems:,} problems: {2 * problems:,} right elements, {problems:,} wrong"
        )
        for name, counts in tally.items():
            told = "  ".join(f"{what} {counts[what]:6,}" for what in ("false alarms", "misses"))
            print(f"  {name:22}{told}")
        doubts = tally["ours"]
        print(f"  ours, not conclusive: {doubts['inconclusive']} of the right, "
              f"{doubts['wrong, inconclusive']} of the wrong")  # fmt: skip


if __name__ == "__main__":
    main()
