# SPDX-License-Identifier: Apache-2.0
"""The logs under golden/, which other tests read without Python, are what the tool writes today."""
import os
import unittest

from support import Log, ToolTest, golden


class Fixtures(ToolTest):
    def test_logs_are_up_to_date(self):
        names = sorted(os.listdir(golden))
        self.assertEqual(len(names), 5)
        for name in names:
            kept = Log(os.path.join(golden, name))
            script, *arguments = kept.manifest["script"].split()
            log = self.log(kept.manifest["world_size"], script, *arguments)
            for key in ("world_size", "groups", "classes", "script", "step"):
                self.assertEqual(log.manifest[key], kept.manifest[key], name)
            for rank in range(kept.manifest["world_size"]):
                self.assertEqual(log.lines(rank), kept.lines(rank), name)


if __name__ == "__main__":
    unittest.main()
