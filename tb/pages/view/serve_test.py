# SPDX-License-Identifier: Apache-2.0
"""serve_test.py JACQUARD: the view of a server, driven in Chromium."""

import csv
import json
import shlex

import page

LEGENDS = "[...document.querySelectorAll('.lines-box')].map(b => [...b.querySelectorAll('.u-value')].map(e => e.textContent))"


class Server(page.PageCase):
    """What all answers of serve share."""

    def rows(self, kind):
        result = json.loads((self.path.parent / "serve.json").read_text())
        return [row for row in result["rows"] if row["row_kind"] == kind]

    def facts(self):
        return self.js("Object.fromEntries([...document.querySelectorAll('.fact')].map(f => [f.children[1].textContent, f.children[0].textContent]))")


def time_text(ps):
    """As format.time of the page: three digits and a unit."""
    for unit, name in ((1e12, "s"), (1e9, "ms"), (1e6, "us")):
        if ps >= unit:
            value = ps / unit
            return f"{value:.0f} {name}" if value >= 100 else f"{float(f'{value:.3g}'):g} {name}"
    return f"{ps} ps"


class Load(Server):
    COMMAND = "serve llama3-8b --system 1xh200 --input-tokens 512 --output-tokens 64"

    def test_the_answer_stands_above(self):
        self.open("server")
        said = self.run_program(self.COMMAND).stdout.split("\n")[0]
        self.assertEqual(self.text("p.answer"), said)

    def test_a_slider_stops_at_rates_that_were_run(self):
        self.open("server")
        loads = sorted(self.rows("load"), key=lambda row: row["rate_per_s"])
        self.assertEqual(int(self.js("document.querySelector('input[data-key=rate]').max")), len(loads) - 1)
        for k in (0, len(loads) - 1):
            self.slide("rate", k)
            facts = self.facts()
            self.assertEqual(facts["TTFT, P99"], time_text(loads[k]["ttft_p99_ps"]))
            self.assertEqual(facts["TPOT, median"], time_text(loads[k]["tpot_p50_ps"]))
            self.assertEqual(facts["the queue"], "grows" if loads[k]["queue_grows"] else "holds")

    def test_the_command_runs_the_rate(self):
        self.open("server")
        self.slide("rate", 0)
        line = shlex.split(self.text(".command code"))
        run = self.run_program(" ".join(shlex.quote(word) for word in line[1:]) + " --requests-count 200 --json")
        [row] = [row for row in json.loads(run.stdout)["rows"] if row["row_kind"] == "traffic"]
        low = min(self.rows("load"), key=lambda row: row["rate_per_s"])
        # Other requests at the same rate: 200 of them say a median within a few percent.
        self.assertLess(abs(row["tpot_p50_ps"] / low["tpot_p50_ps"] - 1), 0.05)

    def test_charts_share_their_pointer(self):
        self.open("server")
        self.wait("document.querySelectorAll('.lines-box .u-over').length >= 4")
        self.hover(".lines-box .u-over", 0.02, 0.5)
        loads = sorted(self.rows("load"), key=lambda row: row["rate_per_s"])
        first = loads[0]
        ttft, tpot = self.js(LEGENDS)[:2]
        self.assertEqual(ttft[1:3], [time_text(first["ttft_p50_ps"]), time_text(first["ttft_p99_ps"])])
        self.assertEqual(tpot[1:3], [time_text(first["tpot_p50_ps"]), time_text(first["tpot_p99_ps"])])
        self.assertEqual(self.facts()["TTFT, median"], time_text(first["ttft_p50_ps"]))

    def test_little_law_holds_for_what_is_drawn(self):
        # Sequences that decode together are at most those that are there: rate times time.
        for row in self.rows("load"):
            if not row["queue_grows"]:
                self.assertLess(row["output_tokens_per_step"], 1.1 * row["rate_per_s"] * row["e2e_p95_ps"] / 1e12)
                self.assertLessEqual(row["most_kv_share"], 1)

    def test_no_reader_stumbles(self):
        self.assertEqual(self.faults("server"), [])


