# SPDX-License-Identifier: Apache-2.0
"""Runs one file of tests: main.py NAME. Exit code 77 says that a package of Debian is missing."""
import os
import sys
import unittest

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(os.path.dirname(os.path.dirname(here)))
sys.path[0:0] = [here, os.path.join(root, "python")]
sys.dont_write_bytecode = True

for package in ("pandas", "matplotlib", "nbclient", "ipykernel", "venv"):
    try:
        __import__(package)
    except ImportError:
        print(f"{sys.argv[1]} is SKIPPED: {sys.executable} needs Debian's python3-{package}")
        sys.exit(77)
unittest.main(module=sys.argv[1], argv=[sys.argv[1], *sys.argv[2:]], buffer=True)
