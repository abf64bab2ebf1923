# SPDX-License-Identifier: Apache-2.0
"""schedule_test.py JACQUARD: the linked views of schedules, driven in Chromium."""

import json
import shlex

import page

SCHEDULERS = "exact,ladder,holds-first"
DEMAND = 'schedule --demand moe:16 --bits 8 --guard "1 us" --scheduler ' + SCHEDULERS


class Schedule(page.PageCase):
    COMMAND = DEMAND

    def facts(self, panel=1):
        return self.js(f"[...document.querySelectorAll('.panel:nth-child({panel}) .fact b')].map(e => e.textContent)")

    def test_hovering_a_setting_shows_its_pairs(self):
        self.open("schedule")
        before = self.text(".panel .pairs")
        self.hover(".panel canvas", 0.6, 0.3)
        after = self.text(".panel .pairs")
        self.assertNotEqual(before, after)
        self.assertIn("setting", self.text(".panel .tip"))
        # As the file of the schedule has them.
        place = int(after.split()[1]) - 1
        first = self.js("document.querySelector('.panel h3').textContent")
        columns = [-1] * 16
        entries = json.loads((self.path.parent / f"{first}.schedule.json").read_text())["entries"]
        for entry in entries[:place + 1]:
            for row, column in entry["changes"]:
                columns[row] = column
        pairs = " ".join(f"{i}→{j}" for i, j in enumerate(columns) if j >= 0)
        self.assertTrue(after.endswith(pairs), after)

    def test_keys_step_through_settings(self):
        self.open("schedule")
        self.key(".panel canvas", "ArrowRight")
        self.press("ArrowRight")
        self.assertIn("setting 3 of", self.text(".panel .pairs"))
        self.press("End")
        self.assertRegex(self.text(".panel .pairs"), r"setting (\d+) of \1,")

    def test_a_slider_of_the_guard_says_what_the_program_says(self):
        self.open("schedule")
        self.slide("guard", 300)
        shown = self.text(".answer")
        guard = self.js("document.querySelector('.command code').textContent").rsplit("'", 2)[1]
        self.assertIn("With the settings made for 1 us: at a guard of " + guard, shown)
        run = self.run_program(f"schedule --demand moe:16 --bits 8 --guard '{guard}' --scheduler {SCHEDULERS} --json")
        rows = json.loads(run.stdout)["rows"]
        best = min(rows, key=lambda row: row["makespan_ps"])
        self.assertIn(f"{best['scheduler']} is done first", shown)
        milliseconds = best["makespan_ps"] / 1e9
        self.assertIn(f"after {milliseconds:.3g} ms", shown)

    def command_of_the_page(self):
        words = shlex.split(self.text(".command code"))
        self.assertEqual(words[0], "jacquard")
        return json.loads(self.run_program(shlex.join(words[1:]) + " --json").stdout)["rows"]

    def test_what_the_page_shows_at_first_is_the_programs_answer(self):
        self.open("schedule")
        self.assertIn("--guard '1 us'", self.text(".command code"))
        best = min(self.command_of_the_page(), key=lambda row: row["makespan_ps"])
        self.assertEqual(self.text(".answer"), f"At a guard of 1 us, {best['scheduler']} is done first, after {best['makespan_ps'] / 1e9:.3g} ms.")

    def test_the_rate_reaches_the_command(self):
        self.open("schedule")
        self.slide("rate", 400)
        self.assertIn("--guard '1 us' --rate '6400 Gb/s'", self.text(".command code"))
        rows = {row["scheduler"]: row["makespan_ps"] for row in self.command_of_the_page()}
        self.assertIn("at 8 times the rate, ", self.text(".answer"))
        self.assertIn(f"after {min(rows.values()) / 1e9:.3g} ms", self.text(".answer"))
        self.slide("decision", 300)
        self.assertIn("No option sets the decision", self.text("main"))

    def test_wheel_and_keys_zoom_and_home_shows_all(self):
        self.open("schedule")
        canvas = "document.querySelector('.panel canvas').toDataURL()"
        whole = self.js(canvas)
        self.wheel(".panel canvas", -300, 0.5, 0.5)
        near = self.js(canvas)
        self.assertNotEqual(near, whole)
        self.key(".panel canvas", "Home")
        self.hover("footer")
        self.assertEqual(self.js(canvas), whole)
        self.press("+")
        self.assertNotEqual(self.js(canvas), whole)

    def test_another_scheduler_stands_beside_it(self):
        self.open("schedule")
        self.choose(".tools label:nth-child(2) select", 2)
        self.assertEqual(self.js("document.querySelectorAll('.panel').length"), 2)
        self.assertEqual(self.text(".panel:nth-child(2) h3"), "ladder")

    def test_no_reader_stumbles(self):
        for view in ("schedule", "rows", "made"):
            self.assertEqual(self.faults(view), [])


