# SPDX-License-Identifier: Apache-2.0
import importlib.util
import unittest

import jacquard


def opened(**options):
    return jacquard.Environment("cosmic_system2", reward="perf_per_bw", **options)


class Environment(unittest.TestCase):
    def test_it_is_reset_and_stepped_by_indices_and_by_names(self):
        with opened() as env:
            knobs = [knob["name"] for knob in env.description["knobs"]]
            begin = env.reset(seed=1)
            self.assertEqual(len(begin["observation"]), len(knobs))
            step = env.step(begin["point"])
            self.assertTrue(step["valid"])
            self.assertEqual(env.step(begin["indices"])["reward"], step["reward"])
            drawn = env.sample(3)
            self.assertEqual([len(point) for point in drawn], [len(knobs)] * 3)
            self.assertEqual(env.repair(drawn), drawn)  # a feasible point stays as it is
            self.assertEqual(len(env.steps(drawn)), 3)

    def test_the_same_seed_gives_the_same_points(self):
        def drawn(seed):
            with opened() as env:
                env.reset(seed=seed)
                return env.sample(4)

        self.assertEqual(drawn(7), drawn(7))
        self.assertNotEqual(drawn(7), drawn(8))

    def test_a_mistake_does_not_end_it(self):
        with opened() as env:
            self.assertRaisesRegex(jacquard.InputError, "/step/point", env.step, [1])
            self.assertTrue(env.step(env.sample(1)[0])["valid"])

    def test_a_space_that_is_none_is_said(self):
        self.assertRaisesRegex(jacquard.InputError, "nowhere", jacquard.Environment, "nowhere")

    @unittest.skipUnless(importlib.util.find_spec("gymnasium"), "Debian has no Gymnasium")
    def test_gymnasium_s_own_checker_is_content(self):
        from gymnasium.utils.env_checker import check_env

        env = jacquard.gym_environment("cosmic_system2", reward="perf_per_bw", steps=5)
        check_env(env, skip_render_check=True)
        env.close()
