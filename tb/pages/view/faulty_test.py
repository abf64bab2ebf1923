# SPDX-License-Identifier: Apache-2.0
"""faulty_test.py JACQUARD: a result whose figures are null, or whose rows are none, is still a page without nonsense."""

import json

import page

COMMANDS = {
    "schedule": 'schedule --demand moe:16 --bits 8 --guard "1 us" --scheduler exact,ladder',
    "simulate": "simulate guard_sweep",
    "train": "train llama3-8b --system dgx_h100_8 --parallel pp=2,dp=4,zero=1 --batch 32",
    "ladder": "ladder llama3-8b --system dgx_h100_8 --parallel pp=2,dp=4,zero=1 --batch 32",
    "serve": "serve llama3-8b --system 1xh100 --input-tokens 200 --output-tokens 20",
    "advise": "advise --demand moe:8",
    "collective": 'collective --algorithm all --system dgx_h100_8 --bytes "1 kB..1 GB"',
}


def without_figures(row):
    return {key: None if isinstance(value, (int, float)) and not isinstance(value, bool) else value for key, value in row.items()}


class Faulty(page.PageCase):
    COMMAND = "view " + " ".join(f"{name}-{fault}" for name in COMMANDS for fault in ("first", "all"))

    @classmethod
    def make(cls, command):
        cls.names = []
        for name, verb in COMMANDS.items():
            run = cls.run_program(f"{verb} --out {name} --json --quiet")
            assert run.returncode == 0, f"{verb}: {run.stderr}"
            for fault in ("first", "all"):
                folder = page.pathlib.Path(cls.folder.name) / f"{name}-{fault}"
                folder.mkdir()
                result = json.loads(run.stdout)
                rows = [without_figures(row) if fault == "all" or k == 0 else row for k, row in enumerate(result["rows"])]
                (folder / "result.json").write_text(json.dumps({**result, "rows": [None, *rows] if fault == "all" else rows}))
                cls.names.append(folder.name)
        return super().make(command)

    def test_every_view_says_no_nonsense(self):
        for at, name in enumerate(self.names):
            self.open(url=f"{self.path.as_uri()}#{at}/")
            for tab in range(self.js("document.querySelectorAll('[role=tab]').length")):
                self.js(f"document.querySelectorAll('[role=tab]')[{tab}].click()")
                self.frame()
                where = f"{name}, {self.text('[role=tab][aria-selected=true]')}"
                with self.subTest(where):
                    self.assertNotRegex(self.text("main"), r"NaN|undefined|Infinity|cannot be shown")
            self.assertEqual(self.chromium.said, [], name)

    def test_a_view_that_fails_leaves_the_others(self):
        self.open(url=f"{self.path.as_uri()}#0/made")
        # Tables need this; the other views do not.
        self.js("window.kept = document.createElement; document.createElement = function (tag) { if (tag === 'table') throw new Error('no such thing'); "
                "return window.kept.call(document, tag); }; document.getElementById('tab-rows').click()")
        self.assertEqual(self.text("main"), "Rows cannot be shown for this result: no such thing")
        self.js("document.createElement = window.kept; document.getElementById('tab-made').click()")
        self.assertIn("version", self.text("main"))


if __name__ == "__main__":
    page.main()
