"""The languages of the window, switched while it is open."""

from __future__ import annotations

from importlib.resources import files

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

LANGUAGES = ("en", "zh_CN")


def system_language() -> str:
    """Return the language of the system where it is offered, else English."""
    return "zh_CN" if QLocale.system().language() is QLocale.Language.Chinese else "en"


def other_language(code: str) -> str:
    """Return the language that a switch leads to."""
    return LANGUAGES[(LANGUAGES.index(code) + 1) % len(LANGUAGES)]


def set_language(app: QCoreApplication, code: str) -> None:
    """Use a language; the windows then receive a LanguageChange event.

    The application keeps the translators and removes those of the language before.
    """
    for old in app.findChildren(QTranslator):
        app.removeTranslator(old)
        old.setParent(None)
    if code == "en":
        return
    qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    ours = str(files("assets") / "translations" / f"descent_lab_{code}.qm")
    # Qt's own texts first: buttons of the file dialog. Where they are missing they stay English.
    for path in (f"{qt}/qtbase_{code}.qm", ours):
        translator = QTranslator(app)
        if translator.load(path):
            app.installTranslator(translator)
