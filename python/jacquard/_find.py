# SPDX-License-Identifier: Apache-2.0
"""Where the program is."""
import os
import pathlib
import shutil

from jacquard._errors import InputError


_HERE = pathlib.Path(__file__).resolve().parent


def _trees():
    """The tree that this package stands in, or the one that pip installed it from (setup.py)."""
    yield _HERE.parents[1]
    came_from = _HERE / "tree.txt"
    if came_from.exists():
        yield pathlib.Path(came_from.read_text().strip())


def find_program():
    """$JACQUARD, else the package's tree, else PATH."""
    named = os.environ.get("JACQUARD")
    if named:
        found = shutil.which(named)
        if found:
            return found
        raise InputError(f"$JACQUARD: expected a program, found '{named}'", 2)
    for tree in _trees():
        if not (tree / "sim" / "main.cpp").exists():
            continue
        for candidate in (tree / "build" / "sim" / "jacquard", tree / "jacquard"):
            if os.access(candidate, os.X_OK):
                return str(candidate)
    found = shutil.which("jacquard")
    if found:
        return found
    raise InputError("jacquard: expected the program at $JACQUARD or on PATH, found neither", 2)
