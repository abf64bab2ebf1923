# SPDX-License-Identifier: Apache-2.0
"""A space of jacquard search as an environment of Gymnasium (docs/search_protocol.md).

    import jacquard_gym
    env = jacquard_gym.make("cosmic_system2", reward="perf_per_bw")
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())

An action is the index of a value for each coordinate, the observation that index over the last one.
An episode has `steps` steps. Gymnasium is imported by make() alone; Client works without it.
"""
import json
import subprocess


class Client:
    """Asks `jacquard search serve-env`. A mistake in a request raises ValueError."""

    def __init__(self, space, reward=None, knobs=None, program="jacquard", options=()):
        command = [program, "search", "serve-env", space, *options]
        if reward:
            command += ["--reward", reward]
        if knobs:
            command += ["--knobs", knobs]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, request, argument):
        self._process.stdin.write(json.dumps({request: argument}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("jacquard search serve-env has ended")
        answer = json.loads(line)
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer

    def close(self):
        if self._process.poll() is None:
            self._process.stdin.close()
            self._process.wait()
        self._process.stdout.close()


def make(space, reward=None, knobs=None, program="jacquard", steps=200, invalid=-1.0, options=()):
    """A gymnasium.Env. `invalid`: the reward of a point that cannot be evaluated."""
    import gymnasium
    import numpy

    class JacquardEnv(gymnasium.Env):
        metadata = {"render_modes": []}

        def __init__(self):
            self.client = Client(space, reward, knobs, program, options)
            self.description = self.client.ask("describe", {})
            sizes = [len(knob["values"]) for knob in self.description["knobs"]]
            self.action_space = gymnasium.spaces.MultiDiscrete(sizes)
            self.observation_space = gymnasium.spaces.Box(
                0.0, 1.0, shape=(len(sizes),), dtype=numpy.float32
            )
            self.steps_done = 0

        def reset(self, *, seed=None, options=None):
            super().reset(seed=seed)
            answer = self.client.ask("reset", {} if seed is None else {"seed": seed})
            self.steps_done = 0
            observation = numpy.array(answer["observation"], dtype=numpy.float32)
            return observation, {"point": answer["point"]}

        def step(self, action):
            indices = [int(index) for index in action]
            answer = self.client.ask("step", {"point": indices})
            self.steps_done += 1
            observation = numpy.array(answer["observation"], dtype=numpy.float32)
            value = answer["reward"] if answer["valid"] else invalid
            info = {key: answer[key] for key in ("point", "valid", "why_not", "metrics")}
            return observation, value, False, self.steps_done >= steps, info

        def close(self):
            self.client.close()

    return JacquardEnv()
