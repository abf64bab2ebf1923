# SPDX-License-Identifier: Apache-2.0
"""Runs the tool on a script and reads the log it writes."""
import contextlib
import io
import json
import os
import tempfile
import textwrap
import unittest

from genstack import cli

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
examples = os.path.join(root, "tools", "genstack", "examples")
golden = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden")

begin = """\
import os
import torch
import torch.distributed as dist
from torch import nn
dist.init_process_group("nccl")
rank, world = dist.get_rank(), dist.get_world_size()
"""


class Log:
    def __init__(self, folder):
        with open(os.path.join(folder, "manifest.json"), encoding="utf-8") as file:
            self.manifest = json.load(file)
        self.classes = self.manifest["classes"]
        self._lines = {}
        for entry in self.classes:
            with open(os.path.join(folder, entry["file"]), encoding="utf-8") as file:
                self._lines[entry["representative"]] = [json.loads(line) for line in file]

    def lines(self, rank=0):
        """The lines of the class that a rank is in."""
        entry, = [entry for entry in self.classes if rank in entry["ranks"]]
        return self._lines[entry["representative"]]

    def calls(self, rank=0):
        return [line for line in self.lines(rank) if "call_id" in line]


class ToolTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def script(self, text, name="script.py"):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(begin + textwrap.dedent(text))
        return path

    def run_tool(self, *arguments):
        """(exit code, what is said on stderr)"""
        with contextlib.redirect_stderr(io.StringIO()) as said:
            code = cli.main([str(argument) for argument in arguments])
        return code, said.getvalue()

    def log(self, ranks, script, *arguments, options=()):
        """The log of an example, or of a script's text."""
        path = os.path.join(examples, script) if script.endswith(".py") else self.script(script)
        out = os.path.join(self.folder, "log")
        code, said = self.run_tool("--ranks", ranks, "--out", out, "--force", *options, path,
                                   *arguments)
        self.said = said
        self.assertEqual(code, 0, said)
        return Log(out)
