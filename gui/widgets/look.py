"""Properties of widgets that the style sheet looks at."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def set_look(widget: QWidget, name: str, value: object, *parts: QWidget) -> None:
    """Set such a property, and let it take effect on the widget and the parts that follow it."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    for each in (widget, *parts):
        each.style().unpolish(each)
        each.style().polish(each)
