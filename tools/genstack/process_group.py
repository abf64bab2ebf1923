# SPDX-License-Identifier: Apache-2.0
"""One spoofed rank of a process group: every collective is recorded and none is carried out.

Tensors without data are left alone. A small real tensor (counts, flags) gets what it would hold if
every rank held the same.
"""
import sys

import torch

from . import compat
from .record import dtype_name
from .unknown import Expected, is_unknown, mark


def reduce_op_name(op):
    kinds = compat.c10d.ReduceOp
    for name in ("SUM", "AVG", "PRODUCT", "MIN", "MAX", "BAND", "BOR", "BXOR"):
        if op == getattr(kinds, name, None):
            return name
    return "PREMUL_SUM"


class Done(compat.Work):
    """The handle of a call. A wait by torch's own function means that the call was synchronous."""

    def __init__(self, recorder, call, result):
        super().__init__()
        self._recorder, self._call, self._result, self._waited = recorder, call, result, False

    def wait(self, timeout=None):
        caller = sys._getframe(1)
        if caller.f_globals.get("__name__") == compat.c10d_name:
            # A side stream that waits holds up no computation.
            self._call["async_handle"] = self._call["stream"] != "main"
        elif not self._waited:
            self._recorder.wait(self._call)
        self._waited = True
        return True

    synchronize = wait

    def is_completed(self):
        return True

    def is_success(self):
        return True

    def exception(self):
        return None

    def result(self):
        return self._result

    def source_rank(self):
        return 0

    _source_rank = source_rank

    def get_future(self):
        work = self

        class Waited(torch.futures.Future):
            def wait(self):
                work.wait()
                return super().wait()

            def then(self, callback):
                follower = super().then(callback)
                follower.__class__ = Waited
                return follower

        future = Waited()
        future.set_result(self._result)
        return future


def is_real(tensor):
    return tensor.device.type == "cpu" and not tensor.is_sparse


def copy_expected(target, source, reduce=None):
    """What a real tensor would hold if all ranks held the same."""
    if not is_real(target):
        return
    with torch.no_grad():
        if source is not None and is_real(source):
            if source is not target:
                target.copy_(source.reshape(target.shape) if source.numel() == target.numel()
                             else source)
            if isinstance(source, Expected):
                mark(target)
        if reduce:
            target.mul_(reduce)


def shape(tensor):
    return list(tensor.shape)


def stacked(tensors):
    """The shape of a list of tensors together: one more dimension if they are alike, else flat."""
    if all(tensor.shape == tensors[0].shape for tensor in tensors):
        return [len(tensors)] + shape(tensors[0])
    return [sum(tensor.numel() for tensor in tensors)]


