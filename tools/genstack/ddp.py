# SPDX-License-Identifier: Apache-2.0
"""DistributedDataParallel while logging: the calls that torch's makes, in its order.

Its constructor compares parameters and sends rank 0's. Its first iteration reduces one bucket of
all gradients (or, with find_unused_parameters, buckets of parameters in reverse). Then buckets are
rebuilt in the order in which gradients arrived, the first of 1 MiB, the others of bucket_cap_mb.
A bucket is reduced once its gradients and all buckets before it are ready.
"""
import contextlib

import torch
import torch.distributed as dist
from torch import nn

from . import compat
from .buckets import assign
from .cuda import Streams, on_stream, Stream
from .errors import UserError
from .spoof import by_rank_of

broadcast_bytes = 250 * 1024 * 1024


def broadcast_coalesced(tensors, root, group, limit=broadcast_bytes):
    for indices in assign(tensors, [limit]):
        size = sum(tensors[index].numel() for index in indices)
        dist.broadcast(torch.empty(size, dtype=tensors[indices[0]].dtype, device="meta"), root,
                       group=group)


def tensors_in(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from tensors_in(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from tensors_in(item)
    elif hasattr(value, "__dataclass_fields__"):
        yield from tensors_in(vars(value))


class Bucket:
    """What a communication hook sees; torch calls it GradBucket."""

    def __init__(self, number, parameters, last):
        self._number, self._parameters, self._last = number, parameters, last
        self._buffer = torch.empty(sum(parameter.numel() for parameter in parameters),
                                   dtype=parameters[0].dtype, device="meta")

    def index(self):
        return self._number

    def buffer(self):
        return self._buffer

    def set_buffer(self, buffer):
        self._buffer = buffer

    def parameters(self):
        return self._parameters

    def gradients(self):
        return [parameter.grad for parameter in self._parameters]

    def is_last(self):
        return self._last


class DistributedDataParallel(nn.Module):
    def __init__(self, module, device_ids=None, output_device=None, dim=0, broadcast_buffers=True,
                 process_group=None, bucket_cap_mb=25, find_unused_parameters=False,
                 check_reduction=False, gradient_as_bucket_view=False, static_graph=False,
                 **newer):
        super().__init__()
        self.module, self.process_group = module, process_group or compat.default_group()
        self.broadcast_buffers = broadcast_buffers
        self.require_backward_grad_sync = True
        self.gradient_as_bucket_view = gradient_as_bucket_view
        ignored = set(getattr(module, "_ddp_params_and_buffers_to_ignore", ()))
        seen, self._reduced = set(), []
        for name, parameter in module.named_parameters():
            if parameter.requires_grad and name not in ignored and parameter not in seen:
                seen.add(parameter)
                self._reduced.append(parameter)
        if not self._reduced:
            raise UserError("DistributedDataParallel is not needed when a module doesn't have any "
                            "parameter that requires a gradient")
        self._buffers_sent = [buffer for name, buffer in module.named_buffers()
                              if name not in ignored]
        self._find_unused = find_unused_parameters and not static_graph
        self._cap = int(bucket_cap_mb * 1024 * 1024)
        self._hook, self._stream = None, Stream(name="ddp", follows_main=True)
        members, _ = by_rank_of(self.process_group)
        self._root = members[0]
        self._compare_parameters(members)
        states = [parameter for name, parameter in module.named_parameters()
                  if name not in ignored] + self._buffers_sent
        broadcast_coalesced(states, self._root, self.process_group)
        limits = [compat.first_bucket_bytes, self._cap] if self._find_unused else [float("inf")]
        self._buckets = [[self._reduced[index] for index in indices]
                         for indices in reversed(assign(self._reduced, limits))]
        self._arrived, self._rebuilt, self._forward_sync = [], self._find_unused, True
        self._accumulators = []  # kept alive: they hold the hooks
        for parameter in self._reduced:
            node = compat.accumulator(parameter)
            node.register_hook(lambda *unused, _parameter=parameter: self._ready(_parameter))
            self._accumulators.append(node)
        self._missing = None
        self._finishing = False

    def _compare_parameters(self, members):
        count = torch.empty(1, dtype=torch.int64, device="meta")
        dist.all_gather([count.clone() for _ in members], count, group=self.process_group)
        sizes = sum(2 * parameter.dim() for parameter in self._reduced)
        dist.broadcast(torch.empty(sizes, dtype=torch.int64, device="meta"), self._root,
                       group=self.process_group)

    def forward(self, *inputs, **kwargs):
        learning = torch.is_grad_enabled() and self.require_backward_grad_sync
        if self._missing and learning:
            raise UserError(f"{len(self._missing)} parameters of DistributedDataParallel got no "
                            "gradient in the iteration before; find_unused_parameters=True says "
                            "that this is meant")
        if torch.is_grad_enabled() and not self._rebuilt and \
                len(self._arrived) == len(self._reduced):
            self._rebuild()
        if self._forward_sync and self.broadcast_buffers and self._buffers_sent:
            broadcast_coalesced(list(self._buffers_sent), self._root, self.process_group)
        output = self.module(*inputs, **kwargs)
        self._forward_sync = learning
        if learning:
            self._prepare(output)
        return output

    def _rebuild(self):
        limits = [compat.first_bucket_bytes, self._cap]
        buckets = assign(self._arrived, limits, order_of_first=False)
        # Rank 0's buckets are everyone's.
        for size in (len(self._arrived) + 1, len(buckets)):
            dist.broadcast(torch.empty(size, dtype=torch.int32, device="meta"), self._root,
                           group=self.process_group)
        self._buckets = [[self._arrived[index] for index in indices] for indices in buckets]
        self._rebuilt = True

    def _prepare(self, output):
        self._missing, self._next, self._works = set(self._reduced), 0, []
        self._finishing = False
        if self._find_unused:
            used = set()
            pending = [tensor.grad_fn for tensor in tensors_in(output) if tensor.grad_fn]
            seen = set(pending)
            while pending:
                node = pending.pop()
                if hasattr(node, "variable"):
                    used.add(node.variable)
                for follower, _ in node.next_functions:
                    if follower is not None and follower not in seen:
                        seen.add(follower)
                        pending.append(follower)
            self._missing &= used

    def _ready(self, parameter):
        if not self.require_backward_grad_sync or self._missing is None:
            return
        if not self._rebuilt:
            self._arrived.append(parameter)
        self._missing.discard(parameter)
        self._launch()

    def _launch(self):
        while self._next < len(self._buckets) and \
                self._missing.isdisjoint(self._buckets[self._next]):
            self._reduce(self._next)
            self._next += 1
            if self._next == len(self._buckets):
                if self._find_unused:
                    used = torch.empty(len(self._reduced), dtype=torch.int32, device="meta")
                    with on_stream(self._stream):
                        self._works.append(dist.all_reduce(used, group=self.process_group,
                                                           async_op=True))
        if self._next == len(self._buckets) and not self._finishing:
            self._finishing = True
            compat.queue_after_backward(self._finish)

    def _copied(self, bucket):
        if not self.gradient_as_bucket_view:
            Streams.recorder.bytes += 2 * bucket.buffer().numel() * bucket.buffer().element_size()

    def _reduce(self, number):
        bucket = Bucket(number, self._buckets[number], number + 1 == len(self._buckets))
        self._copied(bucket)
        with on_stream(self._stream):
            if self._hook:
                state, hook = self._hook
                self._works.append((hook(state, bucket), bucket))
            else:
                self._works.append((dist.all_reduce(bucket.buffer(), group=self.process_group,
                                                    async_op=True), bucket))

    def _finish(self):
        for work in self._works:
            work, bucket = work if isinstance(work, tuple) else (work, None)
            work.wait()
            if bucket:
                self._copied(bucket)
        self._works = []

    @contextlib.contextmanager
    def no_sync(self):
        before, self.require_backward_grad_sync = self.require_backward_grad_sync, False
        try:
            yield
        finally:
            self.require_backward_grad_sync = before

    def register_comm_hook(self, state, hook):
        self._hook = (state, hook)

    @contextlib.contextmanager
    def join(self, *args, **kwargs):
        raise UserError("DistributedDataParallel.join: uneven inputs cannot be logged beforehand")
        yield


def install():
    nn.parallel.DistributedDataParallel = DistributedDataParallel
    nn.parallel.distributed.DistributedDataParallel = DistributedDataParallel
