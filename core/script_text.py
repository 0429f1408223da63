"""The text of a script that repeats a run: one paragraph of the program after the other."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath, PureWindowsPath

from core.batch import BLOCK_ROWS, Batch
from core.config import RunConfig
from core.dataset import Dataset
from core.loss import Loss
from core.optimizer import OPTIMIZERS
from core.scaling import ScalingKind
from core.script_format import WIDTH, array_text, comment_lines, indented, shortest, string_text
from core.script_optimizer import change_text, optimizer_text

EVERY_STEP = 50
"""Up to so many steps each one is printed; of more, about 20."""

FEW_CHANGES = 3
"""Up to so many changes of the learning rate each one has a condition of its own."""


def data_line(name: str) -> str:
    """Return the line of a script that names the file of its data."""
    return f"data_file = Path(__file__).with_name({string_text(name)})"


@dataclass(frozen=True, eq=False)
class Recipe:
    """What a script repeats.

    Attributes
    ----------
    config : RunConfig
        The settings, with the learning rate of the first update.
    loss : Loss
        The loss.
    data : Dataset
        The data.
    start : tuple of float
        Values of w and b at the start.
    steps : int
        How many updates.
    changes : mapping of int to float
        Later learning rates, by the step from which they act.
    reached : tuple of float
        Values of w and b that the run came to.
    data_file : str or None
        The file beside the script that holds the data; None: the script holds them.
    """

    config: RunConfig
    loss: Loss
    data: Dataset
    start: tuple[float, ...]
    steps: int
    changes: Mapping[int, float]
    reached: tuple[float, ...]
    data_file: str | None = None

    @property
    def batch(self) -> Batch | None:
        """Which rows each update sees; None: all."""
        return self.config.batch


_LOSS_WORDS = {
    "mse": "mean squared error",
    "half_mse": "half mean squared error",
    "sum_squares": "sum of the squared errors",
    "mae": "mean absolute error",
    "huber": "Huber loss",
    "log_cosh": "log-cosh loss",
}

_LOSS_LINES = {
    "mse": ["return tf.reduce_mean(tf.square(error))"],
    "half_mse": ["return 0.5 * tf.reduce_mean(tf.square(error))"],
    "sum_squares": ["return tf.reduce_sum(tf.square(error))"],
    "mae": ["return tf.reduce_mean(tf.abs(error))"],
    "huber": [
        "size = tf.abs(error)",
        "# A parabola for errors up to 1, a straight line beyond.",
        "terms = tf.where(size <= 1.0, 0.5 * tf.square(error), size - 0.5)",
        "return tf.reduce_mean(terms)",
    ],
    "log_cosh": [
        "# log(cosh(error)), written so that no error is too large for it.",
        "terms = error + tf.math.softplus(-2.0 * error) - math.log(2.0)",
        "return tf.reduce_mean(terms)",
    ],
}


def script_text(recipe: Recipe) -> str:
    """Return the whole program."""
    settings = recipe.config.optimizer
    set_up = [
        _title(recipe),
        _imports(recipe),
        _data(recipe),
        _parameters(recipe),
        optimizer_text(settings, bool(recipe.changes)),
    ]
    functions = [_loss(recipe), _STEP, *_rows(recipe), _report(recipe)]
    # Two blank lines around functions, as everywhere in Python.
    parts = ["\n\n".join(set_up), *functions, f"{_loop(recipe)}\n\n{_end(recipe)}"]
    return "\n\n\n".join(parts) + "\n"


def _title(recipe: Recipe) -> str:
    steps = "1 step" if recipe.steps == 1 else f"{recipe.steps} steps"
    optimizer = OPTIMIZERS[recipe.config.optimizer.name]
    says = (
        f"It repeats a run of Descent Lab: {steps} of {optimizer} on the "
        f"{_LOSS_WORDS[recipe.loss.name]}, in {recipe.config.dtype}. "
        "It needs TensorFlow and NumPy, nothing else."
    )
    return (
        '"""Fit the line y = w x + b by gradient descent.\n\n'
        + f'{textwrap.fill(says, WIDTH)}\n"""'
    )


