# SPDX-License-Identifier: Apache-2.0
"""An Environment behind Gymnasium's interface."""
import gymnasium
import numpy


class JacquardEnv(gymnasium.Env):
    metadata = {"render_modes": []}

    def __init__(self, environment, steps, invalid):
        self.environment = environment
        self._steps, self._invalid, self._done = steps, invalid, 0
        sizes = [len(knob["values"]) for knob in environment.description["knobs"]]
        self.action_space = gymnasium.spaces.MultiDiscrete(sizes)
        self.observation_space = gymnasium.spaces.Box(
            0.0, 1.0, shape=(len(sizes),), dtype=numpy.float32
        )

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        answer = self.environment.reset(seed)
        self._done = 0
        return _observation(answer), {"point": answer["point"]}

    def step(self, action):
        answer = self.environment.step([int(index) for index in action])
        self._done += 1
        reward = answer["reward"] if answer["valid"] else self._invalid
        info = {key: answer[key] for key in ("point", "valid", "why_not", "metrics")}
        return _observation(answer), reward, False, self._done >= self._steps, info

    def close(self):
        self.environment.close()


def _observation(answer):
    return numpy.array(answer["observation"], dtype=numpy.float32)
