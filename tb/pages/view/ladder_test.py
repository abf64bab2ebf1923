# SPDX-License-Identifier: Apache-2.0
"""ladder_test.py JACQUARD: the view of a job at every fidelity, driven in Chromium."""

import json

import page


class Ladder(page.PageCase):
    # A tenth of a second of memory's accesses: rungs that would make more are refused, and said so.
    COMMAND = "ladder decode_64 --most-accesses 100000"

    @property
    def rows(self):
        return json.loads((self.path.parent / "ladder.json").read_text())["rows"]

    def bars(self, which=0):
        return self.js(f"[...document.querySelectorAll('.bars')[{which}].querySelectorAll('.bar')].map(b => [b.children[0].textContent, b.children[2].textContent])")

    def test_differences_are_to_the_most_detailed_rung_that_runs(self):
        self.open("ladder")
        ran = [row for row in self.rows if row["time_ps"] is not None]
        base = ran[-1]
        shown = self.bars()
        self.assertEqual(len(shown), len(ran))
        self.assertIn("most detailed", shown[-1][1])
        for (_, text), row in zip(shown[:-1], ran):
            share = float(text.split(", ")[1].removesuffix(" %"))
            self.assertAlmostEqual(share / 100, row["time_ps"] / base["time_ps"] - 1, delta=0.0005)

    def test_what_explains_a_difference_is_a_part(self):
        self.open("ladder")
        for row in self.rows:
            if row["time_ps"] is not None:
                parts = row["compute_ps"] + row["exposed_comm_ps"] + row["bubble_ps"]
                self.assertAlmostEqual(parts, row["time_ps"], delta=1e-6 * parts)
        self.hover(".bar")
        self.assertIn("closed forms", self.text(".bars .tip"))

    def test_an_order_is_chosen(self):
        self.open("ladder")
        self.choose(".tools select", 3)
        ran = sorted((row for row in self.rows if row["time_ps"] is not None), key=lambda row: row["wall_s"])
        self.assertEqual(self.bars(1)[0][0].split(",")[0], ran[0]["engine"])

    def test_rungs_that_do_not_run_say_why(self):
        self.open("ladder")
        refused = [row for row in self.rows if row["refused"]]
        self.assertGreater(len(refused), 0)
        said = self.js("document.querySelector('main').textContent")
        for row in refused:
            self.assertIn(row["refused"][:60], said)

    def test_no_reader_stumbles(self):
        self.assertEqual(self.faults("ladder"), [])


class Planner(Ladder):
    """A planner's model has no parts: bars are times alone, and rungs with clocks are refused here."""

    COMMAND = "ladder dlrm-a --system zionex-128 --strategy 'mlp=ddp emb=mp' --most-accesses 1000"

    def test_what_explains_a_difference_is_a_part(self):
        self.assertTrue(all(row["compute_ps"] is None for row in self.rows))

    def test_an_order_is_chosen(self):
        self.open("ladder")
        self.choose(".tools select", 1)
        ran = sorted((row for row in self.rows if row["time_ps"] is not None), key=lambda row: row["time_ps"])
        self.assertEqual(self.bars()[0][0].split(",")[0], ran[0]["engine"])


if __name__ == "__main__":
    page.main()
