# SPDX-License-Identifier: Apache-2.0
"""Every private name of torch that this package uses, guarded by version. Tested with torch 1.13."""
import torch
import torch.distributed as dist
from torch.distributed import distributed_c10d as c10d

from .errors import UserError

tested = (1, 13)
version = tuple(int(part) for part in torch.__version__.split("+")[0].split("a")[0].split(".")[:2])
if version < tested:
    raise UserError(f"torch {torch.__version__} is too old: 1.13 or newer is needed")
if not dist.is_available():
    raise UserError(f"torch {torch.__version__} was built without torch.distributed")
untested = version > tested

ProcessGroup = c10d.ProcessGroup
Work = torch._C._distributed_c10d.Work
HashStore = torch._C._distributed_c10d.HashStore
first_bucket_bytes = getattr(dist, "_DEFAULT_FIRST_BUCKET_BYTES", 1024 * 1024)
c10d_name = c10d.__name__

try:
    from torch.utils._python_dispatch import TorchDispatchMode
except ImportError as error:
    raise UserError(f"torch {torch.__version__} has no TorchDispatchMode") from error


def queue_after_backward(function):
    """Calls the function when the backward pass that is running ends."""
    torch.autograd.Variable._execution_engine.queue_callback(function)


def accumulator(parameter):
    """The node of autograd that adds to the parameter's gradient."""
    return parameter.expand_as(parameter).grad_fn.next_functions[0][0]


def default_group():
    return c10d._get_default_group()


def no_store_barrier():
    """Groups are made by one spoofed rank alone: nobody else will come to their barriers."""
    c10d._store_based_barrier = lambda *args, **kwargs: None


def on_not_in_group(function):
    c10d._warn_not_in_group = function


def decomposition(func):
    """torch's own decomposition of an operation into others, or None."""
    try:
        from torch._decomp import decomposition_table
    except ImportError:
        return None
    return decomposition_table.get(func)


def replace(name, function):
    """Puts a function in place of torch.distributed.NAME, wherever torch itself looks it up."""
    setattr(c10d, name, function)
    setattr(dist, name, function)
