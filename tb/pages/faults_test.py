# SPDX-License-Identifier: Apache-2.0
"""Plants each fault that check_pages.py looks for, and sees it found."""

import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHECK = ROOT / "tools" / "check_pages.py"
SVG = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 60" width="200" height="60">'
       '<rect width="200" height="60" fill="#ffffff"/>{}</svg>')
HEAD = ('<!DOCTYPE html><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        '<title>t</title>')
TEXT = '<text x="{}" y="{}" font-size="14" fill="#000000">{}</text>'

# What is planted: what a line of the answer has to say.
FAULTS = {
    '<p>words</p><script>console.error("broken")</script>': "console: broken",
    "<p>words</p><script>no_such_function()</script>": "no_such_function",
    '<p>words</p><div style="width:600px;height:9px"></div>': "400 px, light: the page is",
    '<p style="width:60px;white-space:nowrap">longer than its box</p>': "leaves its box",
    '<p style="width:60px;overflow:hidden;white-space:nowrap">longer than its box</p>':
        "is clipped",
    '<p style="color:#999">pale</p>': "light: \"pale\" has a contrast of",
    '<style>@media (prefers-color-scheme:dark){body{background:#111}p{color:#333}}</style>'
    "<p>dim</p>": "dark: \"dim\" has a contrast of",
    '<p style="font-size:8px">small</p>': "400 px, light: \"small\" has letters of 8.0 px",
    '<p>one</p><p style="position:relative;top:-30px">two</p>': "\"one\" and \"two\" overlap",
    SVG.format(TEXT.format(150, 30, "leaves the picture")): "leaves its picture",
    SVG.format(TEXT.format(10, 30, "one text") + TEXT.format(30, 30, "another")): "overlap",
    SVG.format('<rect x="0" y="0" width="99" height="60" fill="#e69f00"/>'
               '<text x="10" y="30" fill="#ffffff">on a box</text>'): "has a contrast of",
    '<p>words</p><img alt="gone" src="nothing.png">': "an image does not load: gone",
    "": "no text at all",
}
SOUND = [
    "<p>words that can be read</p>",
    '<div style="overflow-x:auto"><div style="width:900px;white-space:nowrap">wide, but it scrolls'
    "</div></div>",
    SVG.format(TEXT.format(10, 20, "one") + TEXT.format(10, 44, "another")),
]


def main():
    with tempfile.TemporaryDirectory() as name:
        pages = []
        for body in [*FAULTS, *SOUND]:
            pages.append(pathlib.Path(name) / f"{len(pages)}.html")
            pages[-1].write_text(HEAD + "<body style='font-size:15px'>" + body, encoding="utf-8")
        ran = subprocess.run([sys.executable, CHECK, *pages], stdout=subprocess.PIPE, text=True)
    if ran.returncode == 77:
        print(ran.stdout, end="")
        return 77
    lines = ran.stdout.splitlines()
    wrong = 0 if ran.returncode == 1 else 1
    for page, expected in zip(pages, [*FAULTS.values(), *(None for _ in SOUND)]):
        said = [line for line in lines if line.startswith(f"{page}:")]
        if expected is None and said:
            print("found in a sound page:", *said, sep="\n  ")
        elif expected is not None and not any(expected in line for line in said):
            print(f"not found: {expected}", *said, sep="\n  ")
        else:
            continue
        wrong += 1
    print(f"{len(FAULTS)} faults and {len(SOUND)} sound pages, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
