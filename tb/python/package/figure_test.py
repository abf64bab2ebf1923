# SPDX-License-Identifier: Apache-2.0
"""--figure: the CSV has the rows' figures, and the code beside it draws the picture that is there."""
import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import jacquard

MM = 72 / 25.4  # in points
SCHEDULE = "schedule --demand moe:16 --scheduler exact,ladder,shifts --guard".split() + ["1 us"]
SCHEDULE += ["--bits", "8", "--no-timing"]
UNITS = {"ps": 1, "ns": 1e3, "us": 1e6, "ms": 1e9, "s": 1e12, "bytes": 1, "kB": 1e3, "MB": 1e6,
         "GB": 1e9}


class Figures(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = pathlib.Path(made.name)

    def run_program(self, *words, **environment):
        return subprocess.run([jacquard.program(), *words], cwd=self.folder, capture_output=True,
                              text=True, env={**os.environ, **environment})

    def rows(self, *words, code=0):
        run = self.run_program(*words, "--json", "--quiet")
        self.assertEqual((run.returncode, run.stderr if code else ""), (code, ""), run.stderr)
        return json.loads(run.stdout)["rows"]

    def table(self, name):
        """Series, x and y in the rows' own units, and the head."""
        with open(self.folder / f"{name}.csv", newline="") as file:
            head, *lines = csv.reader(file)
        sizes = [UNITS.get((re.findall(r"\((\w+)\)$", text) or [""])[0], 1) for text in head]
        scaled = [(s, float(x) * sizes[1] if sizes[1] != 1 else x, float(y) * sizes[2])
                  for s, x, y in lines]
        return scaled, head

    def draws(self, *words):
        return self.rows(*words, "--figure", "svg", "--out", ".")

    def agree(self, found, expected):
        self.assertEqual(len(found), len(expected))
        for one, other in zip(sorted(found), sorted(expected)):
            self.assertEqual(one[0], other[0])
            if isinstance(other[1], str):
                self.assertEqual(one[1], other[1])
            else:
                self.assertAlmostEqual(float(one[1]) / other[1], 1, 12)
            self.assertAlmostEqual(one[2], other[2], delta=1e-12 * abs(other[2]) + 1e-6)

    def test_a_collective_draws_what_it_printed(self):
        ring = ["collective", "--topology", "Ring(8)", "--bytes"]
        for words in ([*ring, "64 MiB", "--algorithm", "all"], [*ring, "1 MiB,64 MiB"],
                      [*ring, "64 MiB"]):
            rows = self.draws(*words)
            found, _ = self.table("collective_figure")
            times = {row["time_ps"] for row in rows if "time_ps" in row}
            self.assertTrue(found)
            for _, _, y in found:
                self.assertLess(min(abs(y / time - 1) for time in times), 1e-12)

    def test_parts_of_a_schedule_are_guards_data_and_the_rest_of_its_makespan(self):
        rows = self.draws(*SCHEDULE)
        points, head = self.table("schedule_figure")
        self.assertEqual(head[:2], ["part", "scheduler"])
        self.assertRegex(head[2], r"^Time \((us|ms)\)$")
        of = {(part, name): value for part, name, value in points}
        for row in rows:
            name, guard = row["scheduler"], row["guard_ps"]
            # A slot's time is what is left of the makespan without guards, over the slots.
            data = (row["makespan_ps"] - guard) * row["max_line_quanta"] / row["slots"]
            self.assertAlmostEqual(of["guard", name], guard, delta=1)
            self.assertAlmostEqual(of["data", name], data, delta=1)
            total = sum(value for (_, who), value in of.items() if who == name)
            self.assertAlmostEqual(total, row["makespan_ps"], delta=1)

    def test_a_sweep_is_lines_of_the_headline(self):
        rows = self.draws(*SCHEDULE[:-5], *SCHEDULE[-3:], "--sweep", "guard=0 ns,100 ns,1 us,20 us")
        points, head = self.table("schedule_figure")
        self.assertEqual(head[1], "Guard (us)")
        ps = {"guard=0 ns": 0, "guard=100 ns": 1e5, "guard=1 us": 1e6, "guard=20 us": 2e7}
        wanted = [(row["scheduler"], ps[row["sweep_point"]], row["makespan_ps"]) for row in rows]
        self.assertEqual(sorted(series for series, _, _ in points), sorted(s for s, _, _ in wanted))
        found = {(series, round(x)): y for series, x, y in points}
        for series, x, y in wanted:
            self.assertAlmostEqual(found[series, round(x)], y, delta=1)

    def test_values_that_are_names_are_bars(self):
        rows = self.draws(*SCHEDULE[:-5], *SCHEDULE[-3:], "--sweep", "demand=moe:8,moe:16")
        points, head = self.table("schedule_figure")
        self.assertEqual(head[1], "Demand")
        wanted = [(r["scheduler"], r["sweep_point"].split("=")[1], r["makespan_ps"]) for r in rows]
        self.agree(points, wanted)

    def test_a_step_has_its_parts(self):
        rows = self.draws("train", "gpt3_175b_pipeline", "--engine", "analytic")
        points, _ = self.table("train_figure")
        [step] = [row for row in rows if row["row_kind"] == "step"]
        stages = [row for row in rows if row["row_kind"] == "class"]
        self.assertGreater(len(stages), 1)
        for stage in stages:
            mine = {p: y for p, x, y in points if x == f"stage {stage['stage']}"}
            self.assertAlmostEqual(mine["compute"] / stage["compute_ps"], 1, 9)
            self.assertAlmostEqual(mine["bubble"] / stage["bubble_ps"], 1, 9)
            self.assertAlmostEqual(sum(mine.values()) / step["time_ps"], 1, 5)

    def test_load_is_latency_against_the_rate_with_the_limits(self):
        rows = self.draws("serve", "llama3-8b", "--system", "8xh200", "--slo", "ttft=1 s,tpot=20 ms")
        points, head = self.table("serve_figure")
        self.assertEqual(head[1], "Requests (1/s)")
        loads = [row for row in rows if row["row_kind"] == "load"]
        ends = [f(row["rate_per_s"] for row in loads) for f in (min, max)]
        wanted = [(w.upper() + " p95", r["rate_per_s"], r[w + "_p95_ps"]) for r in loads
                  for w in ("ttft", "tpot")]
        wanted += [(w, x, y) for w, y in (("TTFT limit", 1e12), ("TPOT limit", 2e10)) for x in ends]
        self.agree([(s, float(x), y) for s, x, y in points], wanted)

    def test_algorithms_are_lines_over_sizes_or_bars(self):
        words = ["collective", "--topology", "Ring(8)", "--algorithm", "all", "--bytes"]
        rows = self.draws(*words, "1 KB,1 MB,64 MB")
        points, head = self.table("collective_figure")
        self.assertEqual(head[0], "algorithm")
        self.agree(points, [(r["algorithm"], r["bytes"], r["time_ps"]) for r in rows])
        rows = self.draws(*words, "1 MB")
        points, _ = self.table("collective_figure")
        self.agree(points, [("time", r["algorithm"], r["time_ps"]) for r in rows])

    def test_plans_are_a_scatter_whose_front_nothing_beats(self):
        rows = self.draws("plan", "dlrm-a", "--system", "zionex-128")
        points, _ = self.table("plan_figure")
        fit = [(r["memory_bytes"], r["time_ps"]) for r in rows if r.get("fits")]
        self.assertEqual(len(points), len(fit))
        front = [(m, t) for m, t in fit
                 if not any(a <= m and b <= t and (a, b) != (m, t) for a, b in fit)]
        self.agree([("", x, y) for s, x, y in points if s == "front"], [("", *p) for p in front])

    def test_rungs_of_a_ladder_are_bars(self):
        rows = self.draws("ladder", "mixtral_64")
        points, head = self.table("ladder_figure")
        self.assertRegex(head[2], r"^Step time \(\w+\)$")
        times = sorted(row["time_ps"] for row in rows if row["time_ps"])
        for (_, _, found), wanted in zip(sorted(points, key=lambda p: p[2]), times):
            self.assertAlmostEqual(found / wanted, 1, 12)
        self.assertEqual(len({x for _, x, _ in points}), len(times))  # each is told apart

    def test_a_comparison_falls_from_one_time_to_the_other(self):
        for name, guard in (("a", "10 ns"), ("b", "5 us")):
            words = [*SCHEDULE[:4], "exact", "--bits", "8", "--no-timing", "--guard", guard, "--json"]
            (self.folder / f"{name}.json").write_text(self.run_program(*words).stdout)
        [a], [b] = [json.loads((self.folder / f"{n}.json").read_text())["rows"] for n in "ab"]
        run = self.run_program("view", "a.json", "b.json", "--figure", "svg", "--out", ".")
        self.assertEqual(run.returncode, 0, run.stderr)
        points, _ = self.table("compare_figure")
        self.assertEqual([x for _, x, _ in points], ["first", "guard", "second"])
        # The same settings, each with a guard that is 4.99 us longer.
        wanted = [a["makespan_ps"], a["permutations"] * 4_990_000, b["makespan_ps"]]
        for (_, _, found), value in zip(points, wanted):
            self.assertAlmostEqual(found / value, 1, 9)

    def test_a_pdf_is_as_wide_as_a_column_or_a_page_and_has_its_fonts(self):
        for size, width in (("column", 85), ("page", 178)):
            self.rows(*SCHEDULE, "--figure", "pdf", "--size", size, "--out", ".")
            pdf = (self.folder / "schedule_figure.pdf").read_bytes()
            [box] = re.findall(rb"/MediaBox \[ *0 +0 +([\d.]+) +([\d.]+) *\]", pdf)
            self.assertAlmostEqual(float(box[0]), width * MM, 2)
            self.assertIn(b"/FontFile2", pdf)  # TrueType, embedded
            self.assertNotIn(b"/Type3", pdf)
            self.assertNotIn(b"/CreationDate", pdf)

    def test_letters_of_a_picture_are_paths_and_guards_alone_are_orange(self):
        self.draws(*SCHEDULE)
        svg = (self.folder / "schedule_figure.svg").read_text()
        self.assertNotIn("<text", svg)
        self.assertIn("#e69f00", svg)
        self.draws("ladder", "mixtral_64")
        self.assertNotIn("#e69f00", (self.folder / "ladder_figure.svg").read_text())

    def test_the_code_draws_the_same_picture_again(self):
        for form in ("pdf", "svg", "png"):
            self.rows(*SCHEDULE, "--figure", form, "--out", ".")
            picture = self.folder / f"schedule_figure.{form}"
            first = picture.read_bytes()
            picture.unlink()
            code = self.folder / "schedule_figure.py"
            subprocess.run([sys.executable, code], cwd="/", check=True)
            self.assertEqual(picture.read_bytes(), first)
            self.rows(*SCHEDULE, "--figure", form, "--out", ".", "--threads", "2")
            self.assertEqual(picture.read_bytes(), first)
        self.assertNotIn("jacquard.", code.read_text().split('"""')[2])  # stands alone

    def test_a_result_that_was_kept_is_drawn_alike(self):
        self.draws(*SCHEDULE)
        text = self.run_program(*SCHEDULE, "--json", "--quiet").stdout
        (self.folder / "kept.json").write_text(text)
        run = self.run_program("view", "kept.json", "--figure", "svg")
        self.assertEqual(run.returncode, 0, run.stderr)
        for end in ("csv", "py"):
            self.assertEqual((self.folder / f"out/figure/kept_figure.{end}").read_text(),
                             (self.folder / f"schedule_figure.{end}").read_text())

    def refused(self, *words, **environment):
        run = self.run_program(*words, "--quiet", **environment)
        self.assertEqual(run.returncode, 2, run.stdout + run.stderr)
        lines = [line for line in run.stderr.splitlines() if line.startswith("jacquard")]
        self.assertEqual(len(lines), 1, run.stderr)
        return lines[0]

    def test_mistakes_are_one_line(self):
        self.assertIn("--figure", self.refused("version", "--figure", "pdf"))
        self.assertIn("gif", self.refused(*SCHEDULE, "--figure", "gif"))
        self.assertIn("--figure", self.refused(*SCHEDULE, "--size", "page"))
        self.assertIn("poster", self.refused(*SCHEDULE, "--figure", "pdf", "--size", "poster"))
        (self.folder / "no.json").write_text("{}")
        self.assertIn("no.json", self.refused("view", "no.json", "--figure", "pdf"))
        (self.folder / "odd.json").write_text('{"command": 3, "rows": [1, {"row_kind": 2}]}')
        self.assertIn("odd.json", self.refused("view", "odd.json", "--figure", "pdf"))

    def test_without_matplotlib_the_data_and_the_code_are_left(self):
        (self.folder / "matplotlib.py").write_text(
            "raise ModuleNotFoundError(\"No module named 'matplotlib'\")")
        said = self.refused(*SCHEDULE, "--figure", "pdf", PYTHONPATH=str(self.folder))
        self.assertIn("python3-matplotlib", said)
        left = sorted(path.name for path in (self.folder / "out" / "figure").iterdir())
        self.assertEqual(left, ["schedule_figure.csv", "schedule_figure.py"])


class InPython(unittest.TestCase):
    def test_a_figure_is_that_of_the_command_and_is_kept_where_it_is_told(self):
        result = jacquard.schedule(demand="moe:8", scheduler="exact,ladder", no_timing=True)
        with tempfile.TemporaryDirectory() as folder:
            figure = result.figure("pdf", size="page", path=os.path.join(folder, "a", "mine"))
            names = sorted(os.listdir(os.path.join(folder, "a")))
            self.assertEqual(names, ["mine.csv", "mine.pdf", "mine.py"])
            subprocess.run([sys.executable, os.path.join(folder, "a", "mine.py")], check=True)
            with open(os.path.join(folder, "a", "mine.pdf"), "rb") as file:
                self.assertEqual(file.read(), figure.picture)
        self.assertIsNone(figure._repr_svg_())
        svg = result.figure()
        self.assertIn("<svg", svg._repr_svg_())
        self.assertEqual(svg.csv, figure.csv)
        with self.assertRaisesRegex(jacquard.InputError, "gif"):
            result.figure("gif")
