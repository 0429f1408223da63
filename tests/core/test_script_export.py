"""The exported script: run by a Python of its own, it comes to the numbers of the run."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.batch import Batch
from core.branching import Segment
from core.config import RunConfig
from core.dataset import Dataset
from core.errors import InputError
from core.gradient_bugs import BUGS, with_bug
from core.loss import LOSSES
from core.optimizer import OPTIMIZERS, OptimizerConfig
from core.problem import Problem
from core.run import Run
from core.run_view import RunView
from core.scaling import ScalingKind
from core.schedule import Schedule
from core.script_export import INLINE_ROWS, script_of, write_script
from core.script_text import _round_interval
from core.stop_rules import StopRules
from tests.core.helpers import Rosenbrock, fit_config, linear_dataset

STEPS = 20
TOLERANCE = {"float32": 1e-5, "float64": 1e-12}

ALONE = "nadam"
"""The case whose script has a Python of its own; its data lie in a file."""

RUN_ALL = """
import contextlib, io, json, runpy, sys
import keras, tensorflow
printed = []
for line in sys.stdin:
    path = json.loads(line)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        runpy.run_path(path, run_name="__main__")
    printed.append(out.getvalue())
print(json.dumps(printed))
"""
"""Runs scripts one after the other: TensorFlow is imported once for all of them."""


def _config(
    optimizer: str, dtype: str, loss: str = "mse", rate: float = 0.05,
    schedule: Schedule | None = None, batch: Batch | None = None,
    scaling: ScalingKind = ScalingKind.NONE, rows: int = 12, **hyperparameters: Any,
) -> RunConfig:  # fmt: skip
    settings = tuple(sorted(hyperparameters.items()))
    chosen = OptimizerConfig(optimizer, rate, settings, schedule or Schedule())
    config = fit_config(linear_dataset(rows), (0.3, -0.7), loss, dtype, chosen, batch=batch)
    return replace(config, problem=config.problem.scaled(scaling))


def _schedule(kind: str, **settings: Any) -> Schedule:
    return Schedule(kind, tuple(sorted(settings.items())))


EXPONENTIAL = _schedule("exponential", decay_steps=7, decay_rate=0.7)
COSINE = _schedule("cosine", decay_steps=10, warmup_steps=5, alpha=0.1)
PIECEWISE = _schedule("piecewise", boundaries=(4, 9), factors=(1.0, 0.3, 0.07))
CENTRE, STANDARDISE = ScalingKind.CENTRE, ScalingKind.STANDARDISE

# Every optimizer, loss, schedule, scaling, clipping and kind of batch at least once.
CASES: dict[str, tuple[RunConfig, dict[int, float]]] = {
    "plain": (_config("sgd", "float32", rate=0.1), {}),
    "sgd": (_config("sgd", "float64", "half_mse", momentum=0.9, nesterov=True), {0: 0.2, 8: 0.03}),
    "rmsprop": (_config("rmsprop", "float64", "log_cosh", 0.013, COSINE, centered=True), {}),
    "adam": (_config("adam", "float64", batch=Batch(5, seed=3), scaling=STANDARDISE), {5: 0.1}),
    "adamw": (_config("adamw", "float32", "huber", schedule=EXPONENTIAL, beta_1=0.8), {6: 0.3}),
    "adamax": (_config("adamax", "float32", "mae", clipvalue=0.1), {}),
    "nadam": (_config("nadam", "float64", "huber", rows=INLINE_ROWS + 1, scaling=CENTRE), {}),
    "adagrad": (_config("adagrad", "float64", "sum_squares", clipnorm=2.0,
                        initial_accumulator_value=0.5), {}),
    "adadelta": (_config("adadelta", "float64", batch=Batch(5, shuffle=False)), {}),
    "adafactor": (_config("adafactor", "float32", use_ema=True, ema_overwrite_frequency=3), {}),
    "ftrl": (_config("ftrl", "float64", schedule=_schedule("inverse_time", decay_steps=6)), {}),
    "lion": (_config("lion", "float64", weight_decay=0.1), {k: 0.05 / k for k in range(2, 9)}),
    "lamb": (_config("lamb", "float64", schedule=PIECEWISE), {9: 0.1}),
    # In float64 for the schedules that XLA rounds in more than one way, and past their end.
    "muon": (_config("muon", "float64", schedule=_schedule("polynomial", decay_steps=15)), {}),
    "schedulefreeadamw": (_config("schedulefreeadamw", "float64", warmup_steps=4,
                                  gradient_accumulation_steps=2), {}),
}  # fmt: skip


def _run(config: RunConfig, changes: dict[int, float], steps: int = STEPS) -> Run:
    run = Run(1, replace(config, stop=StopRules(steps=steps)))
    for step, rate in sorted(changes.items()):
        run.advance(step - run.step)
        run.set_learning_rate(rate)
    run.advance(steps - run.step)
    return run


@contextmanager
def _python(
    *arguments: str | Path, folder: Path, **environment: str
) -> Iterator[subprocess.Popen[str]]:
    """Start a Python that sees neither this folder nor the user's packages."""
    with subprocess.Popen(
        [sys.executable, "-I", *map(str, arguments)], env={**os.environ, **environment},
        cwd=folder, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


def _printed(process: subprocess.Popen[str]) -> str:
    """Return what it printed, once it has ended well."""
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out


def _final(printed: str) -> list[float]:
    return [float(re.findall(rf"^{name} = (.+)$", printed, re.M)[-1]) for name in ("w", "b")]


def _table(printed: str) -> np.ndarray:
    """Return step, w, b and loss of every line that was printed on the way."""
    rows = [line.split() for line in printed.splitlines() if re.match(r"\s+\d", line)]
    return np.array(rows, dtype=np.float64)


@pytest.fixture(scope="module")
def repeated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Run, str]]:
    """Each case's run, and what its script printed."""
    folder = tmp_path_factory.mktemp("scripts")
    paths = {name: folder / f"{name}.py" for name in CASES}
    # A user's own settings of Keras must not change the numbers.
    (folder / "keras.json").write_text('{"floatx": "float64", "backend": "jax"}')
    settings = {"KERAS_BACKEND": "jax", "KERAS_HOME": str(folder)}
    runs = {ALONE: _run(*CASES[ALONE])}
    write_script(paths[ALONE], runs[ALONE])
    elsewhere = folder.parent
    # Both work while the other runs are made here.
    with (
        _python(paths[ALONE], folder=elsewhere, **settings) as alone,
        _python("-c", RUN_ALL, folder=elsewhere) as together,
    ):
        others = [name for name in CASES if name != ALONE]
        for name in others:
            runs[name] = _run(*CASES[name])
            write_script(paths[name], runs[name])
            assert together.stdin is not None
            print(json.dumps(str(paths[name])), file=together.stdin, flush=True)
        texts = dict(zip(others, json.loads(_printed(together)), strict=True))
        texts[ALONE] = _printed(alone)
    return {name: (runs[name], texts[name]) for name in CASES}


