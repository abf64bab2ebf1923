# SPDX-License-Identifier: Apache-2.0
"""waves_test.py JACQUARD: pins of an RTL scheduler beside its settings, driven in Chromium."""

import json
import unittest

import page


class Waves(page.PageCase):
    COMMAND = "verify --core ladder --ports 16 --cases 2"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.waves = json.loads((cls.path.parent / "ladder.waves.json").read_text())
        cls.row = json.loads((cls.path.parent / "verify.json").read_text())["rows"][0]

    def facts(self):
        return self.js("[...document.querySelectorAll('.fact b')].map(e => e.textContent)")

    def test_the_demand_is_served_by_the_last_setting(self):
        # What a schedule must do, whoever made it.
        left = [list(row) for row in self.waves["demand"]]
        for setting in self.waves["settings"]:
            for row, column in enumerate(setting["columns"]):
                if column >= 0:
                    left[row][column] -= setting["hold"]
        self.assertTrue(all(count <= 0 for row in left for count in row))
        self.open("waves")
        self.key("canvas[aria-label^='Signals']", "End")
        self.assertIn("100 %", self.facts())
        count = len(self.waves["settings"])
        self.assertIn(f"{count} of {count}", self.facts())

    def test_brackets_go_from_setting_to_setting(self):
        self.open("waves")
        settings = self.waves["settings"]
        for k in (1, 2):
            self.key("canvas[aria-label^='Signals']", "]")
            pairs = " ".join(f"{i}→{j}" for i, j in enumerate(settings[k]["columns"]) if j >= 0)
            self.assertIn(f"setting {k + 1}, taken in clock {settings[k]['cycle']}, held {settings[k]['hold']:,} slots: {pairs}",
                          self.text(".pairs"))

    def test_a_click_sets_the_cursor_and_a_wheel_zooms(self):
        self.open("waves")
        before = self.facts()[0]
        self.click("canvas[aria-label^='Signals']", 0.9, 0.5)
        self.assertNotEqual(before, self.facts()[0])
        self.hover("canvas[aria-label^='Signals']", 0.5, 0.5)
        clock = self.text(".tip").split("load_")[0]
        self.wheel("canvas[aria-label^='Signals']", -200, 0.9)
        self.wheel("canvas[aria-label^='Signals']", -200, 0.9)
        self.hover("canvas[aria-label^='Signals']", 0.5, 0.5)
        self.assertNotEqual(clock, self.text(".tip").split("load_")[0])

    def test_pins_show_what_the_contract_says(self):
        signals = {one["name"]: dict(one["changes"]) for one in self.waves["signals"]}
        # A load takes as many clocks as the row says; valid_o is 1 in the clock of each setting.
        self.assertEqual(list(signals["load_valid_i"].items()), [(0, "1"), (self.row["load_cycles"], "0")])
        hold, now = [], "0"
        for clock in range(self.waves["cycles"]):
            now = signals["hold_o"].get(clock, now)
            hold.append(int(now, 16))
        self.assertEqual([hold[one["cycle"]] for one in self.waves["settings"]], [one["hold"] for one in self.waves["settings"]])

    def test_no_reader_stumbles(self):
        self.assertEqual(self.faults("waves"), [])


class Simulated(page.PageCase):
    COMMAND = "simulate moe_alltoall --set traffic.count=1 --set scheduler.kind=rtl --fabrics circuit"

    def test_the_settings_are_those_of_the_run(self):
        self.open("waves")
        rows = json.loads((self.path.parent / "simulate.json").read_text())["rows"] if (self.path.parent / "simulate.json").exists() else []
        waves = json.loads((self.path.parent / "scheduler.waves.json").read_text())
        self.assertGreater(len(waves["settings"]), 0)
        self.assertIn("settings: the first was taken", self.text(".answer"))
        del rows


if __name__ == "__main__":
    page.main()
