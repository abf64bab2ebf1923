# SPDX-License-Identifier: Apache-2.0
"""Which ranks are run, and which are taken to be like them."""
import unittest

from support import Log, ToolTest

grid = """
stages, tensor = 4, 2
data = world // (stages * tensor)
for first in range(0, world, tensor):
    ranks = list(range(first, first + tensor))
    group = dist.new_group(ranks)  # tensor
    tp = group if rank in ranks else locals().get("tp")
for first in range(world // stages):
    ranks = list(range(first, world, world // stages))
    group = dist.new_group(ranks)  # pipeline
    pp = group if rank in ranks else locals().get("pp")
stage = rank // (world // stages)
x = torch.randn(5)
if stage + 1 < stages:
    dist.send(x, rank + world // stages, group=pp)
if stage > 0:
    dist.recv(x, rank - world // stages, group=pp)
dist.all_reduce(x, group=tp)
"""


class Classes(ToolTest):
    def classes(self, ranks, text, *options):
        log = self.log(ranks, text, options=options)
        everyone = sorted(rank for entry in log.classes for rank in entry["ranks"])
        self.assertEqual(everyone, list(range(ranks)))
        return log

    def test_stages_are_classes_and_auto_finds_those_of_all(self):
        auto = self.classes(32, grid)
        ranks = [entry["ranks"] for entry in auto.classes]
        # A stage in the middle sends and receives; the first only sends, the last only receives.
        self.assertEqual(ranks, [list(range(8)), list(range(8, 24)), list(range(24, 32))])
        self.assertLess(sum(len(entry["logged"]) for entry in auto.classes), 32)
        full = self.classes(32, grid, "--representatives", "all")
        self.assertEqual([entry["ranks"] for entry in full.classes], ranks)
        self.assertEqual([entry["peers"] for entry in full.classes],
                         [entry["peers"] for entry in auto.classes])
        self.assertEqual([auto.lines(rank) for rank in range(32)],
                         [full.lines(rank) for rank in range(32)])
        self.assertEqual(full.classes[1]["peers"],
                         {"16": list(range(16, 32)), "0": list(range(16))})

    def test_a_rank_that_differs_where_none_was_sampled_is_told_by_samples_or_all(self):
        odd = "dist.all_reduce(torch.ones(2 if rank == {} else 1))\n"
        # 32 is the middle of the 64 places, which is sampled: all places are run then.
        log = self.classes(64, odd.format(32))
        self.assertEqual([entry["ranks"] for entry in log.classes],
                         [[rank for rank in range(64) if rank != 32], [32]])
        # 9 is not: only --representatives all tells. The manual says so.
        self.assertEqual(len(self.classes(64, odd.format(9)).classes), 1)
        self.assertEqual(len(self.classes(64, odd.format(9), "--representatives", "all").classes),
                         2)

    def test_a_sample_that_refutes_makes_all_run(self):
        # Equal along each axis from rank 0, but not where both places differ.
        log = self.classes(32, grid + "\nif rank in (30, 31):\n    dist.all_reduce(x, group=tp)\n")
        self.assertIn("all 32 ranks are run", self.said)
        self.assertEqual([entry["ranks"] for entry in log.classes][-1], [30, 31])

    def test_places_in_a_group_are_renamed(self):
        log = self.classes(20, """
            x = torch.randn(5)
            works = [dist.isend(x, (rank + 3) % world), dist.irecv(x, (rank - 3) % world)]
            dist.broadcast(x, 0)
            """)
        entry, = log.classes
        self.assertEqual(entry["peers"]["3"], [(rank + 3) % 20 for rank in range(20)])
        self.assertEqual(entry["peers"]["17"], [(rank - 3) % 20 for rank in range(20)])

    def test_listed_representatives_stand_for_those_behind_them(self):
        log = self.classes(32, grid, "--representatives", "0,8,16,24")
        self.assertEqual(sorted(rank for entry in log.classes for rank in entry["logged"]),
                         [0, 8, 16, 24])
        self.assertEqual([entry["ranks"] for entry in log.classes],
                         [list(range(8)), list(range(8, 24)), list(range(24, 32))])

    def test_same_input_same_bytes(self):
        def read():
            self.log(16, grid)
            out = {}
            for entry in Log(self.folder + "/log").classes:
                with open(f"{self.folder}/log/{entry['file']}", "rb") as file:
                    out[entry["file"]] = file.read()
            with open(f"{self.folder}/log/manifest.json", "rb") as file:
                out["manifest"] = file.read()
            return out
        self.assertEqual(read(), read())

    def test_names_of_families(self):
        text = """
            for first in range(0, 8, 2):
                dist.new_group([first, first + 1])  # tensor
            for first in range(2):
                dist.new_group(list(range(first, 8, 2)))
            cp_group = dist.new_group([0, 1])
            dist.new_group([0, 7], group_desc="ends")
            dist.all_reduce(torch.ones(1))
            """
        families = [(group["family"], group["name"])
                    for group in self.log(8, text).manifest["groups"]]
        self.assertEqual(families, [("tp", f"tp_{k}") for k in range(4)] +
                         [("family2", "family2_0"), ("family2", "family2_1"), ("cp", "cp_0"),
                          ("ends", "ends_0")])
        named = self.log(8, text, options=("--families", "a,b"))
        self.assertEqual([group["family"] for group in named.manifest["groups"]],
                         ["a"] * 4 + ["b"] * 2 + ["cp", "ends"])


if __name__ == "__main__":
    unittest.main()
