"""Asking where a file or folder goes, beside a window that lives on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

Chosen = Callable[[str], object]


def ask_file(
    parent: QWidget, title: str, proposed: Path, kinds: Mapping[str, str], chosen: Chosen
) -> QFileDialog:
    """Ask for a file to write; one that is there already is asked about.

    Parameters
    ----------
    parent : QWidget
        Over which the dialog stands.
    title : str
        Its title.
    proposed : Path
        The file that is proposed.
    kinds : mapping of str to str
        The names of the kinds of file by suffix.
    chosen : callable
        Called with the path, once there is one.
    """
    dialog = QFileDialog(parent, title, str(proposed.parent))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([f"{_plain(name)} (*{suffix})" for suffix, name in kinds.items()])
    dialog.selectNameFilter(f"{_plain(kinds[proposed.suffix])} (*{proposed.suffix})")
    dialog.setDefaultSuffix(proposed.suffix)
    dialog.selectFile(proposed.name)
    dialog.fileSelected.connect(chosen)
    return _opened(dialog)


def ask_folder(parent: QWidget, title: str, folder: Path, chosen: Chosen) -> QFileDialog:
    """Ask for a folder; see `ask_file`."""
    dialog = QFileDialog(parent, title, str(folder))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.fileSelected.connect(chosen)
    return _opened(dialog)


def _opened(dialog: QFileDialog) -> QFileDialog:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    dialog.open()
    return dialog


def _plain(name: str) -> str:
    """Return the name of a kind without the suffix in brackets, which would be a filter."""
    return name.split(" (")[0].split("（")[0]
