# SPDX-License-Identifier: Apache-2.0
"""A page of `jacquard ... --view` in a headless Chromium, with hands: pointer, keys, sliders."""

import pathlib
import shlex
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools"))
from pages import browser  # noqa: E402

MEASURE = (ROOT / "tools" / "pages" / "measure.js").read_text(encoding="utf-8")
WIDTHS = (400, 800, 1280, 2560)


def program():
    """The jacquard under test: the first word of the command line."""
    return PROGRAM


class PageCase(unittest.TestCase):
    maxDiff = None
    """Tests of the page of COMMAND, which is run once with --view, or with `view` as its verb."""

    COMMAND = ""

    @classmethod
    def setUpClass(cls):
        if not browser.find():
            raise unittest.SkipTest("no Chromium on PATH (Debian package chromium)")
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = cls.make(cls.COMMAND)
        cls.chromium = browser.Browser(browser.find())

    @classmethod
    def tearDownClass(cls):
        cls.chromium.__exit__()
        cls.folder.cleanup()

    @classmethod
    def run_program(cls, command, **options):
        return subprocess.run([PROGRAM, *shlex.split(command)], cwd=cls.folder.name, timeout=300,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)

    @classmethod
    def make(cls, command):
        verb = shlex.split(command)[0]
        options = " --page out/view/view/view.html" if verb == "view" else " --view --out out/view/" + verb
        run = cls.run_program(command + options + " --quiet")
        if run.returncode != 0:
            raise AssertionError(f"jacquard {command}: {run.stderr}")
        return pathlib.Path(cls.folder.name) / "out" / "view" / verb / "view.html"

    def open(self, view="", width=1280, dark=False, url=None):
        self.chromium.open("about:blank", width, dark)
        self.chromium.open((url or self.path.as_uri()) + (f"#0/{view}" if view else ""), width, dark)
        self.wait("document.querySelector('main')?.children.length > 0")
        self.frame()

    def js(self, script, wait=False):
        """The value of a script; with `wait` that of the promise which it is."""
        if not wait:
            return self.chromium.evaluate(script)
        answer = self.chromium.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        return answer["result"].get("value")

    @staticmethod
    def timed(act):
        begin = time.monotonic()
        act()
        return time.monotonic() - begin

    def wait(self, condition, seconds=10):
        until = time.monotonic() + seconds
        while not self.js(f"Boolean({condition})"):
            if time.monotonic() > until:
                self.fail(f"not within {seconds} s: {condition}; the page says {self.chromium.said}")
            time.sleep(0.02)

    def frame(self):
        """After two frames what was asked for is drawn."""
        self.chromium.call("Runtime.evaluate", awaitPromise=True, expression=
                           "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))")

    def text(self, selector):
        return self.js(f"document.querySelector({selector!r})?.textContent ?? ''")

    def place(self, selector, x, y):
        """The pixel at the shares x and y of an element, which is scrolled to."""
        box = self.js(f"(() => {{ const e = document.querySelector({selector!r}); e.scrollIntoView({{block: 'center'}});"
                      "const b = e.getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })()")
        return box[0] + x * box[2], box[1] + y * box[3]

    def pointer(self, kind, at, **options):
        self.chromium.call("Input.dispatchMouseEvent", type=kind, x=at[0], y=at[1], **options)
        self.frame()

    def hover(self, selector, x=0.5, y=0.5):
        self.pointer("mouseMoved", self.place(selector, x, y))

    def click(self, selector, x=0.5, y=0.5):
        at = self.place(selector, x, y)
        self.pointer("mousePressed", at, button="left", clickCount=1)
        self.pointer("mouseReleased", at, button="left", clickCount=1)

    def wheel(self, selector, by, x=0.5, y=0.5):
        self.pointer("mouseWheel", self.place(selector, x, y), deltaX=0, deltaY=by)

    def key(self, selector, name):
        self.js(f"document.querySelector({selector!r}).focus()")
        self.press(name)

    def press(self, name):
        text = {"text": name} if len(name) == 1 else {}
        for kind in ("keyDown", "keyUp"):
            self.chromium.call("Input.dispatchKeyEvent", type=kind, key=name, **(text if kind == "keyDown" else {}))
        self.frame()

    def slide(self, key, step):
        """Moves the slider of this data-key to a step of its scale."""
        self.js(f"(() => {{ const s = document.querySelector('input[data-key={key}]'); s.value = {step};"
                "s.dispatchEvent(new Event('input', {bubbles: true})); })()")
        self.frame()

    def choose(self, selector, place):
        self.js(f"(() => {{ const s = document.querySelector({selector!r}); s.value = {place};"
                "s.dispatchEvent(new Event('change', {bubbles: true})); })()")
        self.frame()

    def faults(self, view, setup=None):
        """What a reader would stumble over, at four widths, light and dark; nothing leaves the machine."""
        found = []
        for width in WIDTHS:
            for dark in (False, True):
                self.open(view, width, dark)
                if setup:
                    setup()
                self.frame()
                where = f"{view} at {width}, {'dark' if dark else 'light'}"
                found += [f"{where}: {fault}" for fault in self.js(f"{MEASURE}({'true' if width == 400 else 'false'})")]
                found += [f"{where}: console: {said}" for said in self.chromium.said]
                found += [f"{where}: {what}" for what in self.js(UNLABELLED)]
                found += [f"{where}: asks for {name}" for name in
                          self.js("performance.getEntriesByType('resource').map(e => e.name).filter(n => !/^(data|blob):/.test(n))")]
        return found


# What takes the focus must have a name; every canvas must take it.
UNLABELLED = """(() => {
  const named = e => e.getAttribute('aria-label') || e.labels?.length || e.textContent.trim() || e.alt;
  return [...document.querySelectorAll('button, select, input, canvas, img, a')].filter(e => !named(e)).map(e => 'no name: ' + e.outerHTML.slice(0, 80))
    .concat([...document.querySelectorAll('canvas.canvas')].filter(e => e.tabIndex < 0).map(() => 'a canvas without keys'));
})()"""

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else "jacquard"


def main():
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
