# SPDX-License-Identifier: Apache-2.0
"""A perceptron of three layers under DistributedDataParallel, three steps.

    python3 tools/genstack --ranks 8 --out log tools/genstack/examples/ddp_mlp.py
"""
import argparse
import os

import torch
import torch.distributed as dist
from torch import nn


def main():
    parse = argparse.ArgumentParser()
    parse.add_argument("--hidden", type=int, default=1024)
    parse.add_argument("--batch", type=int, default=64)
    parse.add_argument("--bucket-mb", type=float, default=25)
    options = parse.parse_args()
    gpu = torch.cuda.is_available()
    dist.init_process_group("nccl" if gpu else "gloo")
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"])) if gpu else torch.device("cpu")
    model = nn.Sequential(nn.Linear(784, options.hidden), nn.ReLU(),
                          nn.Linear(options.hidden, options.hidden), nn.ReLU(),
                          nn.Linear(options.hidden, 10)).to(device)
    model = nn.parallel.DistributedDataParallel(model, device_ids=[device] if gpu else None,
                                                bucket_cap_mb=options.bucket_mb)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    for step in range(3):
        images = torch.randn(options.batch, 784, device=device)
        labels = torch.randint(0, 10, (options.batch,), device=device)
        loss = nn.functional.cross_entropy(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        mean = loss.detach().clone()
        dist.all_reduce(mean)
        if dist.get_rank() == 0:
            print(f"step {step}: loss {mean.item() / dist.get_world_size():.3f}")


main()
