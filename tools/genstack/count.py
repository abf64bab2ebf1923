# SPDX-License-Identifier: Apache-2.0
"""Counts the work of each operation that reaches torch's dispatcher, forward and backward.

FLOPs: 2 m n k of every matrix product, and convolutions alike; other operations count none. Bytes:
what an operation reads and writes once each, as eager kernels do; views move nothing.
Operations that have no meta kernel in torch 1.13 get their shape here.
"""
import re

import torch

from . import compat
from .errors import UserError
from .meta import Inside

aten = torch.ops.aten


def _product(sizes):
    result = 1
    for size in sizes:
        result *= int(size)
    return result


def _mm(args, out):
    return 2 * _product(args[0].shape) * args[1].shape[-1]


def _addmm(args, out):
    return 2 * _product(args[1].shape) * args[2].shape[-1]


def _vector(args, out):
    return 2 * _product(args[0].shape)


def _addmv(args, out):
    return 2 * _product(args[1].shape)


def _conv_flops(positions, weight):
    return 2 * _product(positions) * _product(weight.shape[1:])


def _convolution(args, out):
    # Each element of the result (of a transposed convolution: of the input) meets one filter.
    return _conv_flops(args[0].shape if args[6] else out.shape, args[1])


def _convolution_backward(args, out):
    grad, given, weight, transposed, mask = args[0], args[1], args[2], args[7], args[10]
    return (bool(mask[0]) + bool(mask[1])) * \
        _conv_flops(given.shape if transposed else grad.shape, weight)


products = {
    aten.mm.default: _mm, aten.bmm.default: _mm, aten.addmm.default: _addmm,
    aten.baddbmm.default: _addmm, aten.mv.default: _vector, aten.dot.default: _vector,
    aten.addmv.default: _addmv, aten.convolution.default: _convolution,
    aten.convolution_backward.default: _convolution_backward,
}

# What autocast runs in full precision although its inputs are not.
full_precision = re.compile(
    r"_?(log_)?softmax|native_(layer|group|batch)_norm|nll_loss\w*|mse_loss|l1_loss|"
    r"binary_cross_entropy\w*|(linalg_vector_)?norm|exp|log|pow|rsqrt|cumsum|prod")


def tensors_of(args):
    for arg in args:
        if isinstance(arg, torch.Tensor):
            yield arg
        elif isinstance(arg, (list, tuple)):
            yield from tensors_of(arg)


def moved(tensor):
    """Bytes of the elements a tensor really has: broadcast dimensions count once."""
    count = tensor.element_size()
    for size, stride in zip(tensor.shape, tensor.stride()):
        if stride or size == 0:
            count *= size
    return count


def mapped(args, function):
    if isinstance(args, torch.Tensor):
        return function(args)
    if isinstance(args, (list, tuple)):
        return type(args)(mapped(arg, function) for arg in args)
    return args


class Autocast:
    """What the script asked for: below the dispatcher torch itself says that it is off."""
    enabled, dtype = False, torch.float16

    @classmethod
    def install(cls):
        plain_enable, plain_dtype = torch.set_autocast_enabled, torch.set_autocast_gpu_dtype

        def enable(on):
            cls.enabled = on
            plain_enable(on)

        def choose(dtype):
            cls.dtype = dtype
            plain_dtype(dtype)
        torch.set_autocast_enabled, torch.set_autocast_gpu_dtype = enable, choose


class Kinds:
    """What an operation's schema says of it, found once."""
    views, in_place = {}, {}

    @classmethod
    def of(cls, func):
        if func not in cls.views:
            schema = func._schema
            aliased = [item.alias_info for item in (*schema.arguments, *schema.returns)
                       if item.alias_info is not None]
            writes = any(info.is_write for info in aliased)
            base = schema.name.split("::")[-1]
            cls.views[func] = (bool(aliased) and not writes) or base in (
                "empty", "empty_strided", "empty_like", "new_empty", "_unsafe_view", "lift_fresh",
                "_reshape_alias", "detach", "alias", "new_empty_strided", "_local_scalar_dense")
            cls.in_place[func] = writes
        return cls.views[func], cls.in_place[func]


