# SPDX-License-Identifier: Apache-2.0
"""A mixture of experts, one expert per rank: tokens go to their expert by all-to-all and come back.
How many go where is known only when the router has run.

    python3 tools/genstack --ranks 8 --out log tools/genstack/examples/moe_all_to_all.py
"""
import argparse

import torch
import torch.distributed as dist
from torch import nn


class Exchange(torch.autograd.Function):
    """Sends rows to the ranks of a group; the gradient takes the way back."""

    @staticmethod
    def forward(context, rows, received, sent, group):
        context.splits = (received, sent, group)
        result = rows.new_empty((sum(received), rows.shape[1]))
        dist.all_to_all_single(result, rows.contiguous(), received, sent, group=group)
        return result

    @staticmethod
    def backward(context, gradient):
        received, sent, group = context.splits
        return Exchange.apply(gradient, sent, received, group), None, None, None


class Experts(nn.Module):
    def __init__(self, hidden, ranks, group):
        super().__init__()
        self.group, self.ranks = group, ranks
        self.router = nn.Linear(hidden, ranks, bias=False)
        self.expert = nn.Sequential(nn.Linear(hidden, 4 * hidden), nn.GELU(),
                                    nn.Linear(4 * hidden, hidden))

    def forward(self, tokens):
        score, choice = self.router(tokens).softmax(-1).max(-1)
        order = choice.argsort()
        sent = torch.bincount(choice, minlength=self.ranks)
        received = torch.empty_like(sent)
        dist.all_to_all_single(received, sent, group=self.group)
        sent, received = sent.tolist(), received.tolist()
        there = Exchange.apply(tokens[order], received, sent, self.group)
        back = Exchange.apply(self.expert(there), sent, received, self.group)
        return torch.zeros_like(tokens).index_add(0, order, back) * score[:, None]


def main():
    parse = argparse.ArgumentParser()
    parse.add_argument("--hidden", type=int, default=1024)
    parse.add_argument("--tokens", type=int, default=4096)
    parse.add_argument("--layers", type=int, default=2)
    options = parse.parse_args()
    gpu = torch.cuda.is_available()
    dist.init_process_group("nccl" if gpu else "gloo")
    ranks = dist.get_world_size()
    experts = dist.new_group(list(range(ranks)))
    device = torch.device("cuda", torch.cuda.current_device()) if gpu else torch.device("cpu")
    model = nn.ModuleList(Experts(options.hidden, ranks, experts)
                          for _ in range(options.layers)).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    tokens = torch.randn(options.tokens, options.hidden, device=device)
    for layer in model:
        tokens = tokens + layer(tokens)
    tokens.square().mean().backward()
    for layer in model:  # the router is the same on all ranks, the expert is not
        dist.all_reduce(layer.router.weight.grad)
    optimizer.step()


main()
