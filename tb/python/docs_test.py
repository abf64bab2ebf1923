# SPDX-License-Identifier: Apache-2.0
"""docs/genstack_log.md: its commands print what it shows, and its tables name every key."""
import json
import os
import re
import unittest

from support import Log, ToolTest, examples, golden, root


class Docs(ToolTest):
    def setUp(self):
        super().setUp()
        with open(os.path.join(root, "docs", "genstack_log.md"), encoding="utf-8") as file:
            self.page = file.read()

    def test_the_command_prints_what_is_shown(self):
        shown = re.search(r"```sh\npython3 tools/genstack (.*)\n```\n\n```\n(.*)\n```", self.page)
        arguments = shown.group(1).split()
        arguments[arguments.index("log")] = self.folder + "/log"
        arguments[-1] = os.path.join(root, arguments[-1])
        code, said = self.run_tool(*arguments)
        self.assertEqual(code, 0)

        def plain(text):
            return re.sub(r"[\d.]+ s -> .*", "", text.strip())
        self.assertEqual(plain(said), plain(shown.group(2)))

    def test_every_key_of_a_line_and_of_a_class_is_explained(self):
        explained = set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.*)", self.page,
                                                                  re.MULTILINE))))
        used = set()
        for name in os.listdir(golden):
            log = Log(os.path.join(golden, name))
            used.update(log.manifest, *log.classes, *log.manifest["groups"])
            for entry in log.classes:
                used.update(*log.lines(entry["representative"]))
        self.assertEqual(used - explained - {"name", "family", "id"}, set())

    def test_the_lines_shown_are_those_of_the_tool(self):
        text = re.search(r"```json\n(.*?)```", self.page, re.DOTALL).group(1)
        shown = [json.loads(part) for part in re.split(r"(?<=\})\n", text.strip())]
        lines = Log(os.path.join(golden, "chronos_4x4")).lines()
        self.assertEqual(len(shown), len(lines))
        for mine, theirs in zip(shown, lines):
            self.assertEqual(mine, {key: theirs[key] for key in mine})

    def test_every_example_is_named(self):
        for name in os.listdir(examples):
            if name not in ("parallel.py", "gradients.py", "__pycache__"):
                self.assertIn(name, self.page)


if __name__ == "__main__":
    unittest.main()
