# SPDX-License-Identifier: Apache-2.0
import unittest

import jacquard
import numpy
from jacquard._options import option_words


def words(**options):
    return option_words(options, lambda name: name == "fill")


class Options(unittest.TestCase):
    def test_each_kind_of_value_is_written_as_the_program_reads_it(self):
        self.assertEqual(words(guard_per="port"), ["--guard-per", "port"])
        self.assertEqual(words(ports=[16, 64]), ["--ports", "16,64"])
        self.assertEqual(words(ports=numpy.array([16, 64])), ["--ports", "16,64"])
        self.assertEqual(words(bits=numpy.int64(8)), ["--bits", "8"])
        self.assertEqual(words(floor=range(3)), ["--floor", "0,1,2"])
        twice = ["--set", "a.b=1", "--set", "c=10 ns"]
        self.assertEqual(words(set={"a.b": 1, "c": "10 ns"}), twice)
        self.assertEqual(words(sweep=["a=1", "b=2"]), ["--sweep", "a=1", "--sweep", "b=2"])
        self.assertEqual(words(sweep={"input_tokens": [128, 2048]}),
                         ["--sweep", "input_tokens=128,2048"])
        self.assertEqual(words(sweep={"a": ["x=1,y=2", "x=2"]}), ["--sweep", "a=x=1,y=2;x=2"])
        self.assertEqual(words(sweep={"a": ["x=1,y=2"]}), ["--sweep", "a=x=1,y=2;"])
        self.assertEqual(words(from_=128), ["--from", "128"])
        self.assertEqual(words(offset="-1"), ["--offset=-1"])

    def test_flags_are_given_negated_or_left_out(self):
        self.assertEqual(words(no_timing=True, guard=None), ["--no-timing"])
        self.assertEqual(words(fill=False), ["--no-fill"])
        self.assertEqual(words(list=False), [])  # has no negation
        self.assertEqual(words(set={"a": True}), ["--set", "a=true"])

    def test_a_command_is_the_program_the_words_the_options_and_json(self):
        line = jacquard.command("study", "guard-time", ports=[16])
        self.assertEqual(line[1:], ["study", "guard-time", "--ports", "16", "--json"])

    def test_the_functions_are_the_verbs_of_the_program(self):
        verbs = {row["command"] for row in jacquard.results("schema").rows}
        verbs -= {"help", "version", "completion", "man"}  # Python has its own
        missing = verbs - set(jacquard._verbs)
        self.assertFalse(missing, "functions to be written in python/jacquard/_verbs.py")
        self.assertFalse(set(jacquard._verbs) - verbs, "functions of no verb")
        for verb in verbs:
            self.assertIn(f"jacquard.{verb}(", getattr(jacquard, verb).__doc__)
