# SPDX-License-Identifier: Apache-2.0
"""Which part of a step a call belongs to: setup, forward, backward, optimizer; and hints.

A script may say more by `with torch.profiler.record_function("phase=backward micro_batch=3")`:
harmless without genstack, and read here.
"""
import functools
import re

import torch

known = ("setup", "forward", "backward", "optimizer")


def install(recorder):
    def in_phase(function, phase):
        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            before, recorder.phase = recorder.phase, phase
            try:
                return function(*args, **kwargs)
            finally:
                recorder.phase = "forward" if before == "setup" else before
        return wrapped

    torch.autograd.backward = in_phase(torch.autograd.backward, "backward")
    torch.autograd.grad = in_phase(torch.autograd.grad, "backward")

    def first_forward(module, inputs):
        if recorder.phase == "setup":
            recorder.phase = "forward"
        handle.remove()
    handle = torch.nn.modules.module.register_module_forward_pre_hook(first_forward)

    install_optimizers(recorder)
    install_hints(recorder)


def install_optimizers(recorder):
    """Wraps `step` of each class of optimiser that a script uses. The first optimiser that steps
    marks where a training step ends."""
    plain_init = torch.optim.Optimizer.__init__
    owner = []

    def wrapped(plain_step):
        @functools.wraps(plain_step)
        def step(self, *args, **kwargs):
            before, recorder.phase = recorder.phase, "optimizer"
            try:
                result = plain_step(self, *args, **kwargs)
                if not owner:
                    owner.append(self)
                if owner[0] is self:
                    recorder.end_step()
            finally:
                recorder.phase = "forward" if before == "setup" else before
            return result
        step.counts_steps = True
        return step

    @functools.wraps(plain_init)
    def init(self, *args, **kwargs):
        plain_init(self, *args, **kwargs)
        if not getattr(type(self).step, "counts_steps", False):
            type(self).step = wrapped(type(self).step)
    torch.optim.Optimizer.__init__ = init


class Hint:
    """Stands in for record_function."""
    recorder = None

    def __init__(self, name, args=None):
        phase = re.search(r"\bphase=(\w+)", name)
        batch = re.search(r"\bmicro_batch=(\d+)", name)
        self.phase = phase.group(1) if phase and phase.group(1) in known else None
        self.micro_batch = int(batch.group(1)) if batch else None

    def __enter__(self):
        record = self.recorder
        self.before = (record.phase, record.micro_batch)
        if self.phase:
            record.phase = self.phase
        if self.micro_batch is not None:
            record.micro_batch = self.micro_batch
        return self

    def __exit__(self, *error):
        phase, micro_batch = self.before
        if self.phase:
            self.recorder.phase = "forward" if phase == "setup" else phase
        if self.micro_batch is not None:
            self.recorder.micro_batch = micro_batch
        return False

    def __call__(self, function):
        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            with self:
                return function(*args, **kwargs)
        return wrapped


def install_hints(recorder):
    Hint.recorder = recorder
    torch.profiler.record_function = Hint
    torch.autograd.profiler.record_function = Hint
