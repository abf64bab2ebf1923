# SPDX-License-Identifier: Apache-2.0
"""Pictures that a command writes under --out."""
import contextlib
import pathlib
import tempfile


def folder_of(out):
    """The folder that is named, or one that is thrown away."""
    return contextlib.nullcontext(out) if out else tempfile.TemporaryDirectory()


def pictures_in(folder):
    """Texts of its SVG files, by name."""
    found = sorted(pathlib.Path(folder).glob("*.svg"))
    return {path.name: path.read_text(encoding="utf-8") for path in found}
