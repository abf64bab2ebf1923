# SPDX-License-Identifier: Apache-2.0
"""The program jacquard from Python: docs/python.md.

    import jacquard
    result = jacquard.schedule(demand=[[0, 5], [3, 0]], guard="10 ns")
    result.rows              # a list of dicts, as under --json
    result.frame()           # a pandas.DataFrame, where pandas is installed

Each verb of the program is a function here. Words become words, and keyword arguments options:
guard_per="port" is --guard-per port, True is a flag, set={"a.b": 1} is --set a.b=1.
jacquard.help("schedule") prints the options, jacquard.schema("schedule") explains the keys of rows.
"""
from jacquard._environment import Environment, gym_environment
from jacquard._errors import CheckError, Error, InputError, Timeout
from jacquard._result import Result, read
from jacquard._run import command, help, program, run, schema, version
from jacquard._verbs import *  # noqa: F401,F403
from jacquard._verbs import __all__ as _verbs
from jacquard._view import Figure, View, view


def __getattr__(name):
    """The program's version: asked for when it is read, as the program may not be built yet."""
    if name == "__version__":
        return version()
    raise AttributeError(f"module 'jacquard' has no attribute '{name}'")


__all__ = [
    "CheckError",
    "Environment",
    "Error",
    "Figure",
    "InputError",
    "Result",
    "Timeout",
    "View",
    "command",
    "gym_environment",
    "help",
    "program",
    "read",
    "run",
    "schema",
    "version",
    "view",
    *_verbs,
]
