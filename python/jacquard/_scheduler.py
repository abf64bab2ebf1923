# SPDX-License-Identifier: Apache-2.0
"""A function of Python as a scheduler of `jacquard schedule` (docs/schedulers.md)."""
import inspect

from jacquard._conversation import Conversation
from jacquard._errors import InputError
from jacquard._matrix import plain


class SchedulerCallback(Conversation):
    """scheduler(matrix) returns a list of (permutation, slots); with two parameters it also gets a
    dict of what else the program says of the demand: guard_slots, slot_ps, index and so on."""

    def __init__(self, scheduler):
        super().__init__(self._reply)
        self._scheduler = scheduler
        self._takes_details = _positional(scheduler) >= 2

    def _reply(self, message):
        demand = message.get("demand")
        if demand is None:
            return None
        matrix = _array(demand.pop("matrix"))
        made = self._scheduler(matrix, demand) if self._takes_details else self._scheduler(matrix)
        return {
            "scheduler": getattr(self._scheduler, "__name__", "outside"),
            "settings": [setting(*one) for one in made],
        }


def setting(permutation, slots):
    columns = [-1 if column is None else _whole(column) for column in plain(permutation)]
    return {"columns": columns, "hold": _whole(slots)}


def _whole(number):
    number = plain(number)
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _array(matrix):
    try:
        import numpy
    except ImportError:
        return matrix
    return numpy.array(matrix, dtype=numpy.int64)


def _positional(function):
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # of a function in C
        return 1
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    needed = [p for p in parameters if p.kind in positional and p.default is p.empty]
    return len(needed)


def with_scheduler(options):
    """The options with scheduler=FUNCTION made --outside, and the conversation or None."""
    given = options.get("scheduler")
    named = list(given) if isinstance(given, (list, tuple)) else [given]
    functions = [one for one in named if callable(one)]
    if not functions:
        return options, None
    if len(functions) > 1:
        raise InputError(f"scheduler: expected at most one function, found {len(functions)}", 2)
    options = {key: value for key, value in options.items() if key != "scheduler"}
    if isinstance(given, (list, tuple)):
        options["scheduler"] = ["outside" if callable(one) else one for one in named]
    return {**options, "outside": Conversation.command}, SchedulerCallback(functions[0])
