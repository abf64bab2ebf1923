# SPDX-License-Identifier: Apache-2.0
import unittest

import jacquard

SPACE = dict(reward="perf_per_bw")


def search(agent, budget, **options):
    return jacquard.search("cosmic_system2", agent=agent, budget=budget, **SPACE, **options)


class Agent(unittest.TestCase):
    def test_its_points_are_evaluated_and_told(self):
        seen = []

        def proposes(space):
            points = space.sample(20)  # more than are asked at once
            seen.append((points, (yield points)))

        result = search(proposes, 50)
        points, told = seen[0]
        self.assertEqual([entry["indices"] for entry in told], points)
        with jacquard.Environment("cosmic_system2", **SPACE) as env:
            alone = [step["reward"] for step in env.steps(points)]
        self.assertEqual([entry["reward"] for entry in told], alone)
        row = result.rows[0]
        self.assertEqual((row["evaluations"], row["invalid"]), (20, 0))

    def test_a_budget_ends_it(self):
        def forever(space):
            while True:
                yield space.repair(space.sample(5))

        self.assertEqual(search(forever, 12).rows[0]["evaluations"], 12)

    def test_it_learns_of_what_it_proposed(self):
        def halves(space):  # goes on from the better half
            points = space.sample(16)
            for _ in range(3):
                told = yield points
                best = sorted(told, key=lambda entry: -(entry["reward"] or 0))[:8]
                self.assertGreaterEqual(best[0]["reward"], best[-1]["reward"])
                points = [entry["indices"] for entry in best] + space.sample(8)

        self.assertEqual(search(halves, 48).rows[0]["invalid"], 0)

    def test_an_exception_comes_through_and_nonsense_is_a_mistake(self):
        def fails(space):
            yield space.sample(1)
            raise LookupError("mine")

        self.assertRaisesRegex(LookupError, "mine", search, fails, 20)

        def nonsense(space):
            yield [[1]]

        self.assertRaisesRegex(jacquard.InputError, "/points/0", search, nonsense, 20)
