# SPDX-License-Identifier: Apache-2.0
"""Matrices of Python as text that the program reads (docs/demand.md)."""
import json


def plain(value):
    """Lists of a numpy array or a pandas.DataFrame; anything else as it is."""
    if hasattr(value, "to_numpy"):
        value = value.to_numpy()
    if hasattr(value, "tolist"):
        value = value.tolist()
    return value


def is_matrix(value):
    return hasattr(value, "to_numpy") or hasattr(value, "tolist") or isinstance(value, (list, tuple))


def depth(value):
    return 1 + depth(value[0]) if isinstance(value, (list, tuple)) and value else 0


def matrix_text(value):
    """JSON of a matrix, or a line of JSON for each matrix of a sequence. Rows are sources, bytes."""
    value = plain(value)
    matrices = [plain(one) for one in value] if isinstance(value, (list, tuple)) else [value]
    if depth(matrices) == 3:
        return "".join(json.dumps(one) + "\n" for one in matrices)
    return json.dumps(matrices) + "\n"
