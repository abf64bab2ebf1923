#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails on a number without its zero (.995) in README, in docs/ and in the pictures' words."""

import pathlib
import re
import sys

BARE = re.compile(r"(?:^|[\s(|`=<>~])-?\.\d+(?![\w.])")
tree = pathlib.Path(__file__).resolve().parents[2]
found = []
for page in [tree / "README.md", *sorted((tree / "docs").rglob("*.md"))]:
    for at, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        found += [f"{page}:{at}: '{bare.strip()}' lacks its zero" for bare in BARE.findall(line)]
for picture in sorted((tree / "docs").rglob("*.svg")):
    for said in re.findall(r">([^<]+)</", picture.read_text(encoding="utf-8")):
        found += [f"{picture}: '{bare.strip()}' lacks its zero" for bare in BARE.findall(said)
                  if "{" not in said]
print("\n".join(found) or "all numbers have their zeros")
sys.exit(1 if found else 0)