class SettingsOfTheGuard(page.PageCase):
    """Schedulers that make other settings for another guard: the page has those of its own alone, and says so."""

    COMMAND = 'schedule --demand moe:16 --guard "1 us"'

    def rows(self, guard):
        return json.loads(self.run_program(f"schedule --demand moe:16 --guard '{guard}' --json").stdout)["rows"]

    def test_the_sentence_claims_no_more_than_the_settings(self):
        self.open("schedule")
        self.slide("guard", 320)
        guard = self.text(".command code").rsplit("'", 2)[1]
        self.assertEqual(guard, "63.1 us")
        rows = self.rows(guard)
        best = min(rows, key=lambda row: row["makespan_ps"])
        self.assertEqual(best["scheduler"], "auto")
        self.assertIn("With the settings made for 1 us: at a guard of 63.1 us", self.text(".answer"))
        self.assertIn("done first of these settings", self.text(".answer"))
        note = self.text(".part p.soft")
        self.assertIn("so another may be first there", note)
        # Whoever makes other settings for this guard is named; the others' makespans are the program's.
        before = {row["scheduler"]: row for row in self.rows("1 us")}
        for row in rows:
            if row["permutations"] != before[row["scheduler"]]["permutations"] or row["slots"] != before[row["scheduler"]]["slots"]:
                self.assertIn(row["scheduler"], note)

    def test_of_equals_the_first_row_is_named(self):
        self.open("schedule")
        rows = self.rows("1 us")
        least = min(row["makespan_ps"] for row in rows)
        equal = [row["scheduler"] for row in rows if row["makespan_ps"] == least]
        self.assertGreater(len(equal), 1)
        self.assertIn(f"{equal[0]} is done first", self.text(".answer"))

    def test_no_reader_stumbles(self):
        self.assertEqual(self.faults("schedule", lambda: self.slide("guard", 320)), [])


class LargeSchedule(page.PageCase):
    COMMAND = 'schedule --demand moe:64 --bits 12 --guard "1 us" --scheduler minhold,ladder'

    def test_sixty_four_ports_and_a_thousand_settings_are_small_and_fluid(self):
        entries = max(len(json.loads(f.read_text())["entries"]) for f in self.path.parent.glob("*.schedule.json"))
        self.assertGreater(entries, 1000)
        self.assertLess(self.path.stat().st_size, 3_000_000)
        opened = self.timed(lambda: self.open("schedule"))
        frame = self.js("""(() => { const e = document.querySelector('.panel canvas'), b = e.getBoundingClientRect();
            return new Promise(r => { let k = 0; const t = performance.now(); const next = () => {
              e.dispatchEvent(new WheelEvent('wheel', {deltaY: k % 20 < 10 ? -100 : 100, clientX: b.left + b.width / 2, clientY: b.top + 20, cancelable: true}));
              k++ < 60 ? requestAnimationFrame(next) : r((performance.now() - t) / 60); }; next(); }); })()""", wait=True)
        print(f"opened in {opened:.2f} s, {frame:.1f} ms a frame of zoom, {entries} settings")


if __name__ == "__main__":
    page.main()
