# SPDX-License-Identifier: Apache-2.0
"""gallery_test.py JACQUARD: each card of the gallery answers its question and has a picture."""

import html
import json
import re

import page


class Gallery(page.PageCase):
    COMMAND = "gallery --out site"

    @classmethod
    def make(cls, command):
        run = cls.run_program(command + " --json")
        assert run.returncode == 0, run.stderr
        cls.rows = json.loads(run.stdout)["rows"]
        cls.errors = run.stderr
        return page.pathlib.Path(cls.folder.name) / "site" / "index.html"

    def cards(self):
        return self.path.read_text(encoding="utf-8").split('<div class="run">')[1:]

    def test_each_sentence_is_one_of_the_answer_of_its_result(self):
        self.assertEqual(len(self.cards()), len(self.rows))
        for card, row in zip(self.cards(), self.rows):
            verb = row["command_line"].split()[1]
            kept = json.loads((self.path.parent / row["name"] / f"{verb}.json").read_text())
            self.assertIn(row["answer"], kept["answer"].split("\n"))
            self.assertIn(f"<p>{row['answer']}</p>", html.unescape(card))

    def test_a_time_asked_for_is_a_time_said(self):
        said = {row["name"]: row["answer"] for row in self.rows}
        self.assertRegex(said["collective"], r"1\.00 GB: .* takes [0-9.]+ ms")
        self.assertRegex(said["advice"], r"guard times up to [0-9.]+ us")
        self.assertRegex(said["step"], r"compute [0-9.]+ % of it")

    def test_each_card_has_a_picture_that_is_there(self):
        for card in self.cards():
            [picture] = re.findall(r'<img [^>]*src="([^"]+)"', card)
            self.assertIn("<svg", (self.path.parent / picture).read_text(encoding="utf-8"))

    def test_no_time_left_is_guessed_by_a_count_of_questions(self):
        self.assertNotIn("left", self.errors)


if __name__ == "__main__":
    page.main()
