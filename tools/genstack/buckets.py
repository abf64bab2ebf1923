# SPDX-License-Identifier: Apache-2.0
"""How torch groups tensors into buckets: in order, by dtype, until a bucket holds its limit."""


def assign(tensors, limits, order_of_first=True):
    """Lists of indices. The first bucket of each dtype closes at limits[0] bytes, the next at
    limits[1], and so on, the last limit for all that follow. Buckets are ordered by their first
    tensor, or else (tensors come in the order of their gradients) by when each was full; those
    that never fill come last, the dtype that was seen last first.
    Source: torch/csrc/distributed/c10d/reducer.cpp, compute_bucket_assignment_by_size, whose table
    of open buckets lists the newest first (libstdc++)."""
    done, open_buckets, closed = [], {}, {}
    for index, tensor in enumerate(tensors):
        key = tensor.dtype
        indices, size = open_buckets.get(key, ([], 0))
        size += tensor.numel() * tensor.element_size()
        open_buckets[key] = (indices + [index], size)
        if size >= limits[min(closed.get(key, 0), len(limits) - 1)]:
            done.append(indices + [index])
            open_buckets[key] = ([], 0)
            closed[key] = closed.get(key, 0) + 1
    done.extend(indices for indices, _ in reversed(open_buckets.values()) if indices)
    if order_of_first:
        done.sort(key=min)
    return done
