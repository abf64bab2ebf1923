# SPDX-License-Identifier: Apache-2.0
"""A space of jacquard search as an environment (docs/search.md)."""
import json
import subprocess

from jacquard._errors import Error, InputError
from jacquard._find import find_program
from jacquard._options import option_words


class Environment:
    """Asks `jacquard search serve-env SPACE`.

        with jacquard.Environment("cosmic_system2", reward="perf_per_bw") as env:
            env.reset(seed=1)
            env.step({"dp": 64, "bandwidth": [50, 50, 100, 100]})["reward"]

    A point is an object of knobs, or a list of indices. Answers are the protocol's, as dicts.
    A mistake in a request raises InputError, and the environment goes on.
    """

    def __init__(self, space, **options):
        words = option_words(options, lambda name: False)
        self._process = subprocess.Popen(
            [find_program(), "search", "serve-env", str(space), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.description = self.ask("describe", {})

    def ask(self, request, argument):
        """Any request of the protocol."""
        try:
            self._process.stdin.write(json.dumps({request: argument}) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # it says why on stderr
        line = self._process.stdout.readline()
        if not line:
            raise self._ended()
        answer = json.loads(line)
        if "error" in answer:
            raise InputError(answer["error"], 2)
        return answer

    def _ended(self):
        said = self._process.stderr.read().strip()
        code = self._process.wait()
        kind = InputError if code == 2 else Error
        return kind(said or "jacquard search serve-env has ended", code)

    def reset(self, seed=None):
        return self.ask("reset", {} if seed is None else {"seed": seed})

    def step(self, point):
        return self.ask("step", {"point": point})

    def steps(self, points):
        """Several points, evaluated side by side."""
        return self.ask("step", {"points": points})["steps"]

    def sample(self, count):
        """So many feasible points, as lists of indices."""
        return self.ask("sample", count)["indices"]

    def repair(self, points):
        """The points made feasible, as lists of indices."""
        return self.ask("repair", points)["indices"]

    def close(self):
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            try:
                pipe.close()
            except BrokenPipeError:
                pass
        self._process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def gym_environment(space, steps=200, invalid=-1.0, **options):
    """The space as a gymnasium.Env, which must be installed.

    An action is the index of a value for each knob, the observation that index over the last one.
    An episode has `steps` steps. invalid: the reward of a point that cannot be evaluated.
    """
    from jacquard._gym import JacquardEnv

    return JacquardEnv(Environment(space, **options), steps, invalid)