class Traffic(Server):
    COMMAND = "serve llama3-8b --system 1xh200 --rate '8 /s' --requests-count 120 --input-tokens 1024 --output-tokens 128 --slo 'ttft=1 s,tpot=20 ms'"

    def test_facts_are_those_of_the_row(self):
        self.open("server")
        [row] = self.rows("traffic")
        facts = self.facts()
        self.assertEqual(facts["TTFT"], time_text(row["ttft_p50_ps"]))
        self.assertEqual(facts["TPOT, P99"], time_text(row["tpot_p99_ps"]))

    def test_a_step_in_the_middle_is_made_of_what_the_trace_says(self):
        self.open("server")
        self.wait("document.querySelectorAll('.lines-box .u-over').length >= 5")
        self.js("document.querySelectorAll('.lines-box')[2].id = 'made'")
        self.hover("#made .u-over", 0.5, 0.5)
        shown = self.js(LEGENDS)
        at = float(shown[2][0].split()[0])
        steps = [e for e in json.loads((self.path.parent / "timeline.json").read_text())["traceEvents"] if e["ph"] == "X"]
        begin = min(e["ts"] for e in steps)
        width = (max(e["ts"] + e["dur"] for e in steps) - begin) / 600
        place = min(range(600), key=lambda k: abs((k + 0.5) * width / 1e6 - at))
        low, high = begin + place * width, begin + (place + 1) * width

        def mean(key):
            return sum(e["args"][key] * max(0, min(high, e["ts"] + e["dur"]) - max(low, e["ts"])) for e in steps) / width

        number = lambda text: float(text.replace(",", ""))  # noqa: E731
        self.assertAlmostEqual(number(shown[2][1]), mean("decodes"), delta=0.01 + 0.001 * mean("decodes"))
        # Charts over time point at one time. A block has 16 tokens of 2 x 32 x 8 x 128 x 2 bytes (llama3-8b).
        value, unit = shown[4][1].split()
        self.assertAlmostEqual(float(value) * {"GB": 1e9, "MB": 1e6}[unit], mean("blocks") * 16 * 2 * 32 * 8 * 128 * 2, delta=0.01 * mean("blocks") * 16 * 131072)

    def test_every_request_is_there(self):
        self.open("server")
        self.wait("document.querySelectorAll('.lines-box .u-over').length >= 5")
        self.key(".lines-box", "End")
        with (self.path.parent / "requests.csv").open() as file:
            last = max(csv.DictReader(file), key=lambda row: float(row["arrival_s"]))
        self.assertIn(time_text(float(last["ttft_ps"])), self.text("#said"))

    def test_another_rate_is_a_command(self):
        self.open("server")
        self.slide("rate", 400)
        line = self.text(".command code")
        self.assertIn("--rate '128 /s'", line)
        self.assertEqual(line.count("--rate"), 1)

    def test_no_reader_stumbles(self):
        self.assertEqual(self.faults("server"), [])


class Front(Server):
    COMMAND = "serve llama3-70b --system 8xh200 --precision fp8 --input-tokens 1024 --output-tokens 1024 --sweep tp=2,8 --sweep batch=1,16,64 --pareto"

    def test_no_point_beats_the_front(self):
        rows = self.rows("batch")
        beaten = [any(o["tokens_per_s_per_user"] >= r["tokens_per_s_per_user"] and o["tokens_per_s_per_npu"] >= r["tokens_per_s_per_npu"] and o is not r for o in rows) for r in rows]
        self.open("server")
        self.wait("document.querySelector('.lines-box .u-over')")
        for key, at in (("Home", min), ("End", max)):
            self.key(".lines-box", key)
            row = at(rows, key=lambda r: r["tokens_per_s_per_user"])
            told = self.text("section .soft[role=status]")
            self.assertIn(f"tp {row['tp']}, pp {row['pp']}, batch {row['batch']}:", told)
            self.assertEqual(told.endswith("on the front"), not beaten[rows.index(row)])

    def test_no_reader_stumbles(self):
        self.assertEqual(self.faults("server"), [])


class Find(Server):
    COMMAND = "serve llama3-8b --system 2xh200 --input-tokens 256 --output-tokens 32 --find max-rate --slo 'ttft=500 ms,tpot=20 ms,p=0.9'"

    def test_layouts_stand_by_what_they_serve(self):
        self.open("server")
        best = sorted(self.rows("layout"), key=lambda row: -(row["max_rate_per_s"] or 0))
        self.assertEqual(self.js("[...document.querySelectorAll('.bar-name')].map(e => e.textContent)"), [row["layout"] for row in best])

    def test_no_reader_stumbles(self):
        self.assertEqual(self.faults("server"), [])


class Sweep(Server):
    COMMAND = "serve llama3-8b --system 2xh200 --input-tokens 256 --output-tokens 32 --sweep tp=1,2"

    def test_each_point_has_its_line(self):
        self.open("server")
        self.wait("document.querySelectorAll('.lines-box .u-over').length >= 2")
        names = self.js("[...document.querySelector('.lines-box').querySelectorAll('.u-label')].map(e => e.textContent)")
        self.assertEqual([name for name in names if "P99" in name], ["tp=1 P99", "tp=2 P99"])
        self.assertEqual(len(self.rows("load")), self.js("[...document.querySelectorAll('h2')].find(h => h.textContent === 'Loads').parentElement.querySelectorAll('tbody tr').length"))

    def test_no_reader_stumbles(self):
        self.assertEqual(self.faults("server"), [])


if __name__ == "__main__":
    page.main()
