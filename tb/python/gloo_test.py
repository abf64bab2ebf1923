# SPDX-License-Identifier: Apache-2.0
"""The same script on real processes with gloo, and logged: each rank makes the same calls."""
import json
import math
import os
import socket
import subprocess
import sys
import unittest

from genstack import compat
from support import ToolTest, examples

here = os.path.dirname(os.path.abspath(__file__))

model = """
import os
import torch
import torch.distributed as dist
from torch import nn
dist.init_process_group("gloo")
torch.manual_seed(0)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.late = nn.Linear(30, 30)
        self.early = nn.Linear(20, 30)
        self.norm = nn.BatchNorm1d(30)
        self.wide = nn.Linear(30, 7).double()
        self.unused = nn.Linear(5, 5)
        self.skipped = nn.Linear(3, 3)
        for parameter in self.skipped.parameters():
            parameter.requires_grad_(False)

    def forward(self, given):
        given = self.norm(self.early(given)).relu()
        given = self.late(self.late(given)).double()
        return self.wide(given)
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Gloo(ToolTest):
    def native(self, ranks, script, arguments, first_bucket):
        """What each real rank gave to gloo, and called itself: {"gloo": [(op, elements)], ...}."""
        environment = dict(os.environ, WORLD_SIZE=str(ranks), MASTER_ADDR="127.0.0.1",
                           MASTER_PORT=str(free_port()), FIRST_BUCKET=str(first_bucket or ""))
        runs, outs = [], []
        for rank in range(ranks):
            outs.append(os.path.join(self.folder, f"events_{rank}"))
            environment.update(RANK=str(rank), LOCAL_RANK=str(rank))
            runs.append(subprocess.Popen(
                [sys.executable, os.path.join(here, "native.py"), outs[-1], script, *arguments],
                env=dict(environment), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE))
        for run in runs:
            said = run.communicate(timeout=300)[1].decode()
            self.assertEqual(run.returncode, 0, said)
        said = []
        for out in outs:
            with open(out, encoding="utf-8") as file:
                said.append({key: [(op, sum(map(math.prod, shapes)) if shapes else None)
                                   for op, shapes in calls]
                             for key, calls in json.load(file).items()})
        return said

    def compare(self, ranks, script, *arguments, first_bucket=None):
        """Logs a script and runs it: the log's calls in order are those that gloo was given."""
        log, real = self.both(ranks, script, arguments, first_bucket)
        for rank in range(ranks):
            self.same(log.calls(rank), real[rank]["gloo"])
        return real[0]["gloo"]

    def both(self, ranks, script, arguments, first_bucket=None):
        plain = compat.first_bucket_bytes
        compat.first_bucket_bytes = first_bucket or plain
        try:
            log = self.log(ranks, script, *arguments, options=("--step", "all"))
        finally:
            compat.first_bucket_bytes = plain
        return log, self.native(ranks, os.path.join(examples, script), arguments, first_bucket)

    def same(self, calls, real):
        self.assertEqual([call["op"] for call in calls], [op for op, _ in real])
        for call, (op, elements) in zip(calls, real):
            if not call.get("unpredictable"):
                self.assertEqual(math.prod(call["shape"]) if "shape" in call else None, elements,
                                 f"{call}")

    def ddp(self, options, rest=""):
        script = os.path.join(self.folder, "ddp.py")
        with open(script, "w", encoding="utf-8") as file:
            file.write(model + f"""
net = nn.parallel.DistributedDataParallel(Net(), {options})
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(3):
    optimizer.zero_grad()
    loss = net(torch.randn(6, 20)).sum()
    {rest or "loss = loss + 0 * sum(p.sum() for p in net.module.unused.parameters())"}
    loss.backward()
    optimizer.step()
""")
        return self.compare(2, script, first_bucket=1000)

    def test_buckets_of_ddp(self):
        real = self.ddp("bucket_cap_mb=0.003")
        # The oracle itself shows more buckets once they are rebuilt.
        self.assertGreater(sum(op == "all_reduce" for op, _ in real), 3 * 2)

    def test_buckets_of_ddp_with_unused_parameters(self):
        self.ddp("bucket_cap_mb=0.003, find_unused_parameters=True", "pass")

    def test_ddp_without_buffers_as_views(self):
        self.ddp("broadcast_buffers=False, gradient_as_bucket_view=True")

    def test_ddp_mlp(self):
        self.compare(2, "ddp_mlp.py", "--hidden", "300", "--bucket-mb",
                     "0.5")

    def test_accumulated_gradients(self):
        script = os.path.join(self.folder, "accumulate.py")
        with open(script, "w", encoding="utf-8") as file:
            file.write(model + """
net = nn.parallel.DistributedDataParallel(nn.Sequential(nn.Linear(9, 9), nn.BatchNorm1d(9)))
for step in range(3):
    with net.no_sync():
        net(torch.randn(4, 9)).sum().backward()
    net(torch.randn(4, 9)).sum().backward()
""")
        self.compare(2, script)

    def test_transformer(self):
        log, real = self.both(4, "transformer_3d.py", (
            "--tensor", "2", "--pipeline", "2", "--data", "1", "--hidden", "32", "--layers", "4",
            "--heads", "4", "--sequence", "16", "--micro-batches", "3", "--vocabulary", "64",
            "--dtype", "float32", "--bucket", "5000", "--steps", "2"))
        for rank in range(4):
            self.same(log.calls(rank), real[rank]["calls"])
            self.assertEqual(sorted(map(str, real[rank]["calls"])),
                             sorted(map(str, real[rank]["gloo"])))

    def test_experts(self):
        self.compare(2, "moe_all_to_all.py", "--hidden", "16", "--tokens", "32")


if __name__ == "__main__":
    unittest.main()
