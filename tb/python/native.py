# SPDX-License-Identifier: Apache-2.0
"""native.py OUT SCRIPT [arguments]: one rank of a real run on gloo. What is written to OUT: the
collectives that gloo was given, as torch's own profiler saw them, and the script's own calls. The
profiler dates an asynchronous call by its beginning in gloo's thread: later than it was made. There
is one thread, so that calls in flight begin in the order in which they were made."""
import json
import os
import runpy
import sys
import time

import torch
from torch.profiler import profile

out = sys.argv[1]
sys.argv = sys.argv[2:]
sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
if os.environ.get("FIRST_BUCKET"):
    torch.distributed._DEFAULT_FIRST_BUCKET_BYTES = int(os.environ["FIRST_BUCKET"])
torch.set_num_threads(1)
calls = []


def of_one_thread(plain):
    def group(store, rank, size, timeout):
        options = plain._Options()
        options._devices = [plain.create_default_device()]
        options._timeout = timeout
        options._threads = 1
        return plain(store, rank, size, options)
    return group


c10d = torch.distributed.distributed_c10d
c10d.ProcessGroupGloo = of_one_thread(c10d.ProcessGroupGloo)


def recorded(name, plain, tensor=0):
    def call(*args, **kwargs):
        calls.append([name, [list(args[tensor].shape)] if args else []])
        return plain(*args, **kwargs)
    return call


def batch(plain):
    def call(operations):
        for one in operations:
            name = "send" if one.op is torch.distributed.isend else "recv"
            calls.append([name, [list(one.tensor.shape)]])
        return plain(operations)
    return call


for name in ("all_reduce", "barrier"):
    setattr(torch.distributed, name, recorded(name, getattr(torch.distributed, name)))
torch.distributed.batch_isend_irecv = batch(torch.distributed.batch_isend_irecv)
with profile(record_shapes=True) as trace:
    runpy.run_path(sys.argv[0], run_name="__main__")
    time.sleep(1)  # gloo's threads end the last event after the call has returned
events = sorted((event for event in trace.events() if event.name.startswith("gloo:")),
                key=lambda event: event.time_range.start)
with open(out, "w", encoding="utf-8") as file:
    json.dump({"gloo": [[event.name[5:], event.input_shapes] for event in events],
               "calls": calls}, file)