_plain_empty_like = torch.empty_like  # as it is before meta.py replaces it


def _empty_like(tensor):
    return _plain_empty_like(tensor, device="meta")


def _without_kernel(func, args, kwargs):
    """The result's shape of an operation that meta tensors lack."""
    name = func._schema.name.split("::")[-1]
    if name == "convolution_backward":
        grad, given, weight, bias_sizes, mask = args[0], args[1], args[2], args[3], args[10]
        return (_empty_like(given) if mask[0] else None, _empty_like(weight) if mask[1] else None,
                torch.empty(bias_sizes or weight.shape[:1], dtype=grad.dtype, device="meta")
                if mask[2] else None)
    if name.startswith("_foreach_"):
        return None if name.endswith("_") else [_empty_like(tensor) for tensor in args[0]]
    if name == "_amp_foreach_non_finite_check_and_unscale_":
        return None
    if name == "multinomial":
        return torch.empty(*args[0].shape[:-1], args[1], dtype=torch.int64, device="meta")
    if name.endswith("_") and not name.endswith("__"):
        return args[0]
    rewritten = compat.decomposition(func)
    if rewritten:
        return rewritten(*args, **kwargs)
    raise UserError(f"{name}: its result's shape depends on data or is unknown to meta tensors of "
                    f"torch {torch.__version__}")


class Count(compat.TorchDispatchMode):
    def __init__(self, recorder, on_scalar):
        super().__init__()
        self._recorder, self._on_scalar = recorder, on_scalar

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        given = list(tensors_of(args))
        meta = any(tensor.is_meta for tensor in given)
        if func is aten._local_scalar_dense.default and meta:
            return self._on_scalar(args[0].dtype)
        if meta:
            args = self._one_device(args, given)
            args = self._precision(func, args)
        before, Inside.operation = Inside.operation, True
        try:
            result = func(*args, **kwargs)
        except NotImplementedError:
            if not meta:
                raise
            result = _without_kernel(func, args, kwargs)
        finally:
            Inside.operation = before
        if meta or (isinstance(result, torch.Tensor) and result.is_meta):
            self._count(func, args, result)
        return result

    @staticmethod
    def _one_device(args, given):
        """A real tensor that meets one without data loses its data too, as .cuda() does."""
        if all(tensor.is_meta or tensor.dim() == 0 for tensor in given):
            return args
        return mapped(args, lambda tensor: tensor if tensor.is_meta or tensor.dim() == 0
                      else _empty_like(tensor))

    @staticmethod
    def _precision(func, args):
        """Emulates autocast, which torch does for real CUDA tensors only."""
        if func in products:
            kinds = {tensor.dtype for tensor in tensors_of(args) if tensor.is_floating_point()}
            low = Autocast.dtype if Autocast.enabled else None
            if low is None and len(kinds) > 1:  # the backward pass of an autocast product
                low = min(kinds, key=lambda kind: torch.finfo(kind).bits)
            if low is not None and kinds - {low}:
                return mapped(args, lambda tensor: tensor.to(low) if tensor.is_floating_point()
                              else tensor)
        elif Autocast.enabled:
            if full_precision.fullmatch(func._schema.name.split("::")[-1]):
                return mapped(args, lambda tensor: tensor.float()
                              if tensor.dtype in (torch.float16, torch.bfloat16) else tensor)
        return args

    def _count(self, func, args, result):
        view, in_place = Kinds.of(func)
        if view:
            return
        flops = products.get(func)
        if flops:
            if self._recorder.phase == "setup":  # making a model needs no products
                self._recorder.phase = "forward"
            self._recorder.flops += flops(args, result)
        results = list(tensors_of((result,)))
        amount = sum(map(moved, tensors_of(args))) + sum(map(moved, results))
        if in_place and not results:  # _foreach_add_ and the like return nothing
            amount += sum(map(moved, tensors_of(args[:1])))
        self._recorder.bytes += amount