class SpoofedGroup(compat.ProcessGroup):
    def __init__(self, recorder, group, place):
        super().__init__(place, len(group.ranks))
        self._recorder, self._group = recorder, group

    def getBackendName(self):
        return "genstack"

    def name(self):
        return "genstack"

    def _set_sequence_number_for_group(self):
        pass

    def _get_sequence_number_for_group(self):
        return 0

    def _start_coalescing(self):
        self._recorder.batches += 1
        self._recorder.batch = self._recorder.batches - 1

    def _end_coalescing(self, works):
        self._recorder.batch = None

    def _log(self, op, result, **keys):
        for key, tensor in (("in_shape", keys.pop("given", None)),
                            ("out_shape", keys.pop("taken", None))):
            keys[key] = tensor if tensor is None or isinstance(tensor, list) else shape(tensor)
        call = self._recorder.call(op, self._group, **keys)
        return Done(self._recorder, call, result)

    def _reduced(self, tensor, op):
        copy_expected(tensor, tensor, len(self._group.ranks) if op == "SUM" else None)

    def allreduce(self, tensors, opts):
        op, tensor = reduce_op_name(opts.reduceOp), tensors[0]
        self._reduced(tensor, op)
        return self._log("all_reduce", tensors, shape=shape(tensor), dtype=dtype_name(tensor.dtype),
                         reduce_op=op, given=tensor, taken=tensor)

    def allreduce_coalesced(self, tensors, opts):
        op, total = reduce_op_name(opts.reduceOp), [sum(tensor.numel() for tensor in tensors)]
        for tensor in tensors:
            self._reduced(tensor, op)
        return self._log("all_reduce", tensors, shape=total, dtype=dtype_name(tensors[0].dtype),
                         reduce_op=op, given=total, taken=total)

    def broadcast(self, tensors, opts):
        root, tensor = self._group.ranks[opts.rootRank], tensors[0]
        return self._log("broadcast", tensors, shape=shape(tensor), dtype=dtype_name(tensor.dtype),
                         peer=root, given=tensor, taken=tensor)

    def reduce(self, tensors, opts):
        op, tensor = reduce_op_name(opts.reduceOp), tensors[0]
        root = self._group.ranks[opts.rootRank]
        self._reduced(tensor, op)
        return self._log("reduce", tensors, shape=shape(tensor), dtype=dtype_name(tensor.dtype),
                         reduce_op=op, peer=root, given=tensor, taken=tensor)

    def allgather(self, outputs, inputs, opts=None):
        tensor = inputs[0]
        for output in outputs[0]:
            copy_expected(output, tensor)
        return self._log("all_gather", outputs, shape=shape(tensor), dtype=dtype_name(tensor.dtype),
                         given=tensor, taken=stacked(outputs[0]))

    def _allgather_base(self, output, tensor, opts=None):
        copy_expected(output, tensor.flatten().repeat(len(self._group.ranks)).view(output.shape)
                      if is_real(tensor) and is_real(output) else None)
        return self._log("all_gather", output, shape=shape(tensor), dtype=dtype_name(tensor.dtype),
                         given=tensor, taken=output)

    def allgather_coalesced(self, outputs, inputs, opts=None):
        total = sum(tensor.numel() for tensor in inputs)
        return self._log("all_gather", outputs, shape=[total], dtype=dtype_name(inputs[0].dtype),
                         given=[total], taken=[len(self._group.ranks), total])

    def gather(self, outputs, inputs, opts):
        root, tensor = self._group.ranks[opts.rootRank], inputs[0]
        for output in outputs[0] if outputs else []:
            copy_expected(output, tensor)
        return self._log("gather", outputs, shape=shape(tensor), dtype=dtype_name(tensor.dtype),
                         peer=root, given=tensor)

    def scatter(self, outputs, inputs, opts):
        root, tensor = self._group.ranks[opts.rootRank], outputs[0]
        if inputs:
            copy_expected(tensor, inputs[0][self.rank()])
        return self._log("scatter", outputs, shape=shape(tensor), dtype=dtype_name(tensor.dtype),
                         peer=root, taken=tensor)

    def reduce_scatter(self, outputs, inputs, opts):
        op, tensor = reduce_op_name(opts.reduceOp), outputs[0]
        copy_expected(tensor, inputs[0][self.rank()], len(inputs[0]) if op == "SUM" else None)
        put = stacked(inputs[0])
        return self._log("reduce_scatter", outputs, shape=put, dtype=dtype_name(tensor.dtype),
                         reduce_op=op, given=put, taken=tensor)

    def _reduce_scatter_base(self, output, tensor, opts):
        op = reduce_op_name(opts.reduceOp)
        return self._log("reduce_scatter", output, shape=shape(tensor),
                         dtype=dtype_name(tensor.dtype), reduce_op=op, given=tensor, taken=output)

    def _exchange(self, result, given, taken, dtype, splits, out_splits, unknown):
        return self._log("all_to_all", result, shape=given, dtype=dtype, given=given, taken=taken,
                         splits=None if unknown else splits,
                         out_splits=None if unknown else out_splits, unpredictable=unknown or None)

    def alltoall_base(self, output, tensor, output_splits, input_splits, opts=None):
        if is_real(output) and is_real(tensor):
            copy_expected(output, tensor)
        unknown = is_unknown(input_splits) or is_unknown(output_splits) or \
            bool((input_splits or output_splits) and self._recorder.unknown_read)
        row = 1
        for size in tensor.shape[1:]:
            row *= size
        return self._exchange(output, shape(tensor), shape(output), dtype_name(tensor.dtype),
                              [split * row for split in input_splits] or None,
                              [split * row for split in output_splits] or None, unknown)

    def alltoall(self, outputs, inputs, opts=None):
        for output, tensor in zip(outputs, inputs):
            copy_expected(output, tensor)
        splits = [tensor.numel() for tensor in inputs]
        out_splits = [tensor.numel() for tensor in outputs]
        same = len(set(splits + out_splits)) == 1
        sizes = [size for tensor in (*inputs, *outputs) for size in tensor.shape]
        return self._exchange(outputs, stacked(inputs), stacked(outputs),
                              dtype_name(inputs[0].dtype), None if same else splits,
                              None if same else out_splits,
                              is_unknown(sizes) or (not same and self._recorder.unknown_read))

    def barrier(self, opts=None):
        return self._log("barrier", [])

    def monitored_barrier(self, timeout=None, wait_all_ranks=False):
        self._log("barrier", [])._call["async_handle"] = False

    def send(self, tensors, peer, tag=0):
        tensor = tensors[0]
        return self._log("send", tensors, shape=shape(tensor), dtype=dtype_name(tensor.dtype),
                         peer=self._group.ranks[peer], tag=tag, given=tensor)

    def recv(self, tensors, peer, tag=0):
        tensor = tensors[0]
        return self._log("recv", tensors, shape=shape(tensor), dtype=dtype_name(tensor.dtype),
                         peer=self._group.ranks[peer], tag=tag, taken=tensor)

    def recv_anysource(self, tensors, tag=0):
        tensor = tensors[0]
        return self._log("recv", tensors, shape=shape(tensor), dtype=dtype_name(tensor.dtype),
                         peer=None, tag=tag, taken=tensor, unpredictable=True)
