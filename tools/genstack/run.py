# SPDX-License-Identifier: Apache-2.0
"""Runs the script as one rank, in a process of its own, and returns its log."""
import os
import runpy
import sys

import torch

from . import count, cuda, ddp, fsdp_wrap, meta, phases
from .errors import UserError, is_ours
from .groups import Groups, user_lines
from .objects import Objects
from .record import Recorder, written
from .spoof import Distributed
from .unknown import Expected

own_folder = os.path.dirname(os.path.abspath(__file__))


def environment(rank, options):
    node = options.ranks_per_node
    os.environ.update({
        "RANK": str(rank), "WORLD_SIZE": str(options.ranks), "LOCAL_RANK": str(rank % node),
        "LOCAL_WORLD_SIZE": str(min(node, options.ranks)), "GROUP_RANK": str(rank // node),
        "GROUP_WORLD_SIZE": str(-(-options.ranks // node)), "ROLE_RANK": str(rank),
        "ROLE_WORLD_SIZE": str(options.ranks), "ROLE_NAME": "default", "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": "29500", "TORCHELASTIC_RESTART_COUNT": "0",
        "TORCHELASTIC_MAX_RESTARTS": "0", "TORCHELASTIC_RUN_ID": "genstack"})


def read_by_user():
    """True if the user's own line reads the value, not a function of torch such as an optimiser."""
    frame = sys._getframe(1)
    while frame and frame.f_code.co_filename.startswith(own_folder):
        frame = frame.f_back
    return frame is not None and not is_ours(os.path.abspath(frame.f_code.co_filename))


class Values:
    """Values that only data decide: what --assume says, else a stand-in and a note."""

    def __init__(self, assumed):
        self._assumed, self.notes = assumed, set()

    def _said(self):
        lines = user_lines()
        for name, number in lines[:1]:
            for place in (f"{name}:{number}", f"{os.path.basename(name)}:{number}"):
                if place in self._assumed:
                    return place, self._assumed[place]
        return (f"{os.path.basename(lines[0][0])}:{lines[0][1]}" if lines else "?"), None

    def unknown(self, dtype):
        """Stands in for a number; the value 1 is neither a size of nothing nor a division by 0."""
        place, value = self._said()
        if dtype == torch.bool:
            return bool(value)
        if value is None:
            value = 1
            if read_by_user():
                self.notes.add(place)
        return float(value) if dtype.is_floating_point else int(value)

    def size(self, operation):
        place, value = self._said()
        if value is None:
            raise UserError(f"the size of {operation}'s result is decided by data: say what to "
                            f"expect by --assume {place}=VALUE")
        return int(value)


def install(recorder, groups, values, rank, options, folder):
    cuda.install(recorder, rank % options.ranks_per_node, options.ranks_per_node)
    meta.install(values.unknown, values.size)
    phases.install(recorder)
    count.Autocast.install()
    Distributed(recorder, groups, rank, options.ranks).install()
    Objects(rank, folder).install()
    ddp.install()
    fsdp_wrap.install()

    def plainly():
        recorder.unknown_read = True
    Expected.on_plain_read = staticmethod(plainly)


def log_of(rank, options, folder):
    """The log, the groups and the notes of one rank."""
    environment(rank, options)
    torch.set_num_threads(1)
    torch.manual_seed(0)
    recorder, groups = Recorder(rank), Groups(options.ranks, options.families)
    values = Values(options.assume)
    install(recorder, groups, values, rank, options, folder)
    sys.argv = [options.script, *options.arguments]
    sys.path.insert(0, os.path.dirname(os.path.abspath(options.script)))
    with count.Count(recorder, values.unknown):
        try:
            runpy.run_path(options.script, run_name="__main__")
        except SystemExit as stop:
            if stop.code not in (None, 0):
                raise UserError(f"the script ended with exit code {stop.code}") from stop
    recorder.end()
    lines = recorder.step(options.step)
    if lines is None:
        raise UserError(f"--step {options.step}: the script makes {len(recorder.steps)} steps")
    return {"lines": written(lines), "groups": [group.manifest() for group in groups.all[1:]],
            "notes": sorted(values.notes), "steps": len(recorder.steps)}