def test_the_cases_cover_what_there_is() -> None:
    assert {config.optimizer.name for config, _ in CASES.values()} == set(OPTIMIZERS)
    fits = [config.problem.fit for config, _ in CASES.values()]
    assert {fit.loss.name for fit in fits if fit is not None} == set(LOSSES)


@pytest.mark.parametrize("name", CASES)
def test_a_script_comes_to_the_parameters_of_its_run(
    name: str, repeated: dict[str, tuple[Run, str]]
) -> None:
    run, printed = repeated[name]
    tolerance = TOLERANCE[run.config.dtype]
    np.testing.assert_allclose(_final(printed), run.newest.parameters, rtol=tolerance, atol=0.0)
    table = _table(printed)
    rows = [run.history.view.row(k) for k in range(STEPS + 1)]
    wanted = [[row.step, *row.parameters, row.loss] for row in rows]
    np.testing.assert_allclose(table, wanted, rtol=max(tolerance, 1e-6), atol=1e-7)


PLAIN = CASES["plain"][0]


def _lines(run: Run) -> list[str]:
    return script_of(run).splitlines()


def test_a_script_needs_tensorflow_and_numpy_only_and_steps_as_the_tutorial_does() -> None:
    text = script_of(_run(PLAIN, {}, 3))
    imported: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
    assert imported == {"os", "keras", "numpy", "tensorflow"}
    for part in ("@tf.function(jit_compile=True)", "with tf.GradientTape() as tape:",
                 "gradients = tape.gradient(loss, [w, b])",
                 "optimizer.apply_gradients(zip(gradients, [w, b]))"):  # fmt: skip
        assert part in text
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("name", CASES)
def test_every_case_is_a_short_program(name: str) -> None:
    text = script_of(_run(*CASES[name], steps=0))
    compile(text, name, "exec")
    assert "STEPS = 0" in text and len(text.splitlines()) < 110


