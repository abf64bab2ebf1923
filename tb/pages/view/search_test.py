# SPDX-License-Identifier: Apache-2.0
"""search_test.py JACQUARD: a search's points, front, history and certificates, driven in Chromium."""

import csv
import json

import page

# 600 designs by two rewards: a front, which the program gives too.
SEARCH = "search cosmic_system2 --agent nsga2 --reward time,perf_per_cost --budget 600"


class Search(page.PageCase):
    COMMAND = SEARCH

    def evaluations(self):
        with open(self.path.parent / "evaluations.csv", encoding="utf-8") as file:
            return [row for row in csv.DictReader(file) if row["valid"] == "true"]

    def rows(self, kind):
        rows = json.loads((self.path.parent / "search.json").read_text())["rows"]
        return [row for row in rows if row["row_kind"] == kind]

    def kept(self):
        return self.js("[...document.querySelectorAll('.part p')].map(e => e.textContent).find(t => t.includes('are kept')) ?? ''")

    def shown(self, start):
        return self.js(f"[...document.querySelectorAll('p')].map(e => e.textContent).find(t => t.startsWith({start!r})) ?? ''")

    def test_the_front_is_the_programs(self):
        self.open("search")
        self.assertTrue(self.shown("Front").startswith(f"Front: {len(self.rows('front'))} of these"), self.shown("Front"))
        # Along it by keys: every step is one of the program's, in order of the first reward.
        steps = []
        self.key("canvas[aria-label^='Two figures']", "Home")
        for _ in self.rows("front"):
            steps.append(int(self.text("#said").split(",")[0].split()[1]))
            self.press("ArrowRight")
        self.assertEqual(set(steps), {row["step"] for row in self.rows("front")})

    def test_the_best_is_the_programs(self):
        self.open("search")
        best = max(float(row["reward_time"]) for row in self.evaluations())
        self.assertIn(f"is {best:.4g}:", self.text(".answer"))

    def test_a_range_keeps_what_the_table_has_in_it(self):
        self.open("search")
        everything = self.evaluations()
        self.assertTrue(self.kept().startswith(f"{len(everything)} of {len(everything)} points"), self.kept())
        # The first axis is algorithm[0], of words in order; the lowest is dropped by a key, then the range as a whole.
        self.key("canvas[aria-label*='points on']", "ArrowUp")
        words = sorted({row["algorithm[0]"] for row in everything})
        above = sum(row["algorithm[0]"] != words[0] for row in everything)
        self.assertTrue(self.kept().startswith(f"{above} of "), self.kept())
        self.press("Delete")
        self.assertTrue(self.kept().startswith(f"{len(everything)} of "))

    def test_dragging_on_an_axis_keeps_a_range(self):
        self.open("search")
        box = "canvas[aria-label*='points on']"
        at = self.place(box, 0, 0)
        # Down the first axis (54 pixels from the left), over its upper half.
        self.pointer("mousePressed", (at[0] + 54, at[1] + 46), button="left", clickCount=1)
        self.pointer("mouseMoved", (at[0] + 54, at[1] + 46 + 157), button="left", buttons=1)
        self.pointer("mouseReleased", (at[0] + 54, at[1] + 46 + 157), button="left", clickCount=1)
        words = sorted({row["algorithm[0]"] for row in self.evaluations()})
        upper = sum(words.index(row["algorithm[0]"]) >= len(words) / 2 for row in self.evaluations())
        self.assertTrue(self.kept().startswith(f"{upper} of "), (self.kept(), words))

    def pictures(self):
        self.frame()
        return self.js("['Two figures', 'Each evaluation'].map(name => document.querySelector(`canvas[aria-label^='${name}']`).toDataURL())")

    def test_hovering_a_point_names_it_everywhere(self):
        self.open("search")
        before = self.pictures()
        # At the top of the first axis: a line through the last of its words, and all of them lie there.
        at = self.place("canvas[aria-label*='points on']", 0, 0)
        self.pointer("mouseMoved", (at[0] + 55, at[1] + 46))
        last = max(row["algorithm[0]"] for row in self.evaluations())
        self.assertIn("evaluation", self.text(".tip"))
        self.assertIn(f"algorithm [{last},", self.text(".tip"))
        # The other pictures mark it too.
        self.assertEqual([now != was for now, was in zip(self.pictures(), before)], [True, True])

    def test_importance_is_the_rows(self):
        self.open("search")
        names = self.js("[...document.querySelectorAll('.bar-name')].map(e => e.textContent)")
        by_weight = sorted(self.rows("importance"), key=lambda row: -row["importance"])
        self.assertEqual(names, [row["knob"] for row in by_weight])

    def test_no_reader_stumbles(self):
        self.assertEqual(self.faults("search"), [])


class Planned(page.PageCase):
    COMMAND = "plan dlrm-a --system zionex-128"

    def test_the_best_and_its_proof(self):
        self.open("search")
        rows = json.loads((self.path.parent / "plan.json").read_text())["rows"]
        best = min((row for row in rows if row["row_kind"] == "strategy" and row["time_ps"]), key=lambda row: row["time_ps"])
        self.assertIn(f"{best['time_ps'] / 1e9:.3g} ms", self.text(".answer"))
        self.assertIn("each strategy was priced", self.text("main"))
        self.assertEqual(self.faults("search"), [])


class Tuned(page.PageCase):
    COMMAND = "gemm tune llama3-8b --system 8xh100"

    def test_the_best_mesh(self):
        self.open("search")
        self.assertIn("mesh rows 4, mesh columns 2", self.text(".answer"))
        self.assertEqual(self.faults("search"), [])


class Many(page.PageCase):
    """A hundred thousand evaluations stay fluid: no frame of a hover or a range waits for all lines."""
    COMMAND = "search cosmic_system2 --agent random --budget 100000 --reward perf_per_bw --threads 2"

    def test_frames_stay_short(self):
        self.open("search")
        self.assertIn("100,000 points", self.text(".answer"))
        slowest = self.chromium.call("Runtime.evaluate", awaitPromise=True, returnByValue=True, expression="""(async () => {
          const canvas = document.querySelector("canvas[aria-label*='points on']"), box = canvas.getBoundingClientRect();
          let last = performance.now(), most = [];
          for (let k = 0; k < 60; ++k) {
            canvas.dispatchEvent(new PointerEvent("pointermove", {clientX: box.left + 100 + 8 * k, clientY: box.top + 120 + 2 * k, bubbles: true}));
            await new Promise(requestAnimationFrame);
            const now = performance.now();
            most.push(now - last), (last = now);
          }
          return most.sort((a, b) => a - b)[54];
        })()""")["result"]["value"]


if __name__ == "__main__":
    page.main()
