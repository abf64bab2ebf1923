# SPDX-License-Identifier: Apache-2.0
"""The log of one rank while it grows: calls in program order, and the compute before each."""


def dtype_name(dtype):
    return str(dtype).replace("torch.", "")


class Recorder:
    def __init__(self, rank):
        self.rank = rank
        self.lines = []
        self.flops = 0
        self.bytes = 0
        self.phase = "setup"
        self.micro_batch = None
        self.steps = []  # number of lines at the end of each step of the optimiser
        self.batch = None
        self.batches = 0
        self.stream = "main"
        self.unknown_read = False  # a value that only data decide was read as a plain int

    def _append(self, line):
        line["rank"] = self.rank
        line["phase"] = self.phase
        if self.micro_batch is not None:
            line["micro_batch"] = self.micro_batch
        line["compute_flops_before"] = self.flops
        line["compute_bytes_before"] = self.bytes
        self.flops = self.bytes = 0
        self.lines.append(line)
        return line

    def call(self, op, group, **keys):
        """One call of a collective or of send/recv. Keys of value None are left out, but `splits`
        and `peer` are written as null where the call is unpredictable."""
        line = {"op": op, "group": group}
        unpredictable = keys.get("unpredictable")
        for key, value in keys.items():
            if value is not None or (unpredictable and key in ("splits", "peer")):
                line[key] = value
        line["stream"] = self.stream
        line["async_handle"] = True
        if self.batch is not None:
            line["batch"] = self.batch
        return self._append(line)

    def wait(self, call):
        """A wait for an earlier call, on the stream that is current."""
        self._append({"op": "wait", "wait_of": call, "stream": self.stream})

    def end(self):
        """The work after the last call."""
        if self.flops or self.bytes:
            self._append({"op": "compute", "stream": self.stream})

    def end_step(self):
        self.end()
        self.steps.append(len(self.lines))

    def step(self, which):
        """The lines of one training step: `which` counts from 1, or is "last" or "all". A script
        that steps once or never is one step."""
        if which == "all" or (which == "last" and len(self.steps) < 2):
            return self.lines
        number = len(self.steps) if which == "last" else which
        if number > len(self.steps):
            return None
        begin = 0 if number == 1 else self.steps[number - 2]
        return self.lines[begin:self.steps[number - 1]]


def written(lines):
    """Numbers the calls of a log and replaces group objects by their keys of the file format."""
    calls, order, out = {}, {}, []
    for line in lines:
        new = {"op": line["op"]}
        if line["op"] == "wait":
            if id(line["wait_of"]) not in calls:
                # The call was made in an earlier step: its time belongs to that step. What was
                # computed before this wait must not be lost.
                if not (line["compute_flops_before"] or line["compute_bytes_before"]):
                    continue
                new["op"] = "compute"
            else:
                new["wait_of"] = calls[id(line["wait_of"])]
        elif line["op"] != "compute":
            calls[id(line)] = new["call_id"] = len(calls)
            group = line["group"]
            if len(group.ranks) <= 64:
                new["ranks"] = group.ranks
            key = (group.id, line["op"], line["peer"], line["tag"]) \
                if line["op"] in ("send", "recv") else group.id
            new["seq"] = order[key] = order.get(key, -1) + 1
            new["group_id"] = group.id
            new["group_name"] = group.name
        new.update((key, value) for key, value in line.items()
                   if key not in ("op", "group", "wait_of"))
        out.append(new)
    return out
