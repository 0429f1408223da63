"""Every text of gui/ has a finished translation, and the compiled one is up to date.

Works on a copy, so it changes nothing; ``make translations`` writes the files.
"""

import ast
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TRANSLATIONS = Path("assets/translations")
MARKERS = {"tr", "translate", "QT_TR_NOOP", "QT_TRANSLATE_NOOP"}
CONTEXT_FIRST = {"translate", "QT_TRANSLATE_NOOP"}


def qt_tool(name: str, *arguments: str, cwd: Path) -> None:
    """Run lupdate or lrelease of PySide6; it reports its errors itself."""
    script = f"from PySide6.scripts.pyside_tool import {name}; {name}()"
    subprocess.run([sys.executable, "-c", script, *arguments, "-silent"], cwd=cwd, check=True)


def placeholders(text: str) -> list[str]:
    return sorted(re.findall(r"\{[^{}]*\}|%n\b", text))


def show(text: str) -> str:
    return repr(text if len(text) <= 70 else text[:67] + "...")


def sources_problems(root: Path, sources: list[str]) -> tuple[list[str], set[str]]:
    """What lupdate does not say of the sources; the contexts that can be found at run time."""
    problems: list[str] = []
    contexts: set[str] = set()
    for source in sources:
        for node in ast.walk(ast.parse((root / source).read_text("utf-8"), source)):
            if isinstance(node, ast.ClassDef):
                contexts.add(node.name)
            if isinstance(node, ast.JoinedStr) and _marked_inside(node):
                problems.append(
                    f"{source}:{node.lineno}: a text marked inside an f-string is never found by"
                    " lupdate: take it out of the f-string"
                )
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
            if name not in MARKERS:
                continue
            first = node.args[0] if node.args else None
            if name in CONTEXT_FIRST and isinstance(first, ast.Constant):
                contexts.add(str(first.value))
            if any(isinstance(part, ast.JoinedStr) for arg in node.args for part in ast.walk(arg)):
                problems.append(
                    f"{source}:{node.lineno}: an f-string is never found in the translation:"
                    f' write {name}("... {{x}}").format(x=...)'
                )
    return problems, contexts


def _marked_inside(text: ast.JoinedStr) -> bool:
    calls = (node for node in ast.walk(text) if isinstance(node, ast.Call))
    return any(
        getattr(call.func, "attr", getattr(call.func, "id", "")) in MARKERS for call in calls
    )


def messages(ts: Path) -> Iterator[tuple[str, ET.Element]]:
    for context in ET.parse(ts).getroot().iter("context"):
        for message in context.iter("message"):
            yield context.findtext("name") or "", message


def message_problem(message: ET.Element) -> str | None:
    """What is wrong with one entry of a .ts file."""
    translation = message.find("translation")
    if translation is None:
        return "no translation"
    kind = translation.get("type")
    if kind in ("vanished", "obsolete"):
        return "obsolete entry, its text is no longer in gui/"
    forms = [form.text or "" for form in translation.iter("numerusform")]
    texts = forms or [translation.text or ""]
    if not all(text.strip() for text in texts):
        return "no translation"
    if kind == "unfinished":
        return f"unfinished translation {show(texts[0])}"
    wanted = placeholders(message.findtext("source") or "")
    for text in texts:
        if placeholders(text) != wanted:
            return f"placeholders {wanted} became {placeholders(text)} in {show(text)}"
    return None


def language_problems(
    root: Path, copy: Path, name: str, sources: list[str], contexts: set[str]
) -> list[str]:
    """What is wrong with one .ts file and its .qm; ``copy`` is a copy of the tree."""
    problems: list[str] = []
    ts, qm = TRANSLATIONS / name, (TRANSLATIONS / name).with_suffix(".qm")

    def report(context: str, message: ET.Element, problem: str) -> None:
        location = message.find("location")
        where = str(ts)
        if location is not None and location.get("filename"):
            file = Path(ts.parent, location.get("filename", "")).parts
            # lupdate counts from the folder of the .ts: assets/translations/../../gui/x.py.
            where = f"{'/'.join(file[file.index('gui') :])}:{location.get('line')}"
        text = show(message.findtext("source") or "")
        problems.append(f"{where}: context {context!r}, text {text}: {problem}")

    qt_tool("lrelease", str(ts), "-qm", "compiled.qm", cwd=copy)
    compiled = (copy / "compiled.qm").read_bytes()
    qt_tool("lupdate", *sources, "-ts", str(ts), "-locations", "absolute", cwd=copy)
    for context, message in messages(copy / ts):
        problem = message_problem(message)
        if context not in contexts and message.find("location") is not None:
            problem = "lupdate took a wrong context, never found: use translate(context, text)"
        if problem:
            report(context, message, problem)
    if not (root / qm).exists() or (root / qm).read_bytes() != compiled:
        problems.append(f"{qm}: not what {ts.name} compiles to: run make translations")
    return problems


def lint(root: Path = ROOT) -> list[str]:
    """All problems, each with file, context and text."""
    sources = sorted(path.relative_to(root).as_posix() for path in root.glob("gui/**/*.py"))
    names = sorted(path.name for path in (root / TRANSLATIONS).glob("*.ts"))
    if not sources:
        return ["gui: no Python files"]
    if not names:
        return [f"{TRANSLATIONS}: no .ts file: run make translations"]
    problems, contexts = sources_problems(root, sources)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for source in sources:
            (copy / source).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / source, copy / source)
        (copy / TRANSLATIONS).mkdir(parents=True)
        for name in names:
            shutil.copy(root / TRANSLATIONS / name, copy / TRANSLATIONS)
            problems += language_problems(root, copy, name, sources, contexts)
    return problems


if __name__ == "__main__":
    found = lint()
    print("\n".join(found) or "Every text is translated.")
    sys.exit(bool(found))
