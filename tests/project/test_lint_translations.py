"""The translation lint finds each kind of fault, and names file, context and text."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.project.lint_translations import lint, qt_tool

SOURCE = """class Panel:
    def retranslate(self):
        self.title = self.tr("Loss {value}")
        self.steps = self.tr("%n steps", "", 3)
        self.help = QCoreApplication.translate("Help", "What is this?")
"""
FINISHED = {
    "Loss {value}": "<translation>损失 {value}</translation>",
    "%n steps": "<translation><numerusform>%n 步</numerusform></translation>",
    "What is this?": "<translation>这是什么？</translation>",
}
TS = "assets/translations/descent_lab_zh_CN.ts"
QM = "assets/translations/descent_lab_zh_CN.qm"


def write(root: Path, source: str = SOURCE, finished: dict[str, str] = FINISHED) -> None:
    """Lay out a tree whose texts are translated by ``finished``, and compile it."""
    entries = ""
    for text, translation in finished.items():
        context = "Help" if text.endswith("?") else "Panel"
        numerus = "yes" if "%n" in text else "no"
        entries += (
            f"<context><name>{context}</name><message numerus='{numerus}'>"
            f"<source>{text}</source>{translation}</message></context>"
        )
    (root / "gui/panels").mkdir(parents=True, exist_ok=True)
    (root / TS).parent.mkdir(parents=True, exist_ok=True)
    (root / "gui/panels/loss.py").write_text(source, "utf-8")
    (root / TS).write_text(
        f'<?xml version="1.0" encoding="utf-8"?><!DOCTYPE TS><TS version="2.1" language="zh_CN">'
        f"{entries}</TS>",
        "utf-8",
    )
    qt_tool("lrelease", TS, cwd=root)


def test_a_translated_tree_passes_and_stays_as_it_was(tmp_path: Path) -> None:
    write(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert lint(tmp_path) == []
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(
            lambda root: write(root, SOURCE + "        self.x = f'{self.tr(\"New\")}!'\n"),
            ["gui/panels/loss.py:6", "inside an f-string"],
            id="text marked inside an f-string",
        ),
        pytest.param(
            lambda root: write(root, SOURCE + '        self.x = self.tr("New")\n'),
            ["gui/panels/loss.py:6", "'Panel'", "'New'", "no translation"],
            id="new text",
        ),
        pytest.param(
            lambda root: write(root, SOURCE.replace("What is this?", "What?")),
            ["gui/panels/loss.py:5", "'Help'", "'What?'", "no translation"],
            id="changed text",
        ),
        pytest.param(
            lambda root: write(root, SOURCE.replace("translate(", "other(")),
            [TS, "'Help'", "'What is this?'", "obsolete"],
            id="obsolete",
        ),
        pytest.param(
            lambda root: write(
                root,
                finished=FINISHED
                | {"What is this?": '<translation type="unfinished">什么</translation>'},
            ),
            ["gui/panels/loss.py:5", "'Help'", "'What is this?'", "unfinished", "什么"],
            id="unfinished",
        ),
        pytest.param(
            lambda root: write(
                root, finished=FINISHED | {"Loss {value}": "<translation>{loss}</translation>"}
            ),
            ["gui/panels/loss.py:3", "'Panel'", "'Loss {value}'", "['{value}'] became ['{loss}']"],
            id="placeholder",
        ),
        pytest.param(
            lambda root: write(root, SOURCE + '        self.x = self.tr(f"New {self}")\n'),
            ["gui/panels/loss.py:6", "f-string"],
            id="f-string",
        ),
        pytest.param(
            lambda root: write(root, SOURCE + '        self.x = other.tr("New")\n'),
            ["gui/panels/loss.py:6", "'other'", "'New'", "wrong context"],
            id="wrong context",
        ),
        pytest.param(
            lambda root: (root / QM).write_bytes(b"old"),
            [QM, "make translations"],
            id="old .qm",
        ),
        pytest.param(lambda root: (root / QM).unlink(), [QM, "make translations"], id="no .qm"),
        pytest.param(lambda root: (root / TS).unlink(), ["no .ts file"], id="no .ts"),
    ],
)
def test_each_fault_is_named(
    tmp_path: Path, change: Callable[[Path], object], expected: list[str]
) -> None:
    write(tmp_path)
    change(tmp_path)
    problems = lint(tmp_path)
    assert any(all(part in problem for part in expected) for problem in problems), problems
