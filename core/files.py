"""Files that are either whole or not there."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import InputError


@contextmanager
def written_atomically(path: str | Path) -> Iterator[Path]:
    """Yield a temporary path beside `path`; it takes its place once the block has succeeded.

    Raises
    ------
    InputError
        If the folder does not exist or cannot be written; an older file then stays as it was.
    """
    target = Path(path)
    temporary: Path | None = None
    try:
        handle, name = tempfile.mkstemp(suffix=target.suffix, dir=target.parent)
        os.close(handle)
        temporary = Path(name)
        yield temporary
        temporary.chmod(0o666 & ~_umask())
        os.replace(temporary, target)
    except OSError as error:
        raise InputError("cannot_write", file=path, why=error.strerror or error) from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def refuse_unwritable(path: str | Path, named: str | Path | None = None) -> None:
    """Say before long work that its result would have no place.

    Parameters
    ----------
    path : str or Path
        The file that is to be written.
    named : str or Path, optional
        What the sentence names in its stead.

    Raises
    ------
    InputError
        ``cannot_write``.
    """
    folder = Path(path).absolute().parent
    why = None
    if not folder.is_dir():
        why = "there is no such folder"
    elif named is None and Path(path).is_dir():
        why = "it is a folder"
    elif not os.access(folder, os.W_OK):
        why = "the folder cannot be written to"
    if why is not None:
        raise InputError("cannot_write", file=path if named is None else named, why=why)


def refuse_same(path: str | Path, *read: str | Path | None) -> None:
    """Refuse to write over what is read.

    Raises
    ------
    InputError
        ``cannot_write``.
    """
    for other in read:
        if not other or not os.path.exists(other) or not os.path.exists(path):
            continue
        if os.path.samefile(other, path):
            raise InputError("cannot_write", file=path, why="it is what is read")


def _umask() -> int:
    # mkstemp makes files private; what the person saves should have the usual permissions.
    mask = os.umask(0)
    os.umask(mask)
    return mask
