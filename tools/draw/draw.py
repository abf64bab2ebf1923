#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the mechanisms that the pages of docs explain.

    tools/draw/draw.py DIR      writes DIR/NAME.svg for each drawing
    tools/draw/draw.py --check  compares docs/ with what would be drawn, byte by byte
"""

import importlib
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.dont_write_bytecode = True
from kit import TREE  # noqa: E402
from pages import PAGES  # noqa: E402


def faults(docs):
    for name, pages in PAGES.items():
        drawn = importlib.import_module(name).picture().svg()
        file = docs / f"{name}.svg"
        if not file.is_file() or file.read_text(encoding="utf-8") != drawn:
            yield f"{file} is not what tools/draw/{name}.py draws: run tools/draw/draw.py docs"
        for page in pages:
            if f"]({name}.svg)" not in (docs / page).read_text(encoding="utf-8"):
                yield f"{docs / page} explains a mechanism and does not show {name}.svg"


def main():
    if sys.argv[1:] == ["--check"]:
        found = list(faults(TREE / "docs"))
        print("\n".join(found) or f"{len(PAGES)} drawings are as drawn and shown")
        return 1 if found else 0
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    for name in PAGES:
        text = importlib.import_module(name).picture().svg()
        (pathlib.Path(sys.argv[1]) / f"{name}.svg").write_text(text, encoding="utf-8")
    return 0


sys.exit(main())
