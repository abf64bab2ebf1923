# SPDX-License-Identifier: Apache-2.0
"""Collectives of pickled Python objects, as torch makes them from collectives of bytes.

An object that another rank sends comes from that rank's own run: `NeedsRank` asks for it first.
What is gathered is this rank's own object in every place.
"""
import copy
import os
import pickle

import torch
import torch.distributed as dist

from . import compat
from .spoof import by_rank_of


class NeedsRank(Exception):
    def __init__(self, rank):
        super().__init__(f"needs an object of rank {rank}")
        self.rank = rank


def _bytes(count):
    return torch.empty(count, dtype=torch.uint8, device="meta")


def _count(number=1):
    return torch.empty(number, dtype=torch.int64, device="meta")


def _size(thing):
    return len(pickle.dumps(thing))


class Objects:
    def __init__(self, rank, folder):
        self._rank, self._folder, self._calls = rank, folder, {}

    def install(self):
        for name in ("all_gather_object", "gather_object", "broadcast_object_list",
                     "scatter_object_list"):
            compat.replace(name, getattr(self, name))

    def _shared(self, members, root, things):
        """What the root sends: written by its run, read by the others'."""
        key = tuple(members)
        self._calls[key] = number = self._calls.get(key, -1) + 1
        path = os.path.join(self._folder, f"object_{members[0]}_{len(members)}_"
                            f"{hash(key) & 0xffffffff:x}_{number}")
        if self._rank == root:
            with open(path + f".{os.getpid()}", "wb") as file:
                pickle.dump(things, file)
            os.replace(path + f".{os.getpid()}", path)
            return things
        if not os.path.exists(path):
            raise NeedsRank(root)
        with open(path, "rb") as file:
            return pickle.load(file)

    def all_gather_object(self, object_list, obj, group=None):
        members, _ = by_rank_of(group)
        size = _size(obj)
        dist.all_gather([_count() for _ in members], _count(), group=group)
        dist.all_gather([_bytes(size) for _ in members], _bytes(size), group=group)
        object_list[:] = [copy.deepcopy(obj) for _ in members]

    def gather_object(self, obj, object_gather_list=None, dst=0, group=None):
        members, _ = by_rank_of(group)
        size = _size(obj)
        dist.all_gather([_count() for _ in members], _count(), group=group)
        at_root = self._rank == dst
        dist.gather(_bytes(size), [_bytes(size) for _ in members] if at_root else None, dst=dst,
                    group=group)
        if at_root:
            object_gather_list[:] = [copy.deepcopy(obj) for _ in members]

    def broadcast_object_list(self, object_list, src=0, group=None, device=None):
        members, _ = by_rank_of(group)
        things = self._shared(members, src, list(object_list))
        dist.broadcast(_count(len(things)), src=src, group=group)
        dist.broadcast(_bytes(sum(map(_size, things))), src=src, group=group)
        object_list[:] = things

    def scatter_object_list(self, scatter_object_output_list, scatter_object_input_list, src=0,
                            group=None):
        members, place = by_rank_of(group)
        things = self._shared(members, src, scatter_object_input_list)
        size, at_root = max(map(_size, things)), self._rank == src
        dist.broadcast(_count(), src=src, group=group)
        dist.scatter(_bytes(size), [_bytes(size) for _ in members] if at_root else None, src=src,
                     group=group)
        dist.scatter(_count(), [_count() for _ in members] if at_root else None, src=src,
                     group=group)
        scatter_object_output_list[0] = things[place]
