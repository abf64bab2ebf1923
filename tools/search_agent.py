#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An agent of jacquard search: hill climbing with restarts (docs/search.md).

As an agent:         jacquard search SPACE --agent "exec:python3 tools/search_agent.py"
As a client:         python3 tools/search_agent.py --env "jacquard search serve-env SPACE" --steps 200
                     (prints its best reward, and that of as many random points)
Needs Python's standard library alone. Replace Climber by an agent of your own.
"""
import argparse
import json
import random
import shlex
import subprocess
import sys

START = 24  # random points before the first climb
PATIENCE = 60  # evaluations without progress before a restart
WORST = float("-inf")


class Climber:
    """Changes a few knobs of the best point of a climb; begins again elsewhere when stuck."""

    def __init__(self, hello):
        self.sizes = [len(knob["values"]) for knob in hello["knobs"]]
        self.ordered = [knob["ordered"] for knob in hello["knobs"]]
        self.free = [k for k, size in enumerate(self.sizes) if size > 1]
        self.rng = random.Random(hello["seed"])
        self.restart()

    def restart(self):
        self.best = None  # of this climb
        self.reward = WORST
        self.left = START
        self.stuck = 0

    def propose(self, count, sample, repair):
        """So many points, each a list of indices. `sample` and `repair` ask jacquard."""
        if self.stuck >= PATIENCE:
            self.restart()
        if self.left > 0 or self.best is None:
            count = min(count, max(self.left, 1))
            self.left -= count
            return sample(count)
        return repair([self.neighbour() for _ in range(count)])

    def neighbour(self):
        point = list(self.best)
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            knob = self.rng.choice(self.free)
            size = self.sizes[knob]
            if self.ordered[knob] and self.rng.random() < 0.5:
                step = self.rng.choice((-1, 1))
                point[knob] = min(max(point[knob] + step, 0), size - 1)
            else:
                point[knob] = self.rng.randrange(size)
        return point

    def learn(self, point, reward):
        """`reward`: None for an invalid point."""
        self.stuck += 1
        if reward is not None and reward > self.reward:
            self.best, self.reward, self.stuck = point, reward, 0


def be_agent(lines, out):
    """Answers what jacquard asks on stdin."""

    def say(message):
        out.write(json.dumps(message) + "\n")
        out.flush()

    def request(message):
        say(message)
        return json.loads(next(lines))["indices"]

    agent = None
    for line in lines:
        message = json.loads(line)
        if "hello" in message:
            agent = Climber(message["hello"])
        elif "ask" in message:
            points = agent.propose(
                message["ask"],
                lambda n: request({"sample": n}),
                lambda all: request({"repair": all}),
            )
            say({"points": points})
        elif "tell" in message:
            for one in message["tell"]:
                agent.learn(one["indices"], one["reward"])


class Environment:
    """jacquard search serve-env at the other end of two pipes."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit("search_agent: the environment has ended")
        answer = json.loads(line)
        if "error" in answer:
            sys.exit("search_agent: " + answer["error"])
        return answer

    def sample(self, count):
        return self.ask({"sample": count})["indices"]

    def repair(self, points):
        return self.ask({"repair": points})["indices"]

    def step(self, points):
        return self.ask({"step": {"points": points}})["steps"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def be_client(command, steps, seed):
    environment = Environment(command)
    environment.ask({"reset": {"seed": seed}})
    hello = environment.ask({"describe": {}})
    hello["seed"] = seed
    agent = Climber(hello)
    best = {"reward": None, "point": None}
    done = 0
    while done < steps:
        points = agent.propose(min(8, steps - done), environment.sample, environment.repair)
        for one in environment.step(points):
            agent.learn(one["indices"], one["reward"])
            if one["valid"] and (best["reward"] is None or one["reward"] > best["reward"]):
                best = {"reward": one["reward"], "point": one["point"]}
        done += len(points)
    drawn = environment.step(environment.sample(steps))
    drawn = [one["reward"] for one in drawn if one["valid"]]
    environment.close()
    print(
        json.dumps(
            {
                "steps": steps,
                "seed": seed,
                "best_reward": best["reward"],
                "random_reward": max(drawn) if drawn else None,
                "best_point": best["point"],
            }
        )
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--env", help="command of an environment; without it this is an agent")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.env:
        be_client(options.env, options.steps, options.seed)
    else:
        be_agent(iter(sys.stdin), sys.stdout)


if __name__ == "__main__":
    main()
