# SPDX-License-Identifier: Apache-2.0
"""torch.distributed as one rank of a run sees it: groups are made, nobody else is there."""

import torch
import torch.distributed as dist

from . import compat
from .errors import UserError
from .process_group import SpoofedGroup


class Distributed:
    def __init__(self, recorder, groups, rank, world_size):
        self.recorder, self.groups, self.rank, self.world_size = recorder, groups, rank, world_size
        self._making = groups.world
        self._backends, self.default_backend = {}, "nccl"

    def _create(self, store, place, size, timeout):
        return SpoofedGroup(self.recorder, self._making, place)

    def install(self):
        compat.no_store_barrier()
        compat.on_not_in_group(self._not_in_group)
        dist.Backend.register_backend("genstack", self._create)
        self._plain_init, self._plain_group = dist.init_process_group, dist.new_group
        compat.replace("init_process_group", self.init_process_group)
        compat.replace("new_group", self.new_group)
        compat.replace("get_backend", self.get_backend)
        for name in ("is_nccl_available", "is_gloo_available"):
            compat.replace(name, lambda: True)
        dist.TCPStore = dist.FileStore = lambda *args, **kwargs: compat.HashStore()
        torch.multiprocessing.spawn = self.spawn

    def _not_in_group(self, op):
        raise UserError(f"{op} in a group that rank {self.rank} is not a member of")

    def init_process_group(self, backend="nccl", init_method=None, timeout=None, world_size=-1,
                           rank=-1, store=None, group_name="", pg_options=None):
        for name, said, known in (("world_size", world_size, self.world_size),
                                  ("rank", rank, self.rank)):
            if said not in (-1, known):
                raise UserError(f"init_process_group says {name} {said}, but genstack runs it "
                                f"with {known} (--ranks, RANK and WORLD_SIZE)")
        self.default_backend = str(backend).lower()
        self._making = self.groups.world
        self._plain_init("genstack", store=compat.HashStore(), rank=self.rank,
                         world_size=self.world_size)

    def new_group(self, ranks=None, timeout=None, backend=None, pg_options=None, group_desc=None,
                  **kwargs):
        everyone = list(range(self.world_size))
        chosen = everyone if ranks is None else [int(rank) for rank in ranks]
        if not chosen or len(set(chosen)) != len(chosen) or not set(chosen) <= set(everyone):
            raise UserError(f"new_group: {chosen} are not distinct ranks below {self.world_size}")
        # Registered on every rank, members or not, so that numbers agree.
        self._making = self.groups.add(chosen, group_desc)
        made = self._plain_group(chosen, backend="genstack")
        if isinstance(made, compat.ProcessGroup):
            self._backends[made] = str(backend or self.default_backend).lower()
        return made

    def get_backend(self, group=None):
        return self._backends.get(group, self.default_backend)

    def spawn(self, function, args=(), nprocs=1, join=True, **kwargs):
        """A script that starts its own processes: this one is the one of its rank."""
        if nprocs == self.world_size:
            return function(self.rank, *args)
        if self.world_size % nprocs:
            raise UserError(f"spawn of {nprocs} processes: {self.world_size} ranks are no multiple")
        return function(self.rank % nprocs, *args)


def by_rank_of(group):
    """(members, own place) of a group as scripts hand it over."""
    group = compat.default_group() if group is None or group is dist.group.WORLD else group
    return group._group.ranks, group.rank()
