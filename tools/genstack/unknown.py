# SPDX-License-Identifier: Apache-2.0
"""Values that only data decide, such as how many tokens go to each expert: the expected value
stands in, and what is made of it stays marked."""
import torch


class UnknownInt(int):
    """An int whose value is an expectation."""


def _arithmetic(name):
    plain = getattr(int, name)

    def method(self, *others):
        result = plain(self, *others)
        return UnknownInt(result) if type(result) is int else result
    return method


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "floordiv", "rfloordiv", "mod"):
    setattr(UnknownInt, f"__{_name}__", _arithmetic(f"__{_name}__"))


def is_unknown(values):
    return any(isinstance(value, UnknownInt) for value in values)


def marked(value):
    if type(value) is int:
        return UnknownInt(value)
    return [marked(item) for item in value] if isinstance(value, list) else value


class Expected(torch.Tensor):
    """A small tensor of real values that are expectations. So are results made of it."""

    on_plain_read = staticmethod(lambda: None)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        with torch._C.DisableTorchFunction():
            result = func(*args, **(kwargs or {}))
        if func in (torch.Tensor.__int__, torch.Tensor.__index__, torch.Tensor.__float__,
                    torch.Tensor.numpy):
            cls.on_plain_read()
        elif func in (torch.Tensor.tolist, torch.Tensor.item):
            return marked(result)
        for part in result if isinstance(result, (list, tuple)) else (result,):
            mark(part)
        return result


def evenly(total, parts):
    """Expected counts when `total` things fall on `parts` bins."""
    counts = [total // parts + (index < total % parts) for index in range(parts)]
    return mark(torch.tensor(counts, dtype=torch.int64, device="cpu"))


def mark(value):
    """Makes a real tensor an Expected one, in place, and returns it."""
    if type(value) is torch.Tensor and value.device.type == "cpu":
        value.__class__ = Expected
    return value
