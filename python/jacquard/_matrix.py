# SPDX-License-Identifier: Apache-2.0
"""Matrices of Python as text that the program reads (docs/demand.md)."""
import json


def is_array(value):
    """A numpy array, a pandas.DataFrame or a number of theirs."""
    return hasattr(value, "to_numpy") or hasattr(value, "tolist")


def plain(value):
    """Lists and numbers of Python for arrays and lists of arrays; anything else as it is."""
    if hasattr(value, "to_numpy"):
        value = value.to_numpy()
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (list, tuple)) and any(map(is_array, value)):
        return [plain(one) for one in value]
    return value


def depth(value):
    """2 for a matrix of plain lists, 3 for a list of matrices."""
    return 1 + depth(value[0]) if isinstance(value, (list, tuple)) and value else 0


def matrix_text(value):
    """A matrix as JSON, a sequence as a line for each; None for anything else. Row: source."""
    value = plain(value)
    if depth(value) == 3:
        return "".join(json.dumps(one) + "\n" for one in value)
    return json.dumps(value) + "\n" if depth(value) == 2 else None
