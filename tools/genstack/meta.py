# SPDX-License-Identifier: Apache-2.0
"""Tensors without data: what a script makes is made on torch's meta device, on "cuda" and on "cpu"
alike. Small integer tensors stay real, so that sizes and indices computed from them stay right."""
import functools

import torch

from .unknown import UnknownInt, evenly

small = 65536  # elements up to which an integer tensor keeps its values

factories = ("empty", "zeros", "ones", "full", "rand", "randn", "randint", "randperm", "arange",
             "linspace", "logspace", "eye", "empty_strided", "tensor", "as_tensor", "tril_indices",
             "triu_indices", "hann_window")
followers = ("empty_like", "zeros_like", "ones_like", "full_like", "rand_like", "randn_like",
             "randint_like")
methods = ("new_empty", "new_zeros", "new_ones", "new_full", "new_tensor")


_plain_empty_like = torch.empty_like


class Inside:
    """True while an operation of torch runs: its own Python code makes its tensors itself."""
    operation = False


def keeps_values(tensor):
    return not tensor.is_floating_point() and not tensor.is_complex() and tensor.numel() <= small


def is_device(value):
    if isinstance(value, torch.device):
        return True
    return isinstance(value, str) and value.split(":")[0] in ("cuda", "cpu", "meta")


def device_type(value):
    return "cuda" if isinstance(value, int) else torch.device(value).type


def without_data(factory):
    @functools.wraps(factory)
    def wrapped(*args, **kwargs):
        device = kwargs.get("device")
        if Inside.operation or (device is not None and device_type(device) == "meta"):
            return factory(*args, **kwargs)
        kwargs.pop("pin_memory", None)
        kwargs["device"] = "meta"
        generator = kwargs.pop("generator", None)
        try:
            tensor = factory(*args, **kwargs)
        except NotImplementedError:
            kwargs["device"] = "cpu"
            tensor = factory(*args, **kwargs)
            return tensor if keeps_values(tensor) else _plain_empty_like(tensor, device="meta")
        if keeps_values(tensor) and not any(
                isinstance(arg, torch.Tensor) and arg.is_meta for arg in args):
            kwargs["device"] = "cpu"
            if generator is not None:
                kwargs["generator"] = generator
            return factory(*args, **kwargs)
        return tensor
    return wrapped


def without_device(function):
    """The result lives where the first tensor does."""
    @functools.wraps(function)
    def wrapped(*args, **kwargs):
        if not Inside.operation:
            kwargs.pop("device", None)
            kwargs.pop("pin_memory", None)
        return function(*args, **kwargs)
    return wrapped


def install_transfers():
    plain_to = torch.Tensor.to

    @functools.wraps(plain_to)
    def to(self, *args, **kwargs):
        target, rest = kwargs.pop("device", None), []
        for index, arg in enumerate(args):
            if isinstance(arg, torch.Tensor):
                target, kwargs["dtype"] = "cuda", arg.dtype
            elif is_device(arg) or (index == 0 and type(arg) is int):
                target = arg
            elif not (index == 0 and arg is None):
                rest.append(arg)
        other = kwargs.pop("other", None)
        if other is not None:
            target, kwargs["dtype"] = "cuda", other.dtype
        if kwargs.get("dtype", False) is None:
            del kwargs["dtype"]
        if not any(isinstance(arg, torch.dtype) for arg in rest) and "dtype" not in kwargs:
            rest = []  # flags of a transfer alone
            kwargs = {key: value for key, value in kwargs.items() if key == "memory_format"}
        if not self.is_meta and target is not None and device_type(target) != "cpu" \
                and not keeps_values(self):
            self = _plain_empty_like(self, device="meta")
        return plain_to(self, *rest, **kwargs) if rest or kwargs else self

    def here(self, *args, **kwargs):
        return self

    torch.Tensor.to = to
    torch.Tensor.cuda = lambda self, *args, **kwargs: self.to("cuda")
    plain_cpu = torch.Tensor.cpu
    torch.Tensor.cpu = lambda self, *args, **kwargs: self if self.is_meta \
        else plain_cpu(self, *args, **kwargs)
    torch.Tensor.pin_memory = here
    torch.Tensor.record_stream = lambda self, stream: None
    torch.nn.Module.cuda = lambda self, device=None: self._apply(lambda tensor: tensor.to("cuda"))


