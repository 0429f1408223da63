"""By what an optimizer divides each parameter's step, in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.optimizer_memory import effective_rates, gradient_sizes
from core.worked_step import WorkedStep
from gui.sums import flow, minus

translate = QCoreApplication.translate


def scale_lines(worked: WorkedStep) -> list[str]:
    """Return the size of the gradients so far, and the learning rate that a step comes to."""
    lines, sizes = [], gradient_sizes(worked)
    if sizes is not None:
        values = flow(f"{n} {minus(v, 4)}" for n, v in zip(worked.names, sizes, strict=True))
        text = translate("WorkedStepPanel", "size of the gradients so far:  {values}")
        lines.append(text.format(values=values))
    rates = zip(worked.names, effective_rates(worked), strict=False)
    values = flow(f"{name} {minus(rate, 4)}" for name, rate in rates if rate is not None)
    if values:
        text = translate("WorkedStepPanel", "effective learning rate:  {values}")
        lines.append(text.format(values=values))
    return lines
