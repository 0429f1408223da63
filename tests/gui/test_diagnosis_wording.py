import ast
import inspect
import re

import pytest

from core import diagnosis
from core.diagnosis import Diagnosis
from gui import diagnosis_wording
from gui.diagnosis_wording import diagnosis_words, sentence


def templates() -> dict[str, str]:
    return {
        **diagnosis_wording._of_gradients(),
        **diagnosis_wording._of_updates(),
        **diagnosis_wording._of_runs(),
    }


def test_every_code_of_the_core_has_words_with_the_same_values():
    def fields(text):
        return set(re.findall(r"\{([a-z_]+)[^{}]*\}", text))

    runs = diagnosis_wording._of_runs()
    for code, text in diagnosis._ENGLISH.items():
        found = fields(templates()[code])
        # Of a run, the buttons beside the sentence say what to use instead.
        assert found <= fields(text) if code in runs else found == fields(text), code


def test_values_are_filled_in():
    assert diagnosis_words(Diagnosis("factor_n", {"n": 20})).startswith(
        "the gradient is n = 20 times too large"
    )
    factor = diagnosis_words(Diagnosis("constant_factor", {"factor": 3.000000001}))
    assert factor.startswith("the gradient is 3 times")


def test_a_loss_is_called_by_its_name_in_the_window():
    words = diagnosis_words(Diagnosis("other_loss", {"loss": "mae"}))
    assert words.endswith("mean absolute error (1/n)")


def test_a_code_without_words_is_said_by_the_core(monkeypatch):
    monkeypatch.setitem(diagnosis._ENGLISH, "brand_new", "a new mistake: {what}")
    assert diagnosis_words(Diagnosis("brand_new", {"what": "x"})) == "a new mistake: x"


@pytest.mark.parametrize(
    ("words", "wanted"), [("the step", "The step."), ("∂loss", "∂loss."), ("Ende.", "Ende.")]
)
def test_sentences_begin_and_end(words, wanted):
    assert sentence(words) == wanted


def test_each_code_stands_once():
    source = inspect.getsource(diagnosis_wording)
    keys = [
        key.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Dict)
        for key in node.keys
        if isinstance(key, ast.Constant)
    ]
    assert len(keys) == len(set(keys))
