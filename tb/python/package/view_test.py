# SPDX-License-Identifier: Apache-2.0
"""Results show themselves in a notebook as the page of `jacquard view`."""
import base64
import gzip
import html
import json
import os
import re
import tempfile
import unittest

import jacquard


def documents(shown):
    """What the page inside the frame was made of."""
    page = html.unescape(re.search(r'srcdoc="([^"]*)"', shown).group(1))
    data = re.search(r'id="data">([^<]*)<', page).group(1)
    return json.loads(gzip.decompress(base64.b64decode(data)))


class Views(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.short, cls.long = (
            jacquard.schedule(demand="moe:8", scheduler="exact", guard=guard, no_timing=True)
            for guard in ("10 ns", "1 us")
        )

    def test_a_result_is_a_page_in_a_frame(self):
        view = self.short.view(height=400)
        shown = view._repr_html_()
        self.assertEqual(shown.count("<iframe"), 1)
        self.assertIn("height: 400px", shown)
        self.assertIn("allow-scripts", shown)
        [document] = documents(shown)["documents"]
        self.assertEqual(document["results"][0]["result"]["rows"], self.short.rows)
        self.assertEqual(view.page, self.short.view().page)  # the same bytes

    def test_several_are_compared(self):
        view = jacquard.view(self.short, self.long)
        data = documents(view._repr_html_())
        self.assertEqual([d["name"] for d in data["documents"]], ["first.json", "second.json"])
        self.assertEqual(len(data["comparisons"]), 1)
        self.assertIn("2 results", repr(view))  # what a frontend of text shows

    def test_compare_is_the_verb(self):
        rows = jacquard.compare(self.short, self.long).rows_of("part")
        [guard] = [row for row in rows if row["part"] == "guard"]
        settings = self.short["permutations"]
        self.assertAlmostEqual(guard["difference_ps"], settings * 990_000, delta=1)
        self.assertIn("<svg", jacquard.compare(self.short, self.long).figure("svg")._repr_svg_())

    def test_a_page_is_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "page.html")
            view = self.short.view()
            view.save(path)
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), view.page)

    def test_what_a_page_says_cannot_leave_the_frame(self):
        self.assertEqual(self.short.view()._repr_html_().count('"><'), 1)

    def test_too_many_are_refused(self):
        with self.assertRaisesRegex(ValueError, "at most 8"):
            jacquard.view(*[self.short] * 9)

    def test_what_is_no_result_is_refused(self):
        with self.assertRaisesRegex(jacquard.InputError, "results of jacquard, found 'nosuch'"):
            jacquard.view(self.short, "nosuch")
        with self.assertRaisesRegex(jacquard.InputError, "one result at least"):
            jacquard.view()
