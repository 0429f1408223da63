"""Reading a table without keeping the window waiting."""

from __future__ import annotations

import threading
from collections.abc import Callable

from core.config import RunConfig
from core.dataset import Dataset
from core.stability import quadratic
from core.table.choices import Choices
from core.table.grid import sheets_of
from core.table.reading import Preview, open_table
from core.table.sources import Source


class TableReader:
    """Reads a table in a thread of its own; pandas is imported there too.

    Parameters
    ----------
    source : Source
        Where the table comes from.
    choices : Choices
        How it is to be read.
    config_for : callable
        Returns the settings with which data would be fitted.

    Attributes
    ----------
    preview : Preview or None
        Its first rows, as soon as they are known.
    dataset : Dataset or None
        All of it, once it has been read.
    sheets : tuple of str
        The sheets of a workbook that cannot be read as it was to be.
    error : Exception or None
        Why it cannot be read.
    progress : float
        How much has been read, from 0 to 1.
    """

    def __init__(
        self, source: Source, choices: Choices, config_for: Callable[[Dataset], RunConfig]
    ) -> None:
        self.source, self.choices, self._config_for = source, choices, config_for
        self.preview: Preview | None = None
        self.dataset: Dataset | None = None
        self.sheets: tuple[str, ...] = ()
        self.error: Exception | None = None
        self.progress = 0.0
        self._cancelled = False
        self._thread = threading.Thread(target=self._read, name="table reader", daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether there is a dataset or an error."""
        return self.dataset is not None or self.error is not None

    def cancel(self) -> None:
        """Stop at the next piece; nothing more is told."""
        self._cancelled = True

    def join(self) -> None:
        """Stop, and wait for the thread."""
        self.cancel()
        self._thread.join()

    def _read(self) -> None:
        try:
            table = open_table(self.source, self.choices)
            self.preview = table.preview()
            self._hear(0.0)
            dataset = table.dataset(self._hear)
            # Of many rows this takes longer than a picture; the window then finds it done.
            quadratic(self._config_for(dataset).problem)
            self.dataset = dataset
        except _Cancelled:
            pass
        except Exception as error:
            # Most are an InputError; whatever it is, the window must hear of it.
            self.sheets = sheets_of(self.source)
            self.error = error

    def _hear(self, progress: float) -> None:
        if self._cancelled:
            raise _Cancelled
        self.progress = progress


class _Cancelled(Exception):
    """Nobody wants the table any more."""
