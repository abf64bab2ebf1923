# SPDX-License-Identifier: Apache-2.0
"""Tells the installed package which tree it came from, so that it finds the program there."""
import pathlib

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithTree(build_py):
    def run(self):
        super().run()
        tree = pathlib.Path(__file__).resolve().parents[1]
        (pathlib.Path(self.build_lib) / "jacquard" / "tree.txt").write_text(f"{tree}\n")


setup(cmdclass={"build_py": BuildWithTree})
