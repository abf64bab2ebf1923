# SPDX-License-Identifier: Apache-2.0
"""sweep_test.py JACQUARD: any --sweep as lines, driven in Chromium."""

import json

import page


class Sweep(page.PageCase):
    COMMAND = ('schedule --demand moe:16 --bits 8 --scheduler exact,ladder --sweep "guard=1 us,10 us,100 us" '
               '--sweep "bits=6,8"')

    def rows(self):
        return json.loads((self.path.parent / "sweep.json").read_text())["rows"]

    def test_the_least_is_the_rows_least(self):
        self.open("sweep")
        least = min(self.rows(), key=lambda row: row["makespan_ps"])
        self.assertIn(f"The least makespan is {least['makespan_ps'] / 1e9:.3g} ms ({least['scheduler']}, {least['sweep_point']})",
                      self.text(".answer"))

    def test_a_line_for_each_other_value(self):
        self.open("sweep")
        self.wait("document.querySelector('.u-legend')")
        names = self.js("[...document.querySelectorAll('.u-series .u-label')].map(e => e.textContent)")
        self.assertEqual(sorted(names[1:]), ["bits 6, exact", "bits 6, ladder", "bits 8, exact", "bits 8, ladder"])

    def test_keys_read_values_out(self):
        self.open("sweep")
        self.wait("document.querySelector('.lines-box .uplot')")
        self.key(".lines-box", "ArrowRight")
        self.assertIn("guard 1 us", self.text("#said"))
        row = next(row for row in self.rows() if row["scheduler"] == "exact" and row["sweep_point"].startswith("guard=1 us") and row["sweep_point"].endswith("bits=6"))
        self.assertIn(f"bits 6, exact {row['makespan_ps'] / 1e9:.3g} ms", self.text("#said"))

    def test_another_figure(self):
        self.open("sweep")
        figures = self.js("[...document.querySelectorAll('label:nth-child(2) option')].map(e => e.textContent)")
        self.choose("label:nth-child(2) select", figures.index("permutations"))
        self.assertIn("The least permutations is", self.text(".answer"))

    def test_no_reader_stumbles(self):
        self.assertEqual(self.faults("sweep"), [])


if __name__ == "__main__":
    page.main()
