# SPDX-License-Identifier: Apache-2.0
"""A transformer on tensor, pipeline and data groups, in the manner of Megatron-LM (Narayanan et al.
2021): one forward and one backward pass in turn (1F1B), gradients summed in buckets.

    python3 tools/genstack --ranks 64 --out log tools/genstack/examples/transformer_3d.py
    python3 tools/genstack --ranks 128 --out log tools/genstack/examples/transformer_3d.py \
        --tensor 8 --pipeline 4 --data 4
"""
import argparse

import torch
import torch.distributed as dist
from torch.profiler import record_function

from gradients import Buckets
from parallel import Groups, Stage


class Pipeline:
    """Sends and receives between stages. What is sent together starts together."""

    def __init__(self, groups, shape, dtype, device):
        self.groups, self.shape, self.dtype, self.device = groups, shape, dtype, device

    def exchange(self, forward=None, backward=None, from_before=False, from_after=False):
        """Sends activations to the next stage and gradients to the one before; receives likewise.
        Returns (activations from before, gradients from after)."""
        groups, calls, got = self.groups, [], [None, None]

        def add(call, tensor, peer):
            calls.append(dist.P2POp(call, tensor, peer, groups.pp))
        if backward is not None and not groups.first:
            add(dist.isend, backward, groups.before)
        if from_before and not groups.first:
            got[0] = torch.empty(self.shape, dtype=self.dtype, device=self.device)
            add(dist.irecv, got[0], groups.before)
        if forward is not None and not groups.last:
            add(dist.isend, forward, groups.after)
        if from_after and not groups.last:
            got[1] = torch.empty(self.shape, dtype=self.dtype, device=self.device)
            add(dist.irecv, got[1], groups.after)
        for work in dist.batch_isend_irecv(calls) if calls else []:
            work.wait()
        if got[0] is not None:
            got[0].requires_grad_()
        return got


class Step:
    def __init__(self, options, groups, stage, buckets, pipe, device):
        self.options, self.groups, self.stage = options, groups, stage
        self.buckets, self.pipe, self.device = buckets, pipe, device
        self.losses = []

    def forward(self, number, given):
        size = (self.options.sequence, self.options.micro_batch)
        tokens = torch.randint(0, self.options.vocabulary, size, device=self.device)
        with record_function(f"phase=forward micro_batch={number}"):
            given = self.stage.embed(tokens) if self.groups.first else given
            return given, self.stage(given, tokens)

    def backward(self, number, given, result, gradient):
        with record_function(f"phase=backward micro_batch={number}"):
            if number == self.options.micro_batches - 1:
                self.buckets.arm()
            if self.groups.last:
                self.losses.append(result.detach())
                result = result / self.options.micro_batches
            torch.autograd.backward(result, gradient)
            return None if self.groups.first else given.grad

    def run(self):
        """1F1B: later stages begin their backward passes after fewer forward passes."""
        count, exchange = self.options.micro_batches, self.pipe.exchange
        warm = min(self.groups.stages - self.groups.stage - 1, count)
        pending, done = [], 0
        with record_function("phase=forward micro_batch=0"):
            given, _ = exchange(from_before=True)
        for number in range(count):
            given, result = self.forward(number, given)
            pending.append((given, result))
            sent = None if self.groups.last else result.detach()
            more = number + 1 < count
            if number < warm:
                with record_function(f"phase=forward micro_batch={number}"):
                    given, _ = exchange(forward=sent, from_before=more)
                continue
            with record_function(f"phase=forward micro_batch={number}"):
                _, gradient = exchange(forward=sent, from_after=True)
            back = self.backward(done, *pending.pop(0), gradient)
            with record_function(f"phase=backward micro_batch={done}"):
                given, _ = exchange(backward=back, from_before=more)
            done += 1
        while pending:
            with record_function(f"phase=backward micro_batch={done}"):
                _, gradient = exchange(from_after=True)
            back = self.backward(done, *pending.pop(0), gradient)
            with record_function(f"phase=backward micro_batch={done}"):
                exchange(backward=back)
            done += 1
        with record_function("phase=backward"):
            self.buckets.finish()
            if self.groups.embedding is not None and (self.groups.first or self.groups.last):
                dist.all_reduce(self.stage.words.grad, group=self.groups.embedding)


def gradient_norm(parameters, groups):
    squares = [parameter.grad.float().square().sum() for parameter in parameters]
    total = torch.stack(squares).sum()
    dist.all_reduce(total, group=groups.model)
    return total.sqrt()


def arguments():
    parse = argparse.ArgumentParser()
    for name, value in (("tensor", 4), ("pipeline", 4), ("data", 4), ("hidden", 4096),
                        ("layers", 32), ("heads", 32), ("sequence", 2048), ("micro-batch", 1),
                        ("micro-batches", 8), ("vocabulary", 51200), ("steps", 1),
                        ("bucket", 40_000_000)):
        parse.add_argument(f"--{name}", type=int, default=value)
    parse.add_argument("--dtype", default="bfloat16")
    return parse.parse_args()


def main():
    options = arguments()
    gpu = torch.cuda.is_available()
    dist.init_process_group("nccl" if gpu else "gloo")
    groups = Groups(options.tensor, options.pipeline, options.data)
    device, dtype = "cuda" if gpu else "cpu", getattr(torch, options.dtype)
    stage = Stage(options, groups, dtype).to(device)
    parameters = list(stage.parameters())
    buckets = Buckets(parameters, groups.dp, options.bucket)
    optimizer = torch.optim.AdamW(parameters, lr=1e-4)
    shape = (options.sequence, options.micro_batch, options.hidden)
    pipe = Pipeline(groups, shape, dtype, device)
    for _ in range(options.steps):
        dist.barrier()
        step = Step(options, groups, stage, buckets, pipe, device)
        step.run()
        norm = gradient_norm(parameters, groups)
        scale = torch.clamp(1.0 / (norm + 1e-6), max=1.0)
        for parameter in parameters:
            parameter.grad.mul_(scale)
        if groups.last:
            loss = torch.stack(step.losses).mean()
            dist.all_reduce(loss, group=groups.dp)
        optimizer.step()
        buckets.clear()


main()
