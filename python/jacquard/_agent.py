# SPDX-License-Identifier: Apache-2.0
"""A function of Python as an agent of `jacquard search` (docs/search.md)."""
from jacquard._conversation import Conversation


class Space:
    """What an agent sees: the description, and points drawn or made feasible by the program."""

    def __init__(self, description, request):
        self.description = description  # docs/search.md
        self.knobs = description["knobs"]
        self.seed = description["seed"]
        self._request = request

    def sample(self, count):
        """So many feasible points, as lists of indices."""
        return self._request({"sample": count})["indices"]

    def repair(self, points):
        """The points made feasible, as lists of indices."""
        return self._request({"repair": points})["indices"]


class AgentCallback(Conversation):
    """agent(space) is a generator: `told = yield points`, with an entry in `told` for each point.

    Its code runs only while the program waits for points, so that the space may be asked.
    """

    def __init__(self, agent):
        super().__init__(self._reply)
        self._agent = agent
        self._generator = None
        self._left = []  # points of the latest yield that were not sent yet
        self._sent = 0
        self._told = []

    def _reply(self, message):
        if "hello" in message:
            self._generator = self._agent(Space(message["hello"], self.request))
        elif "tell" in message:
            self._told += message["tell"]
        elif "ask" in message:
            return self._points(message["ask"])
        return None

    def _points(self, count):
        if not self._left:
            told, self._told = self._told, []
            try:
                self._left = list(self._generator.send(told if self._sent else None))
            except StopIteration:
                return {"done": True}
            self._sent += len(self._left)
        now, self._left = self._left[:count], self._left[count:]
        return {"points": now}


def with_agent(options):
    """The options with agent=FUNCTION made exec:, and the conversation or None."""
    agent = options.get("agent")
    if not callable(agent):
        return options, None
    return {**options, "agent": "exec:" + Conversation.command}, AgentCallback(agent)
