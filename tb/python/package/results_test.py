# SPDX-License-Identifier: Apache-2.0
import json
import os
import subprocess
import tempfile
import unittest

import jacquard
import numpy
import pandas

MATRIX = [[0, 5, 3], [2, 0, 1], [4, 4, 0]]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(jacquard.__file__))))
# docs/results.md works this out by hand.
RING = dict(
    kind="all-reduce",
    algorithm="ring",
    topology="Ring(4)",
    bandwidth="1 GB/s",
    latency="100 ns",
    bytes="4000 B",
    local_memory_bandwidth="3 GB/s",
    endpoint_delay="10 ns",
)


class Results(unittest.TestCase):
    def test_the_package_has_the_version_of_the_program(self):
        self.assertEqual(jacquard.__version__, jacquard.version())
        with self.assertRaises(AttributeError):
            jacquard.no_such_name

    def test_a_result_has_the_rows_of_json_and_frames_by_kind(self):
        result = jacquard.collective(**RING)
        line = jacquard.command("collective", **RING)
        said = json.loads(subprocess.run(line, capture_output=True, text=True, check=True).stdout)
        self.assertEqual(result.json, said)
        self.assertEqual(result.rows, said["rows"])
        self.assertEqual((result.command, result.seed), ("collective", 1))
        self.assertEqual(result.config_hash, said["config_hash"])
        self.assertEqual(result.kinds, ["run", "collective", "dimension"])
        frames = result.frames()
        self.assertEqual(list(frames), result.kinds)
        self.assertEqual(frames["run"].time_ps[0], 9_670_000)
        self.assertEqual(frames["run"].attrs["units"]["time_ps"], "ps")
        self.assertIn("last", frames["run"].attrs["meanings"]["time_ps"])
        self.assertRaises(ValueError, result.frame)
        self.assertRaises(KeyError, result.rows_of, "runs")

    def test_a_figure_is_that_of_the_row_that_was_asked_for(self):
        ring = jacquard.collective(**RING)
        self.assertEqual(ring["time_ps"], 9_670_000)
        self.assertEqual(ring.row, ring.rows_of("run")[0])
        step = jacquard.train("gpt3_175b_4_layers", engine="analytic")
        self.assertGreater(len(step.rows), 1)
        self.assertEqual(step.row["row_kind"], "step")
        self.assertEqual(step["time_ps"], step.rows_of("step")[0]["time_ps"])
        with self.assertRaisesRegex(KeyError, "time_ps"):  # it names what there is
            step["time"]

    def test_of_several_answers_none_is_the_row(self):
        both = jacquard.collective("--sweep", "chunks=1,2", **RING)
        with self.assertRaisesRegex(ValueError, "found 2"):
            both["time_ps"]
        several = jacquard.schedule(demand=MATRIX, scheduler="exact,maximal")
        with self.assertRaisesRegex(ValueError, "found 2"):
            several.row
        self.assertEqual(len(list(several.rows)), 2)

    def test_print_and_notebooks_show_what_the_tables_of_the_program_show(self):
        result = jacquard.collective(**RING)
        self.assertRegex(str(result), r"time_ps +9670000\n")
        self.assertNotIn("row_kind", str(result))
        self.assertIn("<td>9670000</td>", result._repr_html_())
        self.assertIn("3 rows", repr(result))

    def test_the_same_matrix_gives_the_same_rows_however_it_is_given(self):
        array = numpy.array(MATRIX)
        frame = pandas.DataFrame(array, index=list("abc"), columns=list("xyz"))
        rows = [numpy.array(row) for row in MATRIX]
        given = [MATRIX, tuple(map(tuple, MATRIX)), array, array.astype(float), rows, frame]
        results = [jacquard.schedule(demand=one, no_timing=True) for one in given]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "d.csv")
            numpy.savetxt(path, array, fmt="%d", delimiter=",")
            rows = jacquard.schedule(demand=path, no_timing=True).rows
        for result in results:
            self.assertEqual(result.rows, rows)
            self.assertEqual(result.config_hash, results[0].config_hash)
        self.assertEqual({row["max_line_quanta"] for row in rows}, {9})  # the last column

    def test_a_list_of_matrices_is_a_sequence(self):
        both = [MATRIX, [[0, 1, 0], [0, 0, 1], [1, 0, 0]]]
        for given in (both, numpy.array(both), [numpy.array(one) for one in both]):
            frame = jacquard.schedule(demand=given, index="all", scheduler="exact").frame("")
            self.assertEqual(list(frame["slots"]), [9, 1])
            self.assertEqual(frame.attrs["units"]["slots"], "slots")

    def test_a_matrix_is_swept(self):
        swept = jacquard.schedule(
            demand=MATRIX, scheduler="exact", sweep={"guard": ["0 ns", "10 ns"]}, no_timing=True
        )
        # By hand: 3 settings, 9 slots of 10 ps.
        self.assertEqual([row["makespan_ps"] for row in swept.rows], [90, 30_090])

    def test_pictures_are_kept_where_they_are_asked_for(self):
        options = dict(demand="moe:8", schedulers="exact,ladder", bits=4)
        kept = jacquard.advise(pictures=True, **options)
        self.assertEqual(list(kept.pictures), ["advise.svg"])
        self.assertIn("<svg", kept._repr_html_())
        self.assertNotIn("<svg", jacquard.advise(**options)._repr_html_())
        with tempfile.TemporaryDirectory() as folder:
            given = jacquard.advise(pictures=True, out=folder, no_timing=True, **options)
            with open(os.path.join(folder, "advise.svg")) as file:
                self.assertEqual(given.pictures["advise.svg"], file.read())

    def test_a_dict_is_a_configuration(self):
        job = jacquard.config("show", "gpt3_175b_pipeline").rows[0]
        self.assertIn("model", job)
        with open(os.path.join(ROOT, "configs/jobs/gpt3_175b_pipeline.json")) as file:
            by_dict = jacquard.train(json.load(file))
        self.assertEqual(by_dict.rows, jacquard.train("gpt3_175b_pipeline").rows)
        system = {"network": {"topology": "Ring(8)", "bandwidth": "50 GB/s", "latency": "500 ns"}}
        by_option = jacquard.collective(system=system).rows_of("run")
        self.assertEqual(by_option[0]["topology"], "Ring(8)")

    def test_a_result_is_saved_read_and_explained(self):
        train = jacquard.train("gpt3_175b_pipeline")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "train.json")
            train.save(path)
            self.assertEqual(jacquard.read(path).rows, train.rows)
            by_path = jacquard.explain(path)
        self.assertEqual(jacquard.explain(train).rows, by_path.rows)
        self.assertEqual(by_path.rows_of("summary")[0]["model"], "gpt3-175b")

    def test_what_the_program_says_beside_its_answer_is_kept(self):
        notes = jacquard.schedule(demand="moe:4", scheduler="all").notes
        self.assertTrue(any("unit is left out" in note for note in notes), notes)

    def test_the_schema_explains_every_key(self):
        kinds = set(jacquard.schema("advise").frame("key")["of_row_kind"])
        self.assertEqual(kinds, {"range", "scheduler"})
