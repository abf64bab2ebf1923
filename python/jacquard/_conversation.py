# SPDX-License-Identifier: Apache-2.0
"""Pipes to a program that the C++ side starts as an outside program, answered by this process.

The outside program is two `cat`s, which join its stdin and stdout to our pipes. So a function of this
process speaks the same JSON lines as any program, and the command line is always the same text.
"""
import json
import os
import select
import subprocess
import time

_COMMAND = "cat </dev/fd/$JACQUARD_ANSWERS & exec cat >/dev/fd/$JACQUARD_QUESTIONS"

_LOOK = 0.02  # seconds


class Conversation:
    """`answer(message)` returns a dict, or None where no answer is due."""

    command = _COMMAND

    def __init__(self, answer):
        self._answer = answer
        self._questions, self._their_questions = os.pipe()
        self._their_answers, self._answers = os.pipe()
        self._open = [self._questions, self._answers]
        self._theirs = [self._their_questions, self._their_answers]

    def inherited(self):
        return tuple(self._theirs)

    def environment(self):
        names = {"JACQUARD_QUESTIONS": self._their_questions, "JACQUARD_ANSWERS": self._their_answers}
        return {**os.environ, **{name: str(number) for name, number in names.items()}}

    def speak(self, process, until):
        """Answers until the process has ended. Past `until`: subprocess.TimeoutExpired."""
        unread = b""
        while process.poll() is None:
            if until is not None and time.monotonic() > until:
                raise subprocess.TimeoutExpired(self.command, 0)
            # Its end is looked for in between: a `cat` holds the pipe open longer than that.
            if not select.select([self._questions], [], [], _LOOK)[0]:
                continue
            block = os.read(self._questions, 1 << 16)
            *lines, unread = (unread + block).split(b"\n")
            for line in lines:
                reply = self._answer(json.loads(line))
                if reply is not None:
                    self._write(json.dumps(reply).encode() + b"\n")

    def _write(self, data):
        try:
            while data:
                data = data[os.write(self._answers, data) :]
        except BrokenPipeError:  # the program has ended, and says why
            pass

    def close(self):
        self._close(self._open)
        self._close(self._theirs)

    @staticmethod
    def _close(numbers):
        while numbers:
            os.close(numbers.pop())
