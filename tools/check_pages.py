#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens pages and pictures in Chromium and measures what a reader would stumble over.

    tools/check_pages.py [--shots DIR] FILE.html FILE.svg ...

Each file is opened at 1,280 and 400 pixels, light and dark. A line per fault: words in the
console, a page wider than its window, text that leaves its box, is clipped, overlaps other text,
has a contrast below 4.5:1, or has letters below 10 pixels at 400. A picture alone keeps its
size, so that it is opened at 1,280 only. Exit 1 where there is a fault, 77 without a Chromium.
"""

import argparse
import base64
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from pages import browser  # noqa: E402

WIDTHS = (1280, 400)
SCRIPT = (pathlib.Path(__file__).parent / "pages" / "measure.js").read_text(encoding="utf-8")


def faults_of(chromium, page, shots):
    """[(where, what)] of one file."""
    widths = WIDTHS if page.suffix == ".html" else WIDTHS[:1]
    found = []
    for width in widths:
        for dark in (False, True):
            where = f"{width} px, {'dark' if dark else 'light'}"
            chromium.open(page.resolve().as_uri(), width, dark)
            faults = chromium.evaluate(f"{SCRIPT}({'true' if width == WIDTHS[1] else 'false'})")
            found += [(where, fault) for fault in faults]
            found += [(where, "console: " + said) for said in chromium.said]
            if shots:
                shot = chromium.call("Page.captureScreenshot", captureBeyondViewport=True,
                                     format="png")
                name = f"{page.parent.name}_{page.stem}_{width}_{'dark' if dark else 'light'}.png"
                (shots / name).write_bytes(base64.b64decode(shot["data"]))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--shots", type=pathlib.Path, help="a folder for pictures of the pages")
    options = parser.parse_args()
    for page in options.files:
        if not page.is_file() or page.suffix not in (".html", ".svg"):
            print(f"{page}: expected a file that ends in .html or .svg", file=sys.stderr)
            return 2
    program = browser.find()
    if not program:
        print("not checked: no Chromium on PATH (Debian package chromium)")
        return 77
    if options.shots:
        options.shots.mkdir(parents=True, exist_ok=True)
    count = 0
    with browser.Browser(program) as chromium:
        for page in options.files:
            for where, what in faults_of(chromium, page, options.shots):
                print(f"{page}: {where}: {what}")
                count += 1
    print(f"{len(options.files)} files, {count} faults")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