def _imports(recipe: Recipe) -> str:
    wanted = {"itertools": recipe.batch is not None, "math": recipe.loss.name == "log_cosh"}
    lines = [f"import {name}" for name, used in {**wanted, "os": True}.items() if used]
    lines += ["from pathlib import Path"] if recipe.data_file is not None else []
    lines += [
        "",
        'os.environ["KERAS_BACKEND"] = "tensorflow"',
        'os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")  # fewer messages',
        "",
        "import keras",
        "import numpy as np",
        "import tensorflow as tf",
        "",
        # A keras.json in somebody's home folder may say otherwise.
        'keras.config.set_floatx("float32")  # in which Keras holds the learning rate',
    ]
    return "\n".join(lines)


def _data(recipe: Recipe) -> str:
    data, kind = recipe.data.original, f"tf.{recipe.config.dtype}"
    lines = comment_lines(_about(data))
    if recipe.data_file is None:
        lines += [array_text("x", data.x), array_text("y", data.y)]
    else:
        lines += [
            data_line(recipe.data_file),
            "with np.load(data_file, allow_pickle=False) as data:",
            '    x, y = data["x"], data["y"]',
        ]
    lines += _scaling(recipe.data)
    return "\n".join([*lines, f"x, y = tf.constant(x, {kind}), tf.constant(y, {kind})"])


def _about(data: Dataset) -> str:
    """Return what the data are."""
    if data.formula is not None:
        noise = f", with noise of standard deviation {data.noise:g}" if data.noise else ""
        return f"The data: {data.formula}{noise}."
    # The file's name alone: the folders above it are nobody's business.
    file = "" if data.path is None else PureWindowsPath(PurePath(data.path).name).name
    named = "" if (data.x_name, data.y_name) == ("x", "y") else (
        f' x is "{data.x_name}", y is "{data.y_name}"'
    )  # fmt: skip
    origin = f" from {file}" if file else ""
    return f"The data{origin}{':' if named else ''}{named}."


def _scaling(data: Dataset) -> list[str]:
    scaling = data.scaling
    # Rows that were taken from scaled data have no source: they are scaled already.
    if scaling.kind is ScalingKind.NONE or data.source is None:
        return []
    what = "x is centred: its mean becomes 0."
    if scaling.kind is ScalingKind.STANDARDISE:
        what = "x is standardised: its mean becomes 0, its standard deviation 1."
    return [
        "",
        f"# {what}",
        f"offset, factor = {float(scaling.offset)!r}, {float(scaling.factor)!r}",
        "x = (x - offset) / factor",
    ]


def _parameters(recipe: Recipe) -> str:
    kind = recipe.config.dtype
    w, b = (shortest(value, kind) for value in recipe.start)
    return f"""\
# The parameters, where they start.
w = tf.Variable({w}, dtype=tf.{kind}, name="w")
b = tf.Variable({b}, dtype=tf.{kind}, name="b")"""


def _loss(recipe: Recipe) -> str:
    lines = [
        f'"""Return the {_LOSS_WORDS[recipe.loss.name]}: {recipe.loss.formula}."""',
        "error = w * x + b - y",
        *_LOSS_LINES[recipe.loss.name],
    ]
    return "\n".join(["def compute_loss(x, y):", *indented(lines)])


_STEP = '''\
@tf.function(jit_compile=True)
def train_step(x, y):
    """Make one update of w and b."""
    with tf.GradientTape() as tape:
        loss = compute_loss(x, y)
    gradients = tape.gradient(loss, [w, b])
    optimizer.apply_gradients(zip(gradients, [w, b]))'''


