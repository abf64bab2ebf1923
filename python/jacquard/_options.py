# SPDX-License-Identifier: Apache-2.0
"""Python's arguments as words of a command line."""
import json

from jacquard._matrix import plain

# Options that are given once for each value. Every other list becomes one text with commas.
REPEATED = {"set", "sweep", "compare", "rtl", "filelist", "include", "define", "param"}
# Of these, those whose values are KEY=VALUE. A dict of any other option is JSON.
ASSIGNED = {"set", "sweep", "define", "param"}


def text_of(value):
    """One value as the program reads it; several with commas."""
    value = plain(value)
    if isinstance(value, dict):
        return json.dumps(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple, range)):
        return ",".join(text_of(one) for one in value)
    return str(value)


def swept_text(value):
    """The values of a swept key; semicolons stand between those that hold commas."""
    value = plain(value)
    if not isinstance(value, (list, tuple, range)):
        return text_of(value)
    texts = [text_of(one) for one in value]
    if not any("," in text for text in texts):
        return ",".join(texts)
    return ";".join(texts) + (";" if len(texts) == 1 else "")


def values_of(key, value):
    """The values of an option, in turn."""
    if isinstance(value, dict) and key == "sweep":
        return [f"{name}={swept_text(one)}" for name, one in value.items()]
    if isinstance(value, dict) and key in ASSIGNED:
        return [f"{name}={text_of(one)}" for name, one in value.items()]
    if key in REPEATED and isinstance(value, (list, tuple)):
        return [text_of(one) for one in value]
    return [text_of(value)]


def option_words(options, has_negation):
    """`has_negation(name)`: whether --no-NAME exists, for a value of False."""
    words = []
    for key, value in options.items():
        name = key.strip("_").replace("_", "-")  # a word of Python's may end in _
        if value is None:
            continue
        if value is True:
            words.append(f"--{name}")
        elif value is False:
            if has_negation(name):
                words.append(f"--no-{name}")
        else:
            for one in values_of(key, value):
                words += [f"--{name}={one}"] if one.startswith("-") else [f"--{name}", one]
    return words
