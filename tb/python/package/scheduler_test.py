# SPDX-License-Identifier: Apache-2.0
import time
import unittest

import jacquard
import numpy

MATRIX = [[0, 5, 3], [2, 0, 1], [4, 4, 0]]


def rotations(matrix):
    """Rotation k for as long as its largest entry needs."""
    n = len(matrix)
    for k in range(n):
        columns = (numpy.arange(n) + k) % n
        hold = matrix[numpy.arange(n), columns].max()
        if hold:
            yield columns, hold


def schedule(function, **options):
    return jacquard.schedule(demand=MATRIX, scheduler=[function], guard="10 ns", **options)


class Scheduler(unittest.TestCase):
    def test_a_function_s_schedule_is_judged_as_any_other(self):
        row = schedule(rotations).row
        self.assertEqual(row["scheduler"], "rotations")
        self.assertTrue(row["valid"])
        # By hand: rotation 1 for 5 slots, rotation 2 for 4, 10 ps each, and two guards of 10 ns.
        self.assertEqual((row["permutations"], row["slots"]), (2, 9))
        self.assertEqual(row["makespan_ps"], 20_090)
        self.assertEqual(row["idle_quanta"], 27 - 19)
        self.assertGreater(row["decision_wall_ns"], 0)

    def test_an_idle_port_is_none_and_a_line_may_be_a_tuple(self):
        def pairs(matrix):
            for i, j in zip(*numpy.nonzero(matrix)):
                yield tuple(j if port == i else None for port in range(3)), matrix[i, j]

        # By hand: 6 pairs and 19 quanta, one after the other.
        row = schedule(pairs).row
        self.assertEqual((row["permutations"], row["slots"], row["valid"]), (6, 19, True))
        self.assertEqual((row["idle_quanta"], row["stuffed_quanta"]), (0, 2 * 19))

    def test_a_function_alone_stands_beside_all_built_in_schedulers(self):
        built_in = jacquard.schedule(demand=MATRIX).frame()["scheduler"]
        beside = jacquard.schedule(demand=MATRIX, scheduler=rotations).frame()["scheduler"]
        self.assertEqual(list(beside), [*built_in, "rotations"])

    def test_each_matrix_of_a_sequence_is_asked(self):
        asked = []

        def counts(matrix, about):
            asked.append((matrix.tolist(), about["index"], about["guard_slots"]))
            return rotations(matrix)

        twice = [MATRIX, [[0, 2, 0], [0, 0, 2], [2, 0, 0]]]
        options = dict(scheduler=[counts], index="all", guard="10 ns")
        result = jacquard.schedule(demand=twice, **options)
        self.assertEqual(asked, [(twice[0], 0, 1000.0), (twice[1], 1, 1000.0)])
        self.assertEqual(list(result.frame("")["slots"]), [9, 2])
        self.assertEqual(result.config_hash, jacquard.schedule(demand=twice, **options).config_hash)

    def test_large_matrices_pass_both_ways(self):
        def rows_in_turn(matrix):  # 256 settings of 256 columns
            return rotations(matrix)

        result = jacquard.schedule(demand="uniform:256", bits=8, scheduler=[rows_in_turn])
        self.assertTrue(result.row["valid"])

    def test_what_is_not_served_is_a_failed_check(self):
        with self.assertRaisesRegex(jacquard.CheckError, "never served") as caught:
            schedule(lambda matrix: list(rotations(matrix))[1:])
        self.assertFalse(caught.exception.result.row["valid"])
        with self.assertRaisesRegex(jacquard.CheckError, "column 0 is set for rows 0 and 1"):
            schedule(lambda matrix: [([0, 0, 1], 5)])

    def test_what_is_no_schedule_is_a_mistake(self):
        for settings, place in (
            ([([0, 7, 1], 5)], "/settings/0/columns/1"),
            ([([0, 1], 5)], "/settings/0/columns"),
            ([([0, 1, None], 0)], "/settings/0/hold"),
            ([([0, 1, None], 1.5)], "/settings/0/hold"),
            ([([0, 1.5, None], 1)], "/settings/0/columns/1"),
        ):
            self.assertRaisesRegex(jacquard.InputError, place, schedule, lambda matrix: settings)
        self.assertRaisesRegex(
            jacquard.InputError, "found 2", jacquard.schedule, demand=MATRIX, scheduler=[max, min]
        )

    def test_an_exception_of_the_function_comes_through(self):
        began = time.monotonic()
        self.assertRaises(ZeroDivisionError, schedule, lambda matrix: 1 / 0)
        self.assertLess(time.monotonic() - began, 4)

    def test_a_slow_function_is_late_and_a_timeout_holds(self):
        def slow(matrix):
            time.sleep(1)
            return rotations(matrix)

        self.assertRaisesRegex(jacquard.InputError, "0.3 s", schedule, slow, patience=0.3)
        self.assertTrue(schedule(slow).row["valid"])
        self.assertRaises(jacquard.Timeout, schedule, slow, timeout=0.3)

    def test_a_mistake_beside_the_function_is_said_at_once(self):
        self.assertRaisesRegex(jacquard.InputError, "--gard", schedule, rotations, gard=1)
