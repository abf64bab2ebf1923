# SPDX-License-Identifier: Apache-2.0
"""From a verb and its arguments to a result."""
import functools
import json
import subprocess

from jacquard._agent import with_agent
from jacquard._errors import InputError, Timeout, error_of
from jacquard._find import find_program as program
from jacquard._matrix import matrix_text
from jacquard._options import option_words
from jacquard._pictures import folder_of, pictures_in
from jacquard._process import run_process
from jacquard._result import Result
from jacquard._scheduler import with_scheduler

_CALLBACKS = {"schedule": with_scheduler, "search": with_agent}
STDIN = "/dev/stdin"  # always the same name, so that the same matrix gives the same config_hash


@functools.lru_cache(maxsize=None)
def _help_text(words):
    answer = subprocess.run([program(), *words, "--help"], capture_output=True, text=True)
    if answer.returncode != 0:
        raise error_of(answer.returncode, answer.stderr.strip(), None)
    return answer.stdout


def help(*words):
    """Prints the program's help: help() lists the verbs, help("schedule") the options of one."""
    print(_help_text(words), end="")


def version():
    """The program's version."""
    answer = subprocess.run([program(), "--version"], capture_output=True, text=True, check=True)
    return answer.stdout.strip()


def schema(verb):
    """What the keys of a verb's rows mean, as `jacquard results schema VERB` says."""
    return run("results", "schema", verb)


def _on_stdin(value, is_word):
    """What the program reads on stdin for this argument; None if it is a word of its own."""
    if isinstance(value, Result):
        return value.text
    if isinstance(value, dict) and is_word:
        return json.dumps(value)
    return matrix_text(value)


def _split(verb, words, options):
    """Words of the command line, the text on stdin, and the callback."""
    words, options, text, callback = list(words), dict(options), None, None
    for place, key in [(words, i) for i in range(len(words))] + [(options, k) for k in options]:
        on_stdin = _on_stdin(place[key], place is words)
        if on_stdin is None:
            continue
        if text is not None:
            raise InputError(f"{verb}: expected one matrix or result, found two", 2)
        text, place[key] = on_stdin, STDIN
    if verb in _CALLBACKS:
        options, callback = _CALLBACKS[verb](options)

    def has_negation(name):
        return f"--no-{name}" in _help_text((verb, *map(str, words[:1])))

    return [verb, *map(str, words), *option_words(options, has_negation)], text, callback


def command(verb, *words, **options):
    """The command line that run() would run, as a list. Arguments as of run()."""
    return [program(), *_split(verb, words, options)[0], "--json"]


def run(verb, *words, timeout=None, progress=False, pictures=False, **options):
    """Runs `jacquard VERB WORD... --OPTION VALUE... --json` and returns a Result.

    A matrix (lists, numpy.ndarray, pandas.DataFrame) or a Result stands where a file could, and a
    dict where a word names a configuration.
    timeout: seconds. progress: show the program's progress on stderr as it comes. pictures: keep
    the pictures that the command draws under --out, in a folder that is thrown away unless out=
    names one.
    Raises InputError, CheckError or Error with the program's line, and Timeout.
    """
    if pictures:
        with folder_of(options.get("out")) as out:
            options["out"] = out
            result = run(verb, *words, timeout=timeout, progress=progress, **options)
            result.pictures = pictures_in(out)
        return result
    split, text, callback = _split(verb, words, options)
    line = [program(), *split, "--json"]
    code, out, err, late = run_process(line, text, timeout, progress, callback)
    notes = [note for note in err.splitlines() if note]
    result = Result(out, line, notes) if out.lstrip().startswith("{") else None
    if late:
        raise Timeout(f"jacquard {verb}: not done within {timeout:g} s", code, result)
    if code != 0:
        raise error_of(code, notes[-1] if notes else "", result)
    if result is None:
        raise error_of(3, f"jacquard {verb}: expected a JSON object, found {out[:60]!r}", None)
    return result
