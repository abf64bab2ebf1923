# SPDX-License-Identifier: Apache-2.0
"""Pipes to a program that the C++ side starts as an outside program, answered by this process.

The outside program is two `cat`s, which join its stdin and stdout to our pipes. So a function of
this process speaks the same JSON lines as any program. The command line is always the same text.
"""
import json
import os
import select
import subprocess
import time

_COMMAND = "cat </dev/fd/$JACQUARD_ANSWERS & exec cat >/dev/fd/$JACQUARD_QUESTIONS"

_LOOK = 0.02  # seconds


class Ended(Exception):
    """The program has ended; how, its exit code says."""


class Conversation:
    """`answer(message)` returns a dict, or None where no answer is due."""

    command = _COMMAND

    def __init__(self, answer):
        self._answer = answer
        self._questions, self._their_questions = os.pipe()
        self._their_answers, self._answers = os.pipe()
        self._unread = b""
        self._process = self._until = None

    def inherited(self):
        return (self._their_questions, self._their_answers)

    def environment(self):
        return {
            **os.environ,
            "JACQUARD_QUESTIONS": str(self._their_questions),
            "JACQUARD_ANSWERS": str(self._their_answers),
        }

    def speak(self, process, until):
        """Answers until the process has ended. Past `until`: subprocess.TimeoutExpired."""
        self._process, self._until = process, until
        try:
            while True:
                reply = self._answer(self._message())
                if reply is not None:
                    self._write(reply)
        except Ended:
            return

    def request(self, message):
        """Asks in turn, between a question and its answer."""
        self._write(message)
        return self._message()

    def _message(self):
        while b"\n" not in self._unread:
            if self._until is not None and time.monotonic() > self._until:
                raise subprocess.TimeoutExpired(self.command, 0)
            # The program's end is looked for in between: a `cat` holds the pipe open longer.
            if select.select([self._questions], [], [], _LOOK)[0]:
                self._unread += os.read(self._questions, 1 << 20)
            elif self._process.poll() is not None:
                raise Ended
        line, self._unread = self._unread.split(b"\n", 1)
        return json.loads(line)

    def _write(self, message):
        data = json.dumps(message).encode() + b"\n"
        try:
            while data:
                data = data[os.write(self._answers, data) :]
        except BrokenPipeError:  # the program has ended, and says why
            raise Ended from None

    def close(self):
        for number in (self._questions, self._answers, *self.inherited()):
            os.close(number)
