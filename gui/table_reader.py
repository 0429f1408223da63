"""Reading a table without keeping the window waiting."""

from __future__ import annotations

import threading

from core.dataset import Dataset
from core.table.reading import read_table


class TableReader:
    """Reads a table in a thread of its own; pandas is imported there too.

    Parameters
    ----------
    path : str
        The file.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.dataset: Dataset | None = None
        self.error: Exception | None = None
        self._thread = threading.Thread(target=self._read, name="table reader", daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether there is a dataset or an error."""
        return self.dataset is not None or self.error is not None

    def join(self) -> None:
        """Wait for the thread."""
        self._thread.join()

    def _read(self) -> None:
        try:
            self.dataset = read_table(self.path)
        except Exception as error:
            # Most are an InputError; whatever it is, the window must hear of it.
            self.error = error
