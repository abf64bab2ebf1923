# SPDX-License-Identifier: Apache-2.0
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

import jacquard

LONG = """
import jacquard
print("begins", flush=True)
try:
    jacquard.study("guard-time", progress=True)
except KeyboardInterrupt:
    print("interrupted")
"""


def running(text):
    """Ids of processes whose command line has this text."""
    found = []
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                if text.encode() in file.read():
                    found.append(int(name))
        except (OSError, NotADirectoryError, ValueError):
            continue
    return found


class Errors(unittest.TestCase):
    def test_a_mistake_is_the_program_s_line(self):
        with self.assertRaises(jacquard.InputError) as caught:
            jacquard.schedule(demand=[[0, 1.5], [1, 0]])
        self.assertEqual(caught.exception.exit_code, 2)
        self.assertIsInstance(caught.exception, ValueError)
        self.assertRegex(str(caught.exception), r"/dev/stdin.*#/0/1: expected .* found '?1\.5'?")
        self.assertRaisesRegex(
            jacquard.InputError, "--topology", jacquard.collective, topologie="Ring(8)"
        )

    def test_a_failed_check_keeps_the_rows(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "s.json")
            jacquard.schedule(demand=[[0, 1], [1, 0]], scheduler="exact", save=path)
            with self.assertRaises(jacquard.CheckError) as caught:
                jacquard.schedule(demand=[[0, 2], [1, 0]], check=path)
        self.assertEqual(caught.exception.exit_code, 1)
        self.assertFalse(caught.exception.result.row["valid"])
        self.assertIn("never served", str(caught.exception))

    def test_two_matrices_are_refused(self):
        with self.assertRaisesRegex(jacquard.InputError, "found two"):
            jacquard.schedule([[1, 2], [3, 4]], demand=[[1, 2], [3, 4]])

    def test_a_program_that_is_not_there_is_said(self):
        with mock.patch.dict(os.environ, JACQUARD="/nowhere/jacquard"):
            self.assertRaisesRegex(jacquard.InputError, "/nowhere", jacquard.program)

    def test_a_timeout_ends_the_program_and_keeps_finished_rows(self):
        began = time.monotonic()
        with self.assertRaises(jacquard.Timeout) as caught:
            jacquard.study("guard-time", timeout=1.5)
        self.assertLess(time.monotonic() - began, 10)
        self.assertIsInstance(caught.exception, TimeoutError)
        self.assertTrue(caught.exception.result.interrupted)

    def test_an_interrupt_ends_the_program_too(self):
        code = LONG.replace("progress=True", "progress=True, seed=918273645")
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True,
                                   stderr=subprocess.DEVNULL, env=environment())
        self.assertEqual(process.stdout.readline(), "begins\n")
        until = time.monotonic() + 20
        while not running("--seed\x00918273645") and time.monotonic() < until:
            time.sleep(0.05)
        self.assertTrue(running("--seed\x00918273645"))
        process.send_signal(signal.SIGINT)  # to Python alone, as a notebook may
        self.assertEqual(process.communicate(timeout=20)[0], "interrupted\n")
        until = time.monotonic() + 5  # its workers end with it, a moment later
        while running("--seed\x00918273645") and time.monotonic() < until:
            time.sleep(0.05)
        self.assertFalse(running("--seed\x00918273645"))


def environment():
    return {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(jacquard.__file__))}
