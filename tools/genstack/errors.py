# SPDX-License-Identifier: Apache-2.0
"""A user's mistake: one line on stderr, exit code 2."""
import os
import traceback


class UserError(Exception):
    pass


def is_ours(filename):
    """True for files of this package and of torch: not the user's own lines."""
    import torch
    own = (os.path.dirname(os.path.abspath(__file__)) + os.sep,
           os.path.dirname(torch.__file__) + os.sep)
    # An example inside the package is a user's script.
    if os.sep + "examples" + os.sep in filename:
        return False
    return filename.startswith(own) or filename.startswith("<")


def where(error):
    """FILE:LINE of the user's innermost line in the error's traceback, or None."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__)
              if not is_ours(os.path.abspath(frame.filename)) and "runpy" not in frame.filename]
    return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else None


def one_line(error):
    """Says what an exception of the script was, in one line."""
    text = " ".join(str(error).split())
    if len(text) > 300:
        text = text[:297] + "..."
    place = where(error)
    if isinstance(error, SyntaxError) and error.filename:
        place = f"{error.filename}:{error.lineno}"
    said = text if isinstance(error, UserError) else f"{type(error).__name__}: {text}"
    return f"{place}: {said}" if place else said