def test_it_makes_the_steps_of_the_run_and_prints_some_of_them() -> None:
    assert "STEPS = 50" in _lines(_run(PLAIN, {}, 50))
    assert "    if (step + 1) % 5 == 0 or step + 1 == STEPS:" in _lines(_run(PLAIN, {}, 123))
    assert "    if (step + 1) % 10 == 0:" in _lines(_run(PLAIN, {}, 130))


@pytest.mark.parametrize("steps", [51, 99, 100, 126, 1000, 12_345, 1_000_000])
def test_about_twenty_lines_are_printed_of_many_steps(steps: int) -> None:
    every = _round_interval(steps)
    assert 10 <= steps / every <= 25 and str(every).rstrip("0") in ("1", "2", "5")


def test_a_run_that_diverged_is_repeated_to_where_it_ended() -> None:
    run = _run(PLAIN.with_learning_rate(1e30), {})
    assert 0 < run.step < STEPS and f"STEPS = {run.step}" in _lines(run)


def test_changes_that_never_acted_are_left_out() -> None:
    run = _run(PLAIN, {0: 0.3, 2: 0.3, 4: 0.2}, 4)
    assert "learning_rate=0.3)" in script_of(run) and "if step ==" not in script_of(run)


def test_a_branch_with_another_learning_rate_only_is_a_change_on_the_way() -> None:
    run = _run(PLAIN, {2: 0.05}, 8)
    branch = run.branch(2, 5, run.config.with_learning_rate(0.01))
    branch.advance(3)
    lines = _lines(branch)
    assert lines[lines.index("    if step == 2:") + 1] == "        optimizer.learning_rate = 0.05"
    assert lines[lines.index("    if step == 5:") + 1] == "        optimizer.learning_rate = 0.01"


def _refusal(run: Run | RunView) -> InputError:
    with pytest.raises(InputError) as caught:
        script_of(run)
    return caught.value


def test_a_branch_with_another_optimizer_is_refused() -> None:
    adam = replace(PLAIN, optimizer=CASES["adam"][0].optimizer)
    error = _refusal(_run(PLAIN, {}, 6).branch(2, 4, adam))
    assert error.code == "script_of_branch" and error.values == {"step": 4}


@pytest.mark.parametrize("other", [
    replace(PLAIN, batch=Batch(3)),
    replace(PLAIN, dtype="float64"),
    replace(PLAIN, problem=PLAIN.problem.with_loss(LOSSES["mae"])),
    replace(PLAIN, problem=PLAIN.problem.scaled(CENTRE)),
    replace(PLAIN, optimizer=OptimizerConfig("sgd", 0.1, (("momentum", 0.9),))),
    replace(PLAIN, optimizer=OptimizerConfig("sgd", 0.1, (), EXPONENTIAL)),
])  # fmt: skip
def test_other_settings_on_the_way_are_refused(other: RunConfig) -> None:
    segments = (Segment(0, 0, PLAIN), Segment(4, 0, other))
    error = _refusal(replace(_run(PLAIN, {}, 6).view(), segments=segments))
    assert error.code == "script_of_branch" and error.values == {"step": 4}


def test_settings_that_came_back_with_a_new_optimizer_are_refused() -> None:
    segments = (Segment(0, 0, PLAIN), Segment(4, 4, PLAIN))
    view = replace(_run(PLAIN, {}, 6).view(), segments=segments)
    assert _refusal(view).code == "script_of_branch"


def test_settings_that_came_back_at_the_same_step_are_refused() -> None:
    """Without momentum and with it again: the segments are alike, but the momentum is lost."""
    momentum = CASES["sgd"][0]
    without = replace(momentum, optimizer=OptimizerConfig("sgd", 0.05))
    run = _run(momentum, {}, 6)
    there = run.branch(2, 4, without)
    straight, back = run.branch(3, 4, momentum), there.branch(4, 4, momentum)
    straight.advance(2), back.advance(2)
    assert not np.allclose(straight.newest.parameters, back.newest.parameters)
    script_of(straight)
    assert _refusal(back).values == {"step": 4}
    # It is still lost after another branch, at that step or later.
    assert _refusal(back.branch(5, 4, momentum)).values == {"step": 4}
    assert _refusal(back.branch(6, 5, momentum)).values == {"step": 4}


