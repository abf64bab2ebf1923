# SPDX-License-Identifier: Apache-2.0
"""A user's mistake: exit code 2, one line, no half-written log."""
import os
import subprocess
import sys
import unittest

from support import ToolTest, root


class Errors(ToolTest):
    def refused(self, pattern, *arguments):
        code, said = self.run_tool(*arguments)
        self.assertEqual(code, 2, said)
        self.assertEqual(said.count("\n"), 1, said)
        self.assertRegex(said, pattern)
        left = [name for name in os.listdir(self.folder) if name != "script.py"]
        self.assertEqual(left, [])

    def script_refused(self, pattern, text, *options, ranks=4):
        self.refused(pattern, "--ranks", ranks, "--out", self.folder + "/log", *options,
                     self.script(text))

    def test_arguments(self):
        out = ("--out", self.folder + "/log")
        self.refused("--ranks", *out, "x.py")
        self.refused("argument --ranks: '0' is not a number from 1", "--ranks", 0, *out, "x.py")
        self.refused("argument --ranks: 'nan'", "--ranks", "nan", *out, "x.py")
        self.refused("argument --ranks: '99999999999'", "--ranks", 99999999999, *out, "x.py")
        self.refused("x.py: there is no such script", "--ranks", 2, *out, "x.py")
        self.refused("neither auto, all, nor rising", "--ranks", 2, *out, "--representatives",
                     "0,0", "x.py")
        self.refused("--step", "--ranks", 2, *out, "--step", "0", "x.py")
        self.refused("FILE:LINE=VALUE", "--ranks", 2, *out, "--assume", "a.py:3=nan", "x.py")
        self.refused("is not a folder", "--ranks", 2, "--out", "/no/where/log", "x.py")
        self.script_refused("stays below 4", "", "--representatives", "0,7")

    def test_a_log_that_is_there_is_kept(self):
        self.log(1, "dist.barrier()")
        code, said = self.run_tool("--ranks", 1, "--out", self.folder + "/log",
                                   self.script("dist.barrier()"))
        self.assertEqual((code, "exists already" in said), (2, True))
        code, said = self.run_tool("--ranks", 1, "--force", "--out", self.folder,
                                   self.script("dist.barrier()"))
        self.assertEqual((code, "is no log" in said), (2, True))

    def test_a_script_that_raises_is_named_with_rank_and_line(self):
        self.script_refused(r"rank 2: .*script\.py:9: ValueError: no$", """
            if rank >= 2:
                raise ValueError("no")
            """)
        self.script_refused(r"rank 0: .*script\.py:8: ZeroDivisionError", "\n1 / 0\n")
        self.script_refused(r"rank 0: .*script\.py:8: SyntaxError", "\nif\n")
        self.script_refused(r"exit code 3", "\nraise SystemExit(3)\n")
        self.script_refused(r"ended its process \(exit code 5\)", "\nos._exit(5)\n")
        self.script_refused(r"ended by signal 9", "\nos.kill(os.getpid(), 9)\n")
        self.script_refused(r"did not end within 1 s", "\nwhile True: pass\n", "--timeout", "1")

    def test_groups(self):
        self.script_refused(r"rank 1: .*:9: all_reduce in a group that rank 1 is not a member of",
                            "\ngroup = dist.new_group([0, 2])\n"
                            "dist.all_reduce(torch.ones(1), group=group)\n")
        self.script_refused(r":8: new_group: \[0, 9\] are not distinct ranks below 4",
                            "\ndist.new_group([0, 9])\n")
        self.script_refused(r"rank 1 makes group 1 of ranks \[0, 1\], but rank 0 of ranks \[0, 2\]",
                            "\ndist.new_group([0, 1] if rank == 1 else [0, 2])\n")
        self.script_refused(r"rank 3 makes 0 groups, but rank 0 makes 1",
                            "\nif rank < 3:\n    dist.new_group([0, 1])\n")

    def test_world_size(self):
        self.script_refused(r"init_process_group says world_size 3, but genstack runs it with 4",
                            "\ndist.destroy_process_group()\n"
                            "dist.init_process_group('nccl', world_size=3, rank=rank)\n")
        self.script_refused("SystemExit|exit code", "\nassert world == 4\nraise SystemExit('4 x 2')")

    def test_what_no_log_can_say(self):
        self.script_refused(r":8: the size of nonzero's result is decided by data: say what to "
                            r"expect by --assume script\.py:8=VALUE",
                            "\n(torch.randn(5) > 0).nonzero()\n")
        self.script_refused(r"rank 0 waits for an object that rank 1 never sends",
                            "\nif rank == 0:\n    dist.broadcast_object_list([None], src=1)\n")
        self.script_refused(r"--step 3: the script makes 0 steps", "", "--step", "3")

    def test_from_a_shell(self):
        run = subprocess.run([sys.executable, os.path.join(root, "tools", "genstack"), "--help"],
                             capture_output=True, text=True, check=True)
        self.assertIn("examples:", run.stdout)
        run = subprocess.run([sys.executable, os.path.join(root, "tools", "genstack"), "--ranks",
                              "2", "--out", self.folder + "/log", "absent.py"],
                             capture_output=True, text=True, check=False)
        self.assertEqual((run.returncode, run.stderr),
                         (2, "genstack: absent.py: there is no such script\n"))


if __name__ == "__main__":
    unittest.main()
