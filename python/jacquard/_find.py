# SPDX-License-Identifier: Apache-2.0
"""Where the program is."""
import os
import pathlib
import shutil

from jacquard._errors import InputError


def find_program():
    """$JACQUARD, else the tree that this package stands in, else PATH."""
    named = os.environ.get("JACQUARD")
    if named:
        found = shutil.which(named)
        if found:
            return found
        raise InputError(f"$JACQUARD: expected a program, found '{named}'", 2)
    tree = pathlib.Path(__file__).resolve().parents[2]
    if (tree / "sim" / "main.cpp").exists():
        for candidate in (tree / "build" / "sim" / "jacquard", tree / "jacquard"):
            if os.access(candidate, os.X_OK):
                return str(candidate)
    found = shutil.which("jacquard")
    if found:
        return found
    raise InputError("jacquard: expected the program at $JACQUARD or on PATH, found neither", 2)
