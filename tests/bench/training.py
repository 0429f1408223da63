"""Steps per second and latency of one step, on preset ``tape`` (100 rows)."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from core.config import RunConfig
from core.presets import preset_named
from core.program import ROWS, Program
from core.run import Run
from core.runner import Runner
from core.stop_rules import StopRules
from core.tensorflow_import import load_tensorflow
from core.trainer import Trainer
from tests.bench.timing import rates

RATE = 1e-3
"""Small, so that no round reaches the optimum to the last bit."""


def eager_loop(config: RunConfig, steps: int = 200) -> Callable[[], int]:
    """Return the tutorial's loop: tape, Keras SGD, apply_gradients; w, b and loss read."""
    import keras
    import tensorflow as tf

    x, y = (tf.constant(array) for array in config.problem.arrays(config.dtype))
    w, b = tf.Variable(1.0, dtype=config.dtype), tf.Variable(1.0, dtype=config.dtype)
    optimizer = keras.optimizers.SGD(RATE)
    mean_squared_error = keras.losses.MeanSquaredError()

    def loop() -> int:
        record = []
        for _ in range(steps):
            with tf.GradientTape() as tape:
                loss = mean_squared_error(y, w * x + b)
            gradients = tape.gradient(loss, [w, b])
            record.append((w.numpy(), b.numpy(), loss.numpy()))
            optimizer.apply_gradients(zip(gradients, [w, b], strict=True))
        return len(record)

    return loop


def numpy_loop(config: RunConfig, steps: int = 20_000) -> Callable[[], int]:
    """Return a hand-written NumPy loop that records w, b, loss and both gradients."""
    x, y = config.problem.arrays("float64")

    def loop() -> int:
        w, b = 1.0, 1.0
        record = np.empty((steps, 5))
        for k in range(steps):
            error = w * x + b - y
            loss = np.mean(error * error)
            gradient_w = 2.0 * np.mean(error * x)
            gradient_b = 2.0 * np.mean(error)
            record[k] = w, b, loss, gradient_w, gradient_b
            w -= RATE * gradient_w
            b -= RATE * gradient_b
        return steps

    return loop


def recorded_run(config: RunConfig, chunks: int = 20) -> Callable[[], int]:
    """Return the whole of what the window's thread does: train, check, record, judge."""
    endless = replace(config, stop=StopRules(2**40))
    run = Run(1, endless)

    def loop() -> int:
        return sum(run.advance(ROWS) for _ in range(chunks))

    return loop


def bare_loop(config: RunConfig, checked: bool, chunks: int = 20) -> Callable[[], int]:
    """Return the compiled loop alone, with or without the check of every step."""
    trainer = Trainer(config) if checked else Trainer(config, unchecked_program(config))

    def loop() -> int:
        return sum(len(trainer.advance(ROWS).rows) for _ in range(chunks))

    return loop


def unchecked_program(config: RunConfig) -> Program:
    """Return the compiled loop with the four check columns left empty."""
    import tensorflow as tf

    def no_check(objective: object, parameters: tf.Tensor, *_: object) -> list[tf.Tensor]:
        return [tf.fill([2], tf.constant(np.nan, tf.float64))] * 4

    return Program(
        config.problem.objective, config.dtype, config.optimizer, config.gradient,
        config.update, check=no_check,
    )  # fmt: skip


def rate_on_default_xla(dtype: str) -> float:
    """Return the rate of the unchecked loop with XLA as it comes, measured in a child process.

    The program makes the whole loop one kernel by an option of XLA (see
    `core.tensorflow_import`); this is the loop without it.
    """
    # XLA takes the last value: naming its own default switches the option off.
    option = "xla_cpu_small_while_loop_byte_threshold=1024"
    environment = {**os.environ, "XLA_FLAGS": f"--xla_backend_extra_options={option}"}
    command = [sys.executable, "-m", "tests.bench.training", dtype]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)


def unchecked_rate(dtype: str) -> float:
    """Return the rate of the unchecked loop in this process."""
    load_tensorflow()
    config = replace(preset_named("tape").config().with_learning_rate(RATE), dtype=dtype)
    return rates({"unchecked": bare_loop(config, checked=False)})["unchecked"]


def step_latency(count: int = 200) -> float:
    """Return the median seconds from Runner.step() until the snapshot shows the new row."""
    runner = Runner()
    runner.start()
    runner.load(preset_named("tape").config())
    while runner.snapshot.active_run is None:
        time.sleep(0.01)
    seconds = []
    for _ in range(count):
        seen = len(runner.snapshot.runs[1].history)
        begun = time.perf_counter()
        runner.step()
        while len(runner.snapshot.runs[1].history) == seen:
            time.sleep(1e-4)  # a busy loop would keep the other thread from Python's lock
        seconds.append(time.perf_counter() - begun)
    runner.close()
    return statistics.median(seconds)


def main() -> None:
    """Print the table."""
    load_tensorflow()
    preset = preset_named("tape").config().with_learning_rate(RATE)
    for dtype in ("float32", "float64"):
        config = replace(preset, dtype=dtype)
        found = rates(
            {
                "eager tutorial loop": eager_loop(config),
                "NumPy loop": numpy_loop(config),
                "recorded and checked run": recorded_run(config),
                "compiled loop, checked": bare_loop(config, checked=True),
                "compiled loop, unchecked": bare_loop(config, checked=False),
            }
        )
        found["the same with XLA as it comes"] = rate_on_default_xla(dtype)
        ours = found["recorded and checked run"]
        print(f"{dtype}, 100 rows, steps per second (median of 7 rounds in turn):")
        for name, rate in found.items():
            print(f"  {name:30}{rate:14,.0f}   ours is {ours / rate:9.3f} x")
        ratio = found["compiled loop, unchecked"] / found["compiled loop, checked"]
        print(f"  the check makes the compiled loop {ratio:.2f} x as long")
    print(f"one Step, from the call to the new row in the snapshot: {step_latency() * 1e3:.2f} ms")


if __name__ == "__main__":
    print(unchecked_rate(sys.argv[1]))
