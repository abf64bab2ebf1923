# SPDX-License-Identifier: Apache-2.0
"""server_test.py JACQUARD: the server of `jacquard view --serve`: who may ask, what it runs, what it refuses."""

import gzip
import http.client
import json
import signal
import subprocess

import page

HOSTILE = "</script><script>document.title='ran'</script><img src=x onerror=\"document.title='ran'\">"


class Server(page.PageCase):
    COMMAND = 'schedule --demand moe:16 --bits 8 --guard "1 us" --scheduler ladder,exact'

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = subprocess.Popen([page.program(), "view", "out/view/schedule", "--serve"], cwd=cls.folder.name,
                                      stderr=subprocess.PIPE, text=True)
        line = cls.server.stderr.readline()
        cls.url = next(word for word in line.split() if word.startswith("http://127.0.0.1:"))
        cls.port = int(cls.url.split(":")[2].split("/")[0])
        cls.token = cls.url.split("/")[3]

    @classmethod
    def tearDownClass(cls):
        cls.server.send_signal(signal.SIGINT)
        cls.server.wait(5)
        cls.server.stderr.close()
        super().tearDownClass()

    def ask(self, path, method="GET", body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, data

    def run_it(self, options, document=0):
        return self.ask(f"/{self.token}/run", "POST", json.dumps({"document": document, "options": options}))

    def test_the_data_needs_the_token(self):
        status, data = self.ask(f"/{self.token}/data")
        self.assertEqual(status, 200)
        self.assertEqual(len(json.loads(gzip.decompress(data))["documents"][0]["schedules"]), 2)
        for path in ("/", "/data", "/x/data", f"/{self.token[:-1]}/data", f"/{self.token}x", "/../etc/passwd"):
            self.assertEqual(self.ask(path)[0], 403, path)

    def test_no_path_leaves_the_page(self):
        for path in ("../etc/passwd", "%2e%2e/etc/passwd", "data/../../../etc/passwd", "out/view/schedule/schedule.json"):
            status, data = self.ask(f"/{self.token}/{path}")
            self.assertIn(status, (403, 404), path)
            self.assertNotIn(b"root:", data)

    def test_another_name_or_origin_is_refused(self):
        self.assertEqual(self.ask(f"/{self.token}/data", Host="evil.example")[0], 403)
        self.assertEqual(self.ask(f"/{self.token}/data", Origin="http://evil.example")[0], 403)

    def test_a_run_adds_its_document(self):
        status, data = self.run_it({"--guard": "10 us"})
        self.assertEqual(status, 200, data)
        documents = json.loads(gzip.decompress(self.ask(f"/{self.token}/data")[1]))["documents"]
        row = documents[json.loads(data)["document"]]["results"][0]["result"]["rows"][0]
        self.assertEqual(row["guard_ps"], row["permutations"] * 10_000_000)

    def test_what_writes_or_starts_programs_is_refused(self):
        for options in ({"--outside": "touch ran"}, {"--save": "x.json"}, {"--demand": "/etc/passwd"}, {"--out": "x"},
                        {"--demand": "../x.csv"}, {"--set scheduler.command": "program"}, {"x": "1"}, {"--guard; rm": "1"}):
            status, data = self.run_it(options)
            self.assertEqual(status, 400, options)
            self.assertIn("error", json.loads(data))
        for body in ("", "[]", "{}", '{"document": 99, "options": {}}', '{"document": -1, "options": {}}', "x" * 70000):
            status, _ = self.ask(f"/{self.token}/run", "POST", body)
            self.assertIn(status, (400, 413), body[:40])
        self.assertEqual(self.ask(f"/{self.token}/data")[0], 200)

    def test_the_page_runs_a_command_and_shows_the_point(self):
        self.open("schedule", url=self.url)
        before = self.js("document.querySelectorAll('header select option').length")
        self.slide("guard", 250)
        self.js("[...document.querySelectorAll('.command button')].find(b => b.textContent === 'run').click()")
        self.wait("document.querySelectorAll('header select option').length > " + str(max(before, 1)), 30)
        # The page keeps its slider, says what was done, and opens the new result by its command.
        self.wait("document.querySelector('.ran').textContent.startsWith('done: schedule --demand moe:16')", 10)
        self.assertEqual(self.js("document.querySelector('input[data-key=guard]').value"), "250")
        self.assertNotIn("/tmp", self.text("header"))
        shown = self.text(".answer")
        self.js("[...document.querySelectorAll('.ran button')].find(b => b.textContent === 'compare').click()")
        self.assertEqual(self.text("[role=tab][aria-selected=true]"), "Compare")
        self.js("document.getElementById('tab-schedule').click()")
        self.assertNotEqual(self.js("document.querySelector('header select').value"), "0")
        self.assertEqual(self.text(".answer"), shown)
        self.assertIn(self.text(".command code").rsplit("'", 2)[1], self.text(".answer"))

    def test_what_is_refused_is_said_in_full(self):
        self.open("schedule", url=self.url)
        self.js("(() => { const kept = fetch; window.fetch = (url, how) => kept(url, how && {...how, body: JSON.stringify({document: 0, options: {'--guard': '-5 parsecs'}})}); })()")
        self.js("[...document.querySelectorAll('.command button')].find(b => b.textContent === 'run').click()")
        self.wait("!['', 'running …'].includes(document.querySelector('.ran').textContent)", 20)
        status, data = self.run_it({"--guard": "-5 parsecs"})
        self.assertEqual(status, 400)
        self.assertEqual(self.text(".ran"), json.loads(data)["error"])

    def test_hostile_names_run_nothing(self):
        folder = page.pathlib.Path(self.folder.name)
        rows = [{"row_kind": HOSTILE, "scheduler": HOSTILE, HOSTILE: HOSTILE, "makespan_ps": 1, "big": "x" * 10_000_000}]
        (folder / "hostile.json").write_text(json.dumps({"command": HOSTILE, "command_line": HOSTILE, "config": {HOSTILE: HOSTILE}, "rows": rows}))
        trace = {"traceEvents": [{"ph": "X", "pid": HOSTILE, "tid": HOSTILE, "name": HOSTILE, "ts": 1, "dur": 2, "args": {HOSTILE: HOSTILE}}]}
        hostile = folder / "hostile"
        hostile.mkdir(exist_ok=True)
        (hostile / "timeline.json").write_text(json.dumps(trace))
        (hostile / "<img src=x onerror=alert(1)>.json").write_text((folder / "hostile.json").read_text())
        (hostile / "x.svg").write_text(f"<svg xmlns='http://www.w3.org/2000/svg'><script>parent.document.title='ran'</script></svg>")
        run = self.run_program("view hostile.json hostile --page hostile.html")
        self.assertEqual(run.returncode, 0, run.stderr)
        for at in (0, 1):
            self.chromium.open("about:blank", 1280, False)
            self.chromium.open((folder / "hostile.html").as_uri() + f"#{at}/rows", 1280, False)
            self.wait("document.querySelector('main')?.children.length > 0")
            for tab in range(self.js("document.querySelectorAll('[role=tab]').length")):
                self.js(f"document.querySelectorAll('[role=tab]')[{tab}].click()")
                self.frame()
            self.assertEqual(self.js("document.title"), "Jacquard")
            self.assertEqual(self.js("document.querySelectorAll('img[src=x]').length"), 0)


if __name__ == "__main__":
    page.main()
