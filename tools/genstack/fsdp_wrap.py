# SPDX-License-Identifier: Apache-2.0
"""torch.distributed.fsdp and its `wrap` module, as scripts import them, while logging."""
import contextlib
import functools
import sys
import types

from torch import nn

from . import fsdp, fsdp_options


def recursive_wrap(module, policy, wrapper, ignored, skipped, options, children_only=False):
    """Wraps the modules that the policy chooses, inner ones first. Returns the module or its
    wrapper, and the number of parameters wrapped."""
    count = sum(parameter.numel() for parameter in module.parameters() if parameter not in ignored)
    if not policy(module=module, recurse=True, unwrapped_params=count):
        return module, 0
    done = 0
    for name, child in module.named_children():
        if child not in skipped:
            wrapped, number = recursive_wrap(child, policy, wrapper, ignored, skipped, options)
            setattr(module, name, wrapped)
            done += number
    if not children_only and policy(module=module, recurse=False, unwrapped_params=count - done):
        return wrapper(module, **options), count
    return module, done


def _policy(function):
    """A policy takes its parameter count under torch 1.13's name or a later one."""
    @functools.wraps(function)
    def wrapped(*args, nonwrapped_numel=None, **kwargs):
        if nonwrapped_numel is not None:
            kwargs["unwrapped_params"] = nonwrapped_numel
        return function(*args, **kwargs)
    return wrapped


@_policy
def transformer_auto_wrap_policy(module, recurse, unwrapped_params, transformer_layer_cls):
    return True if recurse else isinstance(module, tuple(transformer_layer_cls))


@_policy
def lambda_auto_wrap_policy(module, recurse, unwrapped_params, lambda_fn):
    return True if recurse else lambda_fn(module)


@_policy
def size_based_auto_wrap_policy(module, recurse, unwrapped_params, min_num_params=int(1e8),
                                force_leaf_modules=None, exclude_wrap_modules=None):
    leaves = tuple(force_leaf_modules or (nn.MultiheadAttention,))
    excluded = tuple(exclude_wrap_modules or (nn.ModuleList, nn.ModuleDict))
    return unwrapped_params >= min_num_params and \
        not isinstance(module, leaves if recurse else excluded)


@_policy
def always_wrap_policy(*args, **kwargs):
    return True


class ModuleWrapPolicy:
    def __init__(self, classes):
        self.classes = tuple(classes)

    def __call__(self, module, recurse, *args, **kwargs):
        return True if recurse else isinstance(module, self.classes)


_options = []


@contextlib.contextmanager
def enable_wrap(*, wrapper_cls, **kwargs):
    _options.append((wrapper_cls, kwargs))
    try:
        yield
    finally:
        _options.pop()


def wrap(module, **overrides):
    if not _options:
        return module
    wrapper, options = _options[-1]
    return wrapper(module, **{**options, **overrides})


def install():
    package = types.ModuleType("torch.distributed.fsdp")
    package.__path__ = []
    package.FullyShardedDataParallel = fsdp.FullyShardedDataParallel
    for name in ("ShardingStrategy", "BackwardPrefetch", "StateDictType", "MixedPrecision",
                 "CPUOffload", "FullStateDictConfig", "LocalStateDictConfig"):
        setattr(package, name, getattr(fsdp_options, name))
    policies = types.ModuleType("torch.distributed.fsdp.wrap")
    for name in ("transformer_auto_wrap_policy", "lambda_auto_wrap_policy", "enable_wrap", "wrap",
                 "size_based_auto_wrap_policy", "always_wrap_policy", "ModuleWrapPolicy"):
        setattr(policies, name, globals()[name])
    package.wrap = policies
    whole = types.ModuleType("torch.distributed.fsdp.fully_sharded_data_parallel")
    whole.__dict__.update({key: value for key, value in vars(package).items()
                           if not key.startswith("_")})
    for module in (package, policies, whole):
        sys.modules[module.__name__] = module
    sys.modules["torch.distributed"].fsdp = package