def _rows(recipe: Recipe) -> list[str]:
    """Return the function that puts the rows in the order of the run, where it shuffles."""
    batch, count = recipe.batch, len(recipe.data)
    if batch is None or not batch.shuffle:
        return []
    epochs = max(1, BLOCK_ROWS // count)
    return [
        f'''\
def shuffled_rows():
    """Yield row numbers without end: every row once an epoch, each epoch in a new order."""
    epochs = np.tile(np.arange({count}), ({epochs}, 1))  # so many are shuffled at once
    for block in itertools.count():
        random = np.random.default_rng([{batch.seed}, {count}, block])
        yield from random.permuted(epochs, axis=1).flat'''
    ]


def _digits(recipe: Recipe) -> tuple[int, int]:
    """Return how many digits the table shows, and how wide its columns are."""
    digits = 7 if recipe.config.dtype == "float32" else 12
    return digits, digits + 8


def _report(recipe: Recipe) -> str:
    digits, width = _digits(recipe)
    values = f"{{w.numpy():{width}.{digits}g}} {{b.numpy():{width}.{digits}g}}"
    return f'''\
def report(step):
    """Print where the training stands."""
    loss = compute_loss(x, y).numpy()
    print(f"{{step:7d}} {values} {{loss:{width}.{digits}g}}")'''


def _loop(recipe: Recipe) -> str:
    _, width = _digits(recipe)
    heading = "step".rjust(7) + "".join(f" {name.rjust(width)}" for name in ("w", "b", "loss"))
    lines = [f"STEPS = {recipe.steps}"]
    if recipe.batch is not None:
        rows = (
            "shuffled_rows()"
            if recipe.batch.shuffle
            else f"itertools.cycle(range({len(recipe.data)}))"
        )
        lines += [f"BATCH_SIZE = {recipe.batch.size}", f"rows = {rows}"]
    changes, change = _changes(recipe)
    lines += [*changes, "", f'print("{heading}")', "report(0)", "for step in range(STEPS):"]
    return "\n".join([*lines, *indented([*change, *_update(recipe), *_shown(recipe)])])


def _changes(recipe: Recipe) -> tuple[list[str], list[str]]:
    """Return the lines before the loop and those in it that change the learning rate."""
    settings, changes = recipe.config.optimizer, recipe.changes
    if len(changes) <= FEW_CHANGES:
        conditions = [
            [f"if step == {step}:", *indented([change_text(settings, repr(rate))])]
            for step, rate in changes.items()
        ]
        return [], [line for condition in conditions for line in condition]
    entries = [f"    {step}: {rate!r}," for step, rate in changes.items()]
    table = ["new_rates = {  # step: learning rate from there on", *entries, "}"]
    change = change_text(settings, "new_rates[step]")
    return table, ["if step in new_rates:", *indented([change])]


def _update(recipe: Recipe) -> list[str]:
    if recipe.batch is None:
        return ["train_step(x, y)"]
    return [
        "batch = list(itertools.islice(rows, BATCH_SIZE))",
        "train_step(tf.gather(x, batch), tf.gather(y, batch))",
    ]


def _shown(recipe: Recipe) -> list[str]:
    if recipe.steps <= EVERY_STEP:
        return ["report(step + 1)"]
    every = _round_interval(recipe.steps)
    last = [] if recipe.steps % every == 0 else [" or step + 1 == STEPS"]
    return [f"if (step + 1) % {every} == 0{''.join(last)}:", *indented(["report(step + 1)"])]


def _round_interval(steps: int) -> int:
    """Return 1, 2 or 5 times a power of ten: the smallest that gives at most 25 lines."""
    every = 1
    while steps > 25 * every:
        # 1, 2, 5, 10, ...
        every = every * 5 // 2 if str(every)[0] == "2" else every * 2
    return every


def _end(recipe: Recipe) -> str:
    w, b = (shortest(value, recipe.config.dtype) for value in recipe.reached)
    lines = [f"# With all digits; the run came to w = {w}, b = {b}.", _print("w"), _print("b")]
    scaled = recipe.data.scaling.kind is not ScalingKind.NONE and recipe.data.source is not None
    if scaled:
        lines += [
            "",
            "# The same line for x as it was before.",
            "slope = w.numpy().item() / factor",
            'print("slope =", slope, "intercept =", b.numpy().item() - slope * offset)',
        ]
    return "\n".join(lines)


def _print(name: str) -> str:
    return f'print("{name} =", {name}.numpy().item())'
