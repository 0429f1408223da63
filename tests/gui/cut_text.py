"""Which widgets of a window are too small for what they say."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QTabBar,
    QWidget,
)

from gui.widgets.folded_section import FoldedSection

CHROME = {QComboBox: 24, QAbstractSpinBox: 22, QLineEdit: 4}
"""Pixels beside the text: arrows and frames."""


def cut_widgets(window: QWidget) -> list[str]:
    """Describe every visible label, button and field whose text is cut off."""
    return [text for widget in _with_text(window) for text in _complaints(widget, window)]


def _with_text(window: QWidget) -> Iterator[QWidget]:
    kinds = (QLabel, QAbstractButton, QComboBox, QAbstractSpinBox, QLineEdit, QTabBar)
    for widget in window.findChildren(QWidget):
        inner = isinstance(widget.parent(), QAbstractSpinBox | QComboBox | QTabBar)
        if isinstance(widget, kinds) and widget.isVisible() and not inner:
            yield widget


def _complaints(widget: QWidget, window: QWidget) -> Iterator[str]:
    name = f"{type(widget).__name__} {widget.objectName()} {_text(widget)!r}"
    size, hint = widget.size(), widget.sizeHint()
    if isinstance(widget, QLabel) and widget.wordWrap():
        if widget.heightForWidth(size.width()) > size.height():
            yield f"{name}: its lines do not fit"
    elif isinstance(widget, QComboBox | QAbstractSpinBox | QLineEdit):
        chrome = next(v for kind, v in CHROME.items() if isinstance(widget, kind))
        if widget.fontMetrics().horizontalAdvance(_text(widget)) + chrome > size.width():
            yield f"{name}: {size.width()} pixels are too few for the text"
    elif size.width() < hint.width():
        yield f"{name}: {size.width()} wide, needs {hint.width()}"
    if size.height() < hint.height() and not (isinstance(widget, QLabel) and widget.wordWrap()):
        yield f"{name}: {size.height()} high, needs {hint.height()}"
    whole = QRect(widget.mapTo(window, QPoint(0, 0)), size)
    if not window.rect().contains(whole) and not _may_be_scrolled_to(widget):
        yield f"{name}: lies outside of the window"


def _may_be_scrolled_to(widget: QWidget) -> bool:
    """Whether it lies in a column that scrolls because one of its sections is open."""
    above: QWidget | None = widget
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    return above is not None and any(s.is_open() for s in above.findChildren(FoldedSection))


def _text(widget: QWidget) -> str:
    if isinstance(widget, QComboBox):
        return widget.currentText()
    text = getattr(widget, "text", None)
    return str(text()) if callable(text) else ""
