# SPDX-License-Identifier: Apache-2.0
"""compare_test.py JACQUARD: two results side by side, as rows and as a page."""

import json

import page


class Compare(page.PageCase):
    COMMAND = "view a.json b.json"

    @classmethod
    def make(cls, command):
        folder = page.pathlib.Path(cls.folder.name)
        for name, guard in (("a", "10 ns"), ("b", "100 us")):
            run = cls.run_program(f'schedule --demand moe:16 --bits 8 --guard "{guard}" --scheduler ladder --no-timing --json')
            (folder / f"{name}.json").write_text(run.stdout)
            kept = cls.run_program(f'schedule --demand moe:16 --bits 8 --guard "{guard}" --scheduler ladder --no-timing --out {name}')
            assert kept.returncode == 0, kept.stderr
        return super().make(command)

    def rows(self):
        return json.loads(self.run_program("compare a.json b.json --json").stdout)["rows"]

    def test_the_guard_is_all_that_differs(self):
        settings = {row["setting"]: (row["was"], row["is"]) for row in self.rows() if row["row_kind"] == "setting"}
        self.assertEqual(settings, {"fields.guard": ("10 ns", "100 us")} if "fields.guard" in settings else settings)
        self.assertIn(("10 ns", "100 us"), settings.values())
        self.assertEqual(len(settings), 1)

    def test_parts_add_up_to_both_times(self):
        parts = [row for row in self.rows() if row["row_kind"] == "part"]
        for name, key in (("a", "was_ps"), ("b", "is_ps")):
            row = json.loads((page.pathlib.Path(self.folder.name) / f"{name}.json").read_text())["rows"][0]
            self.assertAlmostEqual(sum(part[key] for part in parts), row["makespan_ps"], delta=1)

    def test_points_of_sweeps_are_compared_by_point(self):
        folder = page.pathlib.Path(self.folder.name)
        for name, guards in (("s", "1 us,10 us"), ("t", "1 us,100 us")):
            run = self.run_program(f'schedule --demand moe:16 --bits 8 --scheduler exact --sweep guard="{guards}" --no-timing --json')
            (folder / f"{name}.json").write_text(run.stdout)
        rows = json.loads(self.run_program("compare s.json t.json --json").stdout)["rows"]
        [setting] = [row for row in rows if row["row_kind"] == "setting"]
        self.assertEqual((setting["was"], setting["is"]), ("1 us,10 us", "1 us,100 us"))
        parts = [row for row in rows if row["row_kind"] == "part"]
        self.assertEqual({part["of"] for part in parts}, {"guard=1 us"})
        point = json.loads((folder / "s.json").read_text())["rows"][0]
        self.assertAlmostEqual(sum(part["was_ps"] for part in parts), point["makespan_ps"], delta=1)
        kept = self.run_program("schedule --demand moe:16 --bits 8 --scheduler exact --sweep guard=1ns,1us --out swept")
        self.assertEqual(kept.returncode, 0, kept.stderr)
        refused = self.run_program("compare swept/sweep.json swept/sweep.json --runs")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("a sweep of several", refused.stderr)

    def test_the_host_s_clock_is_no_difference(self):
        folder = page.pathlib.Path(self.folder.name)
        for name in ("v", "w"):
            (folder / f"{name}.json").write_text(self.run_program("schedule --demand moe:16 --scheduler exact --json").stdout)
        answer = self.run_program("compare v.json w.json")
        self.assertTrue(answer.stdout.startswith("Both take "), answer.stdout)

    def test_what_has_no_row_in_common_says_so(self):
        folder = page.pathlib.Path(self.folder.name)
        for name, kind in (("x", "load"), ("y", "run")):
            (folder / f"{name}.json").write_text(json.dumps({"command": "serve", "rows": [{"row_kind": kind, "rate": 1}]}))
        self.assertIn("no rows in common", self.run_program("compare x.json y.json").stdout)
        (folder / "z.json").write_text('{"command": 5, "rows": {"a": 1}}')
        self.assertEqual(self.run_program("compare z.json z.json").returncode, 2)

    def test_a_guard_costs_as_many_times_as_there_are_settings(self):
        row = json.loads((page.pathlib.Path(self.folder.name) / "a.json").read_text())["rows"][0]
        guard = next(part for part in self.rows() if part.get("part") == "guard")
        self.assertEqual(guard["difference_ps"], row["permutations"] * (100e6 - 10e3))

    def test_the_page_shows_the_waterfall(self):
        self.open("compare")
        self.assertIn("guard +", self.text(".answer"))
        names = self.js("[...document.querySelectorAll('.waterfall g text:first-of-type')].map(t => t.textContent)")
        self.assertEqual(names[0], "first")
        self.assertEqual(names[-1], "second")
        self.assertIn("guard", names)

    def test_bars_fit_a_narrow_page(self):
        self.open("compare", width=400)
        outside = self.js("""(() => { const box = document.querySelector('.waterfall').getBoundingClientRect();
            return [...document.querySelectorAll('.waterfall rect, .waterfall text')].filter(e => { const b = e.getBoundingClientRect();
              return b.left < box.left - 1 || b.right > box.right + 1; }).length + (box.right > innerWidth ? 100 : 0); })()""")
        self.assertEqual(outside, 0)
        headings = self.js("[...document.querySelectorAll('th')].map(e => e.textContent)")
        self.assertIn("first", headings)
        self.assertNotIn("was value", headings)

    def test_runs_between_them_name_the_option(self):
        rows = json.loads(self.run_program("compare a b --runs --json").stdout)["rows"]
        runs = [row for row in rows if row["row_kind"] == "run"]
        self.assertEqual([run["changed"] for run in runs], ["", "--guard '100 us'"])
        self.assertEqual(runs[1]["run_change"], runs[1]["run_value"] - runs[0]["run_value"])

    def test_results_of_two_verbs_are_refused(self):
        (page.pathlib.Path(self.folder.name) / "c.json").write_text('{"command": "train", "rows": []}')
        run = self.run_program("compare a.json c.json")
        self.assertEqual(run.returncode, 2)
        self.assertRegex(run.stderr, r"^jacquard: c\.json#/command: expected a result of schedule.*\n$")

    def test_no_reader_stumbles(self):
        self.assertEqual(self.faults("compare"), [])


class Near(page.PageCase):
    """Changes of less than 3 % of the total: the axis begins near it, with a mark that it is broken."""

    COMMAND = "view a.json b.json"

    @classmethod
    def make(cls, command):
        for name, guard in (("a", "10 ns"), ("b", "20 ns")):
            run = cls.run_program(f'schedule --demand moe:16 --bits 8 --guard "{guard}" --scheduler ladder --no-timing --json')
            (page.pathlib.Path(cls.folder.name) / f"{name}.json").write_text(run.stdout)
        return super().make(command)

    def test_the_axis_is_broken(self):
        self.open("compare", width=400)
        self.assertEqual(self.js("document.querySelectorAll('.waterfall .break').length"), 4)
        self.assertIn("The axis begins at", self.text("main"))


if __name__ == "__main__":
    page.main()
