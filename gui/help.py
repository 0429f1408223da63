"""A short help: the keys, and what each panel shows."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget


class HelpDialog(QDialog):
    """Lists keys and panels."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("helpDialog")
        self.setWindowTitle(self.tr("Help"))
        text = QLabel(f"{_table(self._panels())}<hr>{_table(self._keys())}")
        text.setAccessibleName(self.tr("Help"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(text)
        layout.addWidget(buttons)

    def _panels(self) -> tuple[tuple[str, str], ...]:
        return (
            (self.tr("Data and line"), self.tr("the data, the line of the shown step, the start")),
            (self.tr("Loss surface"),
             self.tr("the loss over w and b, and the path; click to set the start, drag the shown "
                     "point to try other values, turn the wheel to zoom")),
            (self.tr("Loss curve"), self.tr("the loss at every step; click to show a step")),
            (self.tr("Gradient check"),
             self.tr("the gradient of the tape beside the numerical gradient")),
            (self.tr("Inside one step"), self.tr("the code of the shown step with its numbers")),
            (self.tr("Step table"), self.tr("every recorded step; Ctrl+C copies")),
            (self.tr("Surface in 3-D"), self.tr("the loss surface as a relief; drag to turn it")),
            (self.tr("Rates"),
             self.tr("the loss after some steps at 256 learning rates; click to use one")),
            (self.tr("Runs"), self.tr("kept runs side by side, and races")),
        )  # fmt: skip

    def _keys(self) -> tuple[tuple[str, str], ...]:
        return (
            (self.tr("Space"), self.tr("run or pause")),
            ("→ ←", self.tr("step, back")),
            ("Shift+→", self.tr("ten steps")),
            (self.tr("Home, End"), self.tr("start, newest step")),
            ("P", self.tr("play the recorded steps")),
            ("B", self.tr("go on from the shown step as a branch")),
            ("R", self.tr("reset")),
            ("1 … 9", self.tr("enlarge a panel; Esc goes back")),
            ("F9, F10", self.tr("hide the settings, hide the tables")),
            ("Ctrl +, −, 0", self.tr("larger text, smaller text, usual size")),
            ("Ctrl+Z, Ctrl+Y", self.tr("undo, redo an edit of the points")),
            ("Ctrl+O, Ctrl+V", self.tr("open a table or session, paste a table")),
            ("Ctrl+S, Ctrl+E", self.tr("save the session, export")),
            ("Ctrl+C, Ctrl+Shift+C", self.tr("copy the numbers of the step, a picture")),
            ("Ctrl+L", self.tr("type a learning rate")),
        )


def _table(rows: tuple[tuple[str, str], ...]) -> str:
    cells = (
        f"<tr><td><b>{name}</b></td><td style='padding-left:16px'>{text}</td></tr>"
        for name, text in rows
    )
    return f"<table>{''.join(cells)}</table>"