def test_accumulators_of_another_run_are_refused() -> None:
    other = OptimizerConfig("adagrad", 0.05, (("clipnorm", 2.0),))
    config = replace(CASES["adagrad"][0], optimizer=other)
    assert _refusal(_run(*CASES["adagrad"], 4).branch(2, 0, config)).code == "script_of_branch"
    script_of(_run(config, {}, 0))


@pytest.mark.parametrize("bug", sorted(BUGS))
def test_a_run_with_a_deliberate_mistake_is_refused(bug: str) -> None:
    view = replace(_run(PLAIN, {}, 2).view(), segments=(Segment(0, 0, with_bug(PLAIN, bug)),))
    error = _refusal(view)
    assert error.code == "script_of_bug" and error.values == {"bug": bug}


def test_a_bare_function_is_refused() -> None:
    config = RunConfig(Problem(Rosenbrock(), (0.0, 0.0)), "float64")
    assert _refusal(_run(config, {}, 0)).code == "script_of_function"


def test_names_from_outside_stay_within_their_comment() -> None:
    data = linear_dataset(3)
    evil = "a\nimport os\r\x0c\u2028\u202e#\x00"
    named = replace(data, x_name=evil, y_name='"""', path=f"/home/someone/secret/{evil}.csv")
    text = script_of(_run(replace(PLAIN, problem=replace(PLAIN.problem, dataset=named)), {}, 0))
    plain = script_of(_run(replace(PLAIN, problem=replace(PLAIN.problem, dataset=data)), {}, 0))
    assert ast.dump(ast.parse(text)) == ast.dump(ast.parse(plain))
    assert "secret" not in text and "\u202e" not in text


def test_few_rows_stand_in_the_script_and_many_beside_it(tmp_path: Path) -> None:
    few, many = (_run(_config("sgd", "float32", rows=n), {}, 0) for n in (200, 201))
    assert write_script(tmp_path / "few.py", few) == (tmp_path / "few.py",)
    name = """it's "mine" é"""
    script, beside = write_script(tmp_path / f"{name}.py", many.view())
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "few.py",
        f"{name}.py",
        f"{name}_data.npz",
    ]
    data = many.config.problem.dataset
    assert data is not None
    with np.load(beside, allow_pickle=False) as kept:
        assert np.array_equal(kept["x"], data.x) and np.array_equal(kept["y"], data.y)
    calls = [n for n in ast.walk(ast.parse(script.read_text("utf-8"))) if isinstance(n, ast.Call)]
    named = [c.args[0] for c in calls if isinstance(c.func, ast.Attribute)
             and c.func.attr == "with_name"]  # fmt: skip
    assert [ast.literal_eval(argument) for argument in named] == [beside.name]


def test_a_refused_run_leaves_the_older_script_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "script.py"
    path.write_text("older")
    with pytest.raises(InputError):
        view = _run(PLAIN, {}, 0).view()
        write_script(path, replace(view, segments=(Segment(0, 0, with_bug(PLAIN, "half")),)))
    assert path.read_text() == "older" and list(tmp_path.iterdir()) == [path]
    with pytest.raises(InputError, match="cannot be written"):
        write_script(tmp_path / "none" / "script.py", _run(PLAIN, {}, 0))


def test_every_digit_of_the_data_stands_in_the_script() -> None:
    data = Dataset(np.array([0.1, -1e-300, 1 / 3]), np.array([1e300, 5e-324, -0.0]))
    problem = replace(PLAIN.problem, dataset=data)
    lines = script_of(_run(replace(PLAIN, dtype="float64", problem=problem), {}, 0)).splitlines()
    for name, values in (("x", data.x), ("y", data.y)):
        line = next(line for line in lines if line.startswith(f"{name} = np.array("))
        found = np.array(ast.literal_eval(line.split("np.array(")[1].rstrip(")")))
        assert found.tobytes() == values.tobytes()
