# SPDX-License-Identifier: Apache-2.0
"""One run of the program: its output, its end, and a conversation beside them."""
import signal
import subprocess
import sys
import tempfile
import threading
import time

GRACE = 5.0  # seconds that an interrupted program has to print its finished rows


class _Reader(threading.Thread):
    """Keeps what a pipe says; copies it to `echo` as it comes."""

    def __init__(self, pipe, echo=None):
        super().__init__(daemon=True)
        self._pipe, self._echo, self._parts = pipe, echo, []
        self.start()

    def run(self):
        with self._pipe:
            for line in self._pipe:
                self._parts.append(line)
                if self._echo:
                    self._echo.write(line)
                    self._echo.flush()

    def text(self):
        self.join()
        return "".join(self._parts)


def _end(process):
    """Asks a running program to end, as Ctrl-C does; makes it after a while."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(GRACE)
        except subprocess.TimeoutExpired:
            process.kill()


def _file_of(text):
    """A file without a name: /dev/stdin may then be read more than once, as a sweep does."""
    if text is None:
        return subprocess.DEVNULL
    file = tempfile.TemporaryFile("w+", encoding="utf-8")
    file.write(text)
    file.seek(0)
    return file


def run_process(words, text=None, timeout=None, progress=False, conversation=None):
    """Returns (exit code, stdout, stderr, late).

    text: what the program finds on stdin. conversation: pipes of a callback (_conversation.py); it
    speaks in this thread, so an exception of the callback ends the program and comes through.
    An interrupt ends the program within seconds, and comes through too.
    """
    until = None if timeout is None else time.monotonic() + timeout
    stdin = _file_of(text)
    process = subprocess.Popen(
        words,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=conversation.environment() if conversation else None,
        pass_fds=conversation.inherited() if conversation else (),
    )
    if text is not None:
        stdin.close()
    out = _Reader(process.stdout)
    err = _Reader(process.stderr, sys.stderr if progress else None)
    late = False
    try:
        if conversation:
            conversation.speak(process, until)
        process.wait(None if until is None else max(0.0, until - time.monotonic()))
    except subprocess.TimeoutExpired:
        late = True
    finally:
        if conversation:
            conversation.close()
        _end(process)
        process.wait()
    return process.returncode, out.text(), err.text(), late
