# SPDX-License-Identifier: Apache-2.0
"""fabric_test.py JACQUARD: an exchange on several fabrics, driven in Chromium."""

import csv
import json
import re

import page


class Swept(page.PageCase):
    COMMAND = "simulate guard_sweep"

    def bars(self, part=1):
        return self.js(f"[...document.querySelectorAll('.part:nth-child({part}) .bar')].map(e => [e.querySelector('.bar-name').textContent, "
                       "...[...e.querySelectorAll('.track span')].map(i => i.title)])")

    def test_parts_are_those_of_explain(self):
        self.open("fabric")
        run = self.run_program(f"explain {self.path.parent / 'result.json'} --json")
        said = [row for row in json.loads(run.stdout)["rows"] if row["row_kind"] == "time"]
        cases = self.js("[...document.querySelectorAll('.part:nth-child(1) option')].map(e => e.textContent)")
        for place in (0, len(cases) - 1):
            self.choose(".part:nth-child(1) select", place)
            bars = self.bars()
            self.assertEqual(len(bars), 4)
            for name, *titles in bars:
                row = next(one for one in said if one["name"] == f"{name}, {cases[place]}")
                for title, key in zip(titles, ("data_ps", "guard_ps", "decision_ps", "other_ps")):
                    self.assertLessEqual(abs(int(title.split()[1]) - row[key]), 1, (name, title))

    def test_a_guard_on_the_line_is_what_a_run_says(self):
        self.open("fabric")
        self.slide("swept", 260)
        guard = re.search(r"sweep.values=([^']+)'", self.text(".command code")).group(1)
        titles = dict(self.js("(() => { const part = [...document.querySelectorAll('.part')].find(p => p.querySelector('h2').textContent === 'What if');"
                              "return [...part.querySelectorAll('.bar')].map(e => [e.querySelector('.bar-name').textContent, e.querySelector('.track span').title]); })()"))
        run = self.run_program(f"simulate guard_sweep --set 'sweep.values={guard}' --json")
        self.assertEqual(run.returncode, 0, run.stderr)
        rows = {row["fabric"]: row for row in json.loads(run.stdout)["rows"]}
        self.assertIn("ladder", titles)
        self.assertNotIn("eclipse", titles)  # makes other schedules for other guards
        for name, title in titles.items():
            self.assertLessEqual(abs(int(title.split()[0]) - rows[name]["completion_mean_ps"]), 1e-6 * rows[name]["completion_mean_ps"], name)

    def test_what_is_kept_of_one_run_says_of_which(self):
        self.open("fabric")
        notes = "[...document.querySelectorAll('p.soft')].map(e => e.textContent).filter(t => t.startsWith('Of the run'))"
        # Flows were kept at the first point: without a guard, as their links say.
        with open(self.path.parent / "links.csv", encoding="utf-8") as file:
            self.assertEqual({row["guard_ps"] for row in csv.DictReader(file)}, {"0"})
        self.assertEqual(self.js(notes), ["Of the run with moe:16[0], seed 1, 0 ns."] * 3)
        last = self.js("document.querySelectorAll('.part:nth-child(1) option').length") - 1
        self.choose(".part:nth-child(1) select", last)
        self.assertEqual(len(self.js(notes)), 3)
        for note in self.js(notes):
            self.assertTrue(note.startswith("Of the run with moe:16[0], seed 1, 0 ns, not with moe:16, 1 ms"), note)

    def test_a_timeline_has_a_colour_for_each_destination(self):
        self.open("fabric")
        names = self.js("[...document.querySelectorAll('.part:last-child .legend span')].map(e => e.textContent)")
        for name in ("setting", *(f"to {port}" for port in range(16))):
            self.assertIn(name, names)

    def test_half_of_the_flows(self):
        self.open("fabric")
        with open(self.path.parent / "flows.csv", encoding="utf-8") as file:
            times = sorted(int(row["fct_ps"]) for row in csv.DictReader(file) if row["fabric"] == "exact")
        median = times[(len(times) + 1) // 2 - 1]
        self.assertIn(f"exact {median / 1e9:.3g} ms", self.text("main"))

    def test_no_reader_stumbles(self):
        self.assertEqual(self.faults("fabric"), [])


class Fabrics(page.PageCase):
    COMMAND = "simulate moe_alltoall --set traffic.count=1"

    def test_the_first_is_the_rows_first(self):
        self.open("fabric")
        rows = json.loads((self.path.parent / "result.json").read_text())["rows"]
        case = self.js("document.querySelector('.part option')?.textContent ?? ''")
        best = min((row for row in rows if row["traffic"].endswith(case)), key=lambda row: row["completion_mean_ps"])
        self.assertIn(f"{best['fabric']} is done first", self.text(".answer"))
        self.assertIn("--set 'circuit.guard=10 us'", self.text(".command code"))
        self.assertEqual(self.js("document.querySelectorAll('.spans').length"), 1)
        self.assertEqual(self.faults("fabric"), [])


if __name__ == "__main__":
    page.main()
