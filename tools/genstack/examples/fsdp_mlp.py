# SPDX-License-Identifier: Apache-2.0
"""Four linear layers, each a unit of FullyShardedDataParallel, two steps.

    python3 tools/genstack --ranks 8 --out log tools/genstack/examples/fsdp_mlp.py
"""
import argparse
import functools
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import BackwardPrefetch, FullyShardedDataParallel, MixedPrecision
from torch.distributed.fsdp.wrap import transformer_auto_wrap_policy


def main():
    parse = argparse.ArgumentParser()
    parse.add_argument("--hidden", type=int, default=1024)
    parse.add_argument("--batch", type=int, default=64)
    parse.add_argument("--bf16", action="store_true")
    parse.add_argument("--prefetch", choices=["none", "pre", "post"], default="pre")
    options = parse.parse_args()
    dist.init_process_group("nccl")
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    prefetch = {"none": None, "pre": BackwardPrefetch.BACKWARD_PRE,
                "post": BackwardPrefetch.BACKWARD_POST}[options.prefetch]
    model = nn.Sequential(*(nn.Linear(options.hidden, options.hidden) for _ in range(4)))
    model = FullyShardedDataParallel(
        model, device_id=torch.cuda.current_device(), backward_prefetch=prefetch,
        auto_wrap_policy=functools.partial(transformer_auto_wrap_policy,
                                           transformer_layer_cls={nn.Linear}),
        mixed_precision=MixedPrecision(param_dtype=torch.bfloat16) if options.bf16 else None)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for _ in range(2):
        loss = model(torch.randn(options.batch, options.hidden, device="cuda")).sum()
        optimizer.zero_grad()
        loss.backward()
        model.clip_grad_norm_(1.0)
        optimizer.step()


main()
