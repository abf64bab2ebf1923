# SPDX-License-Identifier: Apache-2.0
"""Chronos's example of 16 GPUs in 4 rows and 4 columns: data parallelism along the rows, tensor
parallelism along the columns. One linear layer, its columns shared out over a tensor group.

    python3 tools/genstack --ranks 16 --out log tools/genstack/examples/chronos_4x4.py
"""
import argparse

import torch
import torch.distributed as dist

side = 4


def parallel_groups(rank):
    for row in range(side):
        group = dist.new_group([row * side + column for column in range(side)])  # data
        if rank // side == row:
            data = group
    for column in range(side):
        group = dist.new_group([row * side + column for row in range(side)])  # tensor
        if rank % side == column:
            tensor = group
    return data, tensor


class Reduced(torch.autograd.Function):
    """The sum over the tensor group, of which the gradient is the gradient itself."""

    @staticmethod
    def forward(context, partial, group):
        dist.all_reduce(partial, group=group)
        return partial

    @staticmethod
    def backward(context, gradient):
        return gradient, None


def main():
    parse = argparse.ArgumentParser()
    parse.add_argument("--hidden", type=int, default=1024)
    parse.add_argument("--batch", type=int, default=256)
    options = parse.parse_args()
    dist.init_process_group("nccl" if torch.cuda.is_available() else "gloo")
    data, tensor = parallel_groups(dist.get_rank())
    device = "cuda" if torch.cuda.is_available() else "cpu"
    weight = torch.randn(options.hidden, options.hidden // side, device=device, requires_grad=True)
    given = torch.randn(options.batch, options.hidden // side, device=device)
    loss = Reduced.apply(given @ weight.t(), tensor).sum()
    loss.backward()
    dist.all_reduce(weight.grad, group=data)


main()
