# SPDX-License-Identifier: Apache-2.0
"""pip install in a virtual environment, with registries out of reach."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import venv

import jacquard

SAYS = """
import jacquard, sys
assert jacquard.__file__.startswith(sys.prefix), jacquard.__file__
print(jacquard.collective(topology="Ring(8)", algorithm="ring", bytes="64 MiB").rows_of("run")[0]["rounds"])
"""


class Install(unittest.TestCase):
    def test_the_package_is_installed_and_finds_the_program(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            source = pathlib.Path(jacquard.__file__).resolve().parents[1]
            ignored = shutil.ignore_patterns("__pycache__", "build", "*.egg-info")
            shutil.copytree(source, folder / "python", ignore=ignored)
            venv.create(folder / "venv", system_site_packages=True, with_pip=True)
            clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
            clean["PIP_NO_INDEX"] = "1"

            def run(*words, **changes):
                answer = subprocess.run(
                    words, cwd=folder, env={**clean, **changes}, capture_output=True, text=True
                )
                self.assertEqual(answer.returncode, 0, answer.stdout + answer.stderr)
                return answer.stdout

            (folder / "sim").mkdir()
            (folder / "sim" / "main.cpp").touch()
            os.symlink(jacquard.program(), folder / "jacquard")
            bin = folder / "venv" / "bin"
            run(bin / "pip", "install", "--no-build-isolation", "./python")
            # A ring of n takes 2 (n - 1) rounds.
            self.assertEqual(run(bin / "python", "-c", SAYS), "14\n")
            del clean["JACQUARD"]
            self.assertEqual(run(bin / "python", "-c", SAYS), "14\n")  # of the tree it came from
            os.replace(folder / "jacquard", bin / "jacquard")
            path = f"{bin}:{os.environ['PATH']}"
            self.assertEqual(run(bin / "python", "-c", SAYS, PATH=path), "14\n")
