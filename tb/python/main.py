# SPDX-License-Identifier: Apache-2.0
"""Runs files of tests: main.py NAME... Exit code 77 says that torch is missing."""
import os
import sys
import unittest

here = os.path.dirname(os.path.abspath(__file__))
sys.path[0:0] = [here, os.path.join(os.path.dirname(os.path.dirname(here)), "tools")]
sys.dont_write_bytecode = True

try:
    import torch  # noqa: F401
except ImportError:
    print(f"{' '.join(sys.argv[1:])} is SKIPPED: {sys.executable} has no torch (Debian: python3-torch)")
    sys.exit(77)
unittest.main(module=None, argv=sys.argv, buffer=True)
