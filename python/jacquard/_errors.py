# SPDX-License-Identifier: Apache-2.0
"""What a command that did not end well raises."""


class Error(Exception):
    """A command ended with another exit code than 0.

    message: the program's own line. exit_code: 1 a failed check, 2 a mistake in the input, 3 the
    program's fault, negative a signal. result: the rows that were finished, or None.
    """

    def __init__(self, message, exit_code, result=None):
        super().__init__(message)
        self.exit_code = exit_code
        self.result = result


class CheckError(Error):
    """Exit code 1: the input was fine and a check did not hold. `result` has the rows."""


class InputError(Error, ValueError):
    """Exit code 2: a mistake in the input. The message names the place and what was expected."""


class Timeout(Error, TimeoutError):
    """The command took longer than `timeout` seconds. `result` has the rows that were finished."""


def error_of(exit_code, message, result):
    kind = {1: CheckError, 2: InputError}.get(exit_code, Error)
    return kind(message or f"jacquard ended with exit code {exit_code}", exit_code, result)
