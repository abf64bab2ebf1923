# SPDX-License-Identifier: Apache-2.0
"""collective_test.py JACQUARD: ways to do a collective against its size, driven in Chromium."""

import json

import page

LINKS = 'collective all-reduce --topology "Switch(8)" --algorithm all --engine analytic'


class Collective(page.PageCase):
    COMMAND = LINKS + ' --bytes "1 KB..1 GB"'

    def times(self):
        """Picoseconds of each way at the slider's size, and how they were found."""
        said = self.js("[...document.querySelectorAll('.bar')].map(e => [e.querySelector('.bar-name').textContent, e.querySelector('.track span').title])")
        return {name: (int(title.split(" ps, ")[0]), title.split(" ps, ")[1]) for name, title in said}

    def test_a_closed_form_says_what_the_program_says_at_other_sizes(self):
        self.open("collective")
        for step in (60, 150, 222, 391):
            self.slide("bytes", step)
            size = self.text(".command code").rsplit("'", 2)[1]
            run = self.run_program(f"{LINKS} --bytes '{size}' --json")
            self.assertEqual(run.returncode, 0, run.stderr)
            rows = json.loads(run.stdout)["rows"]
            found = self.times()
            self.assertEqual({row["algorithm"] for row in rows}, set(found))
            for row in rows:
                time, how = found[row["algorithm"]]
                self.assertEqual(how, "closed form")
                self.assertLessEqual(abs(time - row["time_ps"]), max(20, 1e-6 * row["time_ps"]), (row["algorithm"], size))
            best = min(rows, key=lambda row: row["time_ps"])
            self.assertIn(f"{best['algorithm']} is done first", self.text(".answer"))

    def test_at_a_computed_size_the_answer_is_the_rows(self):
        self.open("collective")
        rows = json.loads((self.path.parent / "collective.json").read_text())["rows"]
        largest = {row["algorithm"]: row["time_ps"] for row in rows if row["bytes"] == 1_000_000_000}
        self.assertEqual({name: time for name, (time, _) in self.times().items()}, largest)

    def test_keys_read_the_chart_out(self):
        self.open("collective")
        self.wait("document.querySelector('.lines-box .uplot')")
        self.key(".lines-box", "ArrowRight")
        self.assertIn("bytes of an NPU 1 kB", self.text("#said"))

    def test_no_reader_stumbles(self):
        self.assertEqual(self.faults("collective"), [])


class Reached(page.PageCase):
    COMMAND = 'collective all-reduce --system 8xh100 --algorithm all --bytes "1 KB..1 GB"'

    def test_an_estimate_is_called_one(self):
        self.open("collective")
        self.slide("bytes", 333)
        self.assertIn("estimated", self.text("main"))
        self.assertIn("No such form was found for nccl-nvls", self.text("main"))
        self.assertEqual(self.faults("collective"), [])


class OneSize(page.PageCase):
    COMMAND = 'collective all-reduce --topology "Ring(8)" --bytes "64 MiB"'

    def test_one_size_says_how_to_get_more(self):
        self.open("collective")
        self.assertIn("At 67.1 MB, two-way-ring is done first, after 1.24 ms", self.text(".answer"))
        self.assertIn("gives curves", self.text("main"))


if __name__ == "__main__":
    page.main()
