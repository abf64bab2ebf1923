# SPDX-License-Identifier: Apache-2.0
"""rows_test.py JACQUARD: a verb without a view of its own says its answer, and plots what answers."""

import json

import page


class Rows(page.PageCase):
    COMMAND = "advise --demand moe:16"

    def test_the_answer_stands_on_top(self):
        self.open("rows")
        answer = json.loads((self.path.parent / "advise.json").read_text())["answer"].split("\n")
        self.assertEqual(self.js("[...document.querySelectorAll('main > p')].map(e => e.textContent)"), answer)
        self.assertEqual(self.text("main .answer"), answer[0])

    def test_no_scatter_begins_with_what_this_machine_took(self):
        self.open("rows")
        chosen = self.js("[...document.querySelectorAll('.choice select')].map(e => e.selectedOptions[0].textContent)")
        self.assertEqual(chosen[:2], ["guard from", "makespan over bound"])
        self.assertFalse([name for name in chosen if "wall" in name])

    def test_no_reader_stumbles(self):
        self.assertEqual(self.faults("rows"), [])


if __name__ == "__main__":
    page.main()