def install_reads(unknown):
    """Reading a value that is not there gives what `unknown` says."""
    plain_item, plain_list, plain_numpy = \
        torch.Tensor.item, torch.Tensor.tolist, torch.Tensor.numpy

    def stand_in(dtype):
        value = unknown(dtype)
        return UnknownInt(value) if type(value) is int else value

    @functools.wraps(plain_item)
    def item(self):
        return stand_in(self.dtype) if self.is_meta else plain_item(self)

    @functools.wraps(plain_list)
    def tolist(self):
        if not self.is_meta:
            return plain_list(self)
        value = stand_in(self.dtype)

        def nested(sizes):
            return [nested(sizes[1:]) for _ in range(sizes[0])] if sizes else value
        return nested(list(self.shape))

    @functools.wraps(plain_numpy)
    def numpy(self, *args, **kwargs):
        if not self.is_meta:
            return plain_numpy(self, *args, **kwargs)
        return plain_numpy(plain_full(self.shape, unknown(self.dtype), dtype=self.dtype,
                                      device="cpu"))
    plain_format = torch.Tensor.__format__

    @functools.wraps(plain_format)
    def formatted(self, spec):
        if self.is_meta and self.dim() == 0:
            return format(item(self), spec)
        return plain_format(self, spec)
    plain_full = torch.full
    torch.Tensor.__format__ = formatted
    torch.Tensor.item, torch.Tensor.tolist, torch.Tensor.numpy = item, tolist, numpy


def install_counts(assumed):
    """Operations whose result is a count that data decide, or has such a size."""
    plain_bincount, plain_nonzero = torch.bincount, torch.nonzero

    def bincount(input, weights=None, minlength=0):
        if not input.is_meta:
            return plain_bincount(input, weights, minlength)
        return evenly(input.numel(), minlength or 1)

    def nonzero(input, *, as_tuple=False, **kwargs):
        if not input.is_meta:
            return plain_nonzero(input, as_tuple=as_tuple, **kwargs)
        count = UnknownInt(assumed("nonzero"))
        found = torch.empty(count, input.dim(), dtype=torch.int64, device="meta")
        return found.unbind(1) if as_tuple else found

    torch.bincount = torch.Tensor.bincount = bincount
    torch.nonzero = torch.Tensor.nonzero = nonzero


def install_legacy():
    """torch.Tensor(3, 4), torch.FloatTensor([1, 2]) and their likes."""
    def legacy(dtype):
        def make(*args, **kwargs):
            if len(args) == 1 and not isinstance(args[0], (int, torch.Size)):
                return torch.tensor(args[0], dtype=dtype) \
                    if not isinstance(args[0], torch.Tensor) else args[0].to(dtype)
            return torch.empty(*args, dtype=dtype)
        return make

    names = {"Float": torch.float32, "Double": torch.float64, "Half": torch.float16,
             "BFloat16": torch.bfloat16, "Long": torch.int64, "Int": torch.int32,
             "Short": torch.int16, "Byte": torch.uint8, "Char": torch.int8, "Bool": torch.bool}
    for name, dtype in names.items():
        setattr(torch, f"{name}Tensor", legacy(dtype))
        setattr(torch.cuda, f"{name}Tensor", legacy(dtype))
    plain_new, plain_tensor = torch.Tensor.__new__, legacy(torch.float32)

    def new(cls, *args, **kwargs):
        return plain_tensor(*args) if cls is torch.Tensor else plain_new(cls, *args, **kwargs)
    torch.Tensor.__new__ = staticmethod(new)


def install(unknown, assumed):
    install_reads(unknown)
    for name in factories:
        setattr(torch, name, without_data(getattr(torch, name)))
    for name in followers:
        setattr(torch, name, without_device(getattr(torch, name)))
    for name in methods:
        setattr(torch.Tensor, name, without_device(getattr(torch.Tensor, name)))
    install_transfers()
    install_counts(assumed)
    install_legacy()
    plain_generator = torch.Generator
    torch.Generator = lambda device="cpu": plain_generator("cpu")
    torch.save = lambda *args, **kwargs: None  # ranks that do not exist write no checkpoints
