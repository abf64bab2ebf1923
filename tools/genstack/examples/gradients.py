# SPDX-License-Identifier: Apache-2.0
"""Gradients summed over the data group in buckets, while the last backward pass still runs."""
import torch
import torch.distributed as dist


class Buckets:
    """Buckets in reverse order of the parameters. A bucket is sent once the last micro-batch has
    reached all of its parameters."""

    def __init__(self, parameters, group, limit):
        self.group, self.works, self.armed = group, [], False
        self.buckets, self.of, size = [[]], {}, 0
        for parameter in reversed(parameters):
            if size >= limit:
                self.buckets.append([])
                size = 0
            self.buckets[-1].append(parameter)
            self.of[parameter] = len(self.buckets) - 1
            size += parameter.numel()
            parameter.main_grad = torch.zeros(parameter.shape, dtype=torch.float32,
                                              device=parameter.device)
            parameter.register_hook(lambda gradient, _own=parameter: self._arrived(_own, gradient))

    def arm(self):
        """The next backward pass is the last of the step."""
        self.armed, self.waiting = True, [set(bucket) for bucket in self.buckets]

    def _arrived(self, parameter, gradient):
        parameter.main_grad.add_(gradient)
        if self.armed:
            number = self.of[parameter]
            self.waiting[number].discard(parameter)
            if not self.waiting[number]:
                self._send(self.buckets[number])

    def _send(self, bucket):
        flat = torch.cat([parameter.main_grad.flatten() for parameter in bucket])
        flat.div_(dist.get_world_size(self.group))
        self.works.append((dist.all_reduce(flat, group=self.group, async_op=True), flat, bucket))

    def finish(self):
        for work, flat, bucket in self.works:
            work.wait()
            sizes = [parameter.numel() for parameter in bucket]
            for parameter, piece in zip(bucket, flat.split(sizes)):
                parameter.main_grad.copy_(piece.view(parameter.shape))
                parameter.grad = parameter.main_grad.to(parameter.dtype)
        self.works, self.armed = [], False

    def clear(self):
        for parameter in self.of:
            parameter.main_grad.zero_()
            parameter.grad = None
