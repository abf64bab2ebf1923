# SPDX-License-Identifier: Apache-2.0
import unittest

import nbformat
import notebooks

QUESTIONS = ["collective", "inside_a_schedule", "scheduler_and_guard", "slower_switch"]


class Notebooks(unittest.TestCase):
    def test_there_is_one_for_each_question(self):
        self.assertEqual(sorted(path.stem for path in notebooks.FOLDER.glob("*.ipynb")), QUESTIONS)

    def agrees(self, name):
        path = notebooks.FOLDER / f"{name}.ipynb"
        stored, now = nbformat.read(path, as_version=4), notebooks.executed(path)
        drawn = 0
        for before, after in zip(stored.cells, now.cells, strict=True):
            self.assertEqual(before.get("execution_count"), after.get("execution_count"))
            if "wall-clock" not in before.metadata.get("tags", []):
                self.assertEqual(notebooks.texts(before), notebooks.texts(after), before.source)
            self.assertEqual(len(notebooks.pictures(before)), len(notebooks.pictures(after)))
            drawn += len(notebooks.pictures(before))
        self.assertGreater(drawn, 0)


for question in QUESTIONS:
    setattr(
        Notebooks,
        f"test_{question}_says_and_draws_what_it_shows",
        lambda self, name=question: self.agrees(name),
    )
