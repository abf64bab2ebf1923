# SPDX-License-Identifier: Apache-2.0
"""FullyShardedDataParallel while logging: the calls that torch 1.13's makes, in its order.

A unit gathers its parameters before its forward pass, frees them after it (the root unit keeps
them), gathers them again before its backward pass, and reduce-scatters its gradients after it.
Gathers run on a stream of their own, and so do reductions. The order of newer versions of torch
was not tested.
"""
import contextlib

import torch
import torch.distributed as dist
from torch import nn

from . import compat
from .cuda import Stream, Streams, on_stream
from .ddp import broadcast_coalesced, tensors_in
from .errors import UserError
from .fsdp_options import BackwardPrefetch, MixedPrecision, ShardingStrategy
from .spoof import by_rank_of


class Unsharded(torch.autograd.Function):
    """From a rank's shard to the whole flat parameter; the gradient goes back as a shard."""

    @staticmethod
    def forward(ctx, shard, unit):
        ctx.unit = unit
        return torch.empty(unit.numel, dtype=unit.compute_dtype, device="meta")

    @staticmethod
    def backward(ctx, gradient):
        return ctx.unit.post_backward(gradient), None


class Order:
    """What the root and its units share: streams, and the order of this iteration's forward."""

    def __init__(self):
        self.gathers = Stream(name="all_gather")
        self.reductions = Stream(name="post_backward")
        self.forward, self.before = [], []
        self.queued = False


class Shard(nn.Parameter):
    """This rank's shard of a unit's parameters: the optimiser sees these."""


class FullyShardedDataParallel(nn.Module):
    def __init__(self, module, process_group=None, sharding_strategy=None, cpu_offload=None,
                 auto_wrap_policy=None, backward_prefetch=None, mixed_precision=None,
                 ignored_modules=None, param_init_fn=None, device_id=None,
                 sync_module_states=False, forward_prefetch=False, limit_all_gathers=False,
                 **newer):
        super().__init__()
        ignored = {parameter for skipped in ignored_modules or ()
                   for parameter in skipped.parameters()}
        if auto_wrap_policy is not None:
            from .fsdp_wrap import recursive_wrap
            options = dict(process_group=process_group, sharding_strategy=sharding_strategy,
                           cpu_offload=cpu_offload, backward_prefetch=backward_prefetch,
                           mixed_precision=mixed_precision, param_init_fn=param_init_fn,
                           device_id=device_id, sync_module_states=sync_module_states,
                           forward_prefetch=forward_prefetch, ignored_modules=ignored_modules,
                           limit_all_gathers=limit_all_gathers)
            recursive_wrap(module, auto_wrap_policy, FullyShardedDataParallel, ignored,
                           set(ignored_modules or ()), options, children_only=True)
        self.process_group = process_group or compat.default_group()
        if isinstance(self.process_group, tuple):
            raise UserError("FullyShardedDataParallel: HYBRID_SHARD is not logged")
        members, _ = by_rank_of(self.process_group)
        self.world_size, self._root_rank = len(members), members[0]
        self._members = members
        self.sharding_strategy = sharding_strategy or ShardingStrategy.FULL_SHARD
        if self.sharding_strategy == ShardingStrategy.HYBRID_SHARD:
            raise UserError("FullyShardedDataParallel: HYBRID_SHARD is not logged")
        if self.world_size == 1:
            self.sharding_strategy = ShardingStrategy.NO_SHARD
        self.backward_prefetch, self.forward_prefetch = backward_prefetch, forward_prefetch
        self.mixed_precision = mixed_precision or MixedPrecision()
        self._flatten(module, ignored, sync_module_states)
        self._fsdp_wrapped_module = module
        self._is_root, self._order, self._gathered, self._full = None, None, None, None
        self._sync, self._pre_backward_done, self._expects_backward = True, False, False

    def _flatten(self, module, ignored, sync):
        """Takes the parameters that no unit inside has into one flat parameter."""
        self._places, seen = [], {}
        for inner in module.modules():
            if isinstance(inner, FullyShardedDataParallel):
                continue
            for name, parameter in list(inner.named_parameters(recurse=False)):
                if isinstance(parameter, Shard) or parameter in ignored:
                    continue
                seen.setdefault(parameter, len(seen))
                self._places.append((inner, name, parameter))
        parameters = list(seen)
        if sync:
            broadcast_coalesced([*module.buffers(), *parameters], self._root_rank,
                                self.process_group)
        self._shapes = [(seen[parameter], parameter.shape) for _, _, parameter in self._places]
        self._sizes = [parameter.numel() for parameter in parameters]
        self.numel = sum(self._sizes)
        self._places = [(inner, name) for inner, name, _ in self._places]
        for inner, name in self._places:
            del inner._parameters[name]
        if not parameters:
            self.register_parameter("_flat_param", None)
            return
        dtype = parameters[0].dtype
        if any(parameter.dtype != dtype for parameter in parameters):
            raise UserError("FullyShardedDataParallel: the parameters of one unit differ in dtype")
        whole = self.sharding_strategy == ShardingStrategy.NO_SHARD
        self.shard_numel = self.numel if whole else -(-self.numel // self.world_size)
        self.compute_dtype = self.mixed_precision.param_dtype or dtype
        self._flat_param = Shard(torch.empty(self.shard_numel, dtype=dtype, device="meta"),
                                 parameters[0].requires_grad)

    @property
    def module(self):
        return self._fsdp_wrapped_module

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(super().__getattr__("_fsdp_wrapped_module"), name)

    def __getitem__(self, key):
        return self.module[key]

    @staticmethod
    def fsdp_modules(module, root_only=False):
        found = [inner for inner in module.modules()
                 if isinstance(inner, FullyShardedDataParallel)]
        return [inner for inner in found if inner._is_root] if root_only else found

    def _start(self):
        """The unit whose forward pass runs first is the root of those inside it."""
        if self._is_root is not None:
            return
        order = Order()
        for unit in self.fsdp_modules(self):
            unit._is_root, unit._order = unit is self, order

    def forward(self, *args, **kwargs):
        self._start()
        if self._is_root:
            self._order.gathers.wait_stream(Streams.main)  # for the optimiser's last step
            args, kwargs = self._cast((args, kwargs))
        if self._flat_param is not None:
            self._use_gathered()
            self._order.before.append(self)
            if self.forward_prefetch:
                self._prefetch_forward()
            self._set_views()
        output = self._fsdp_wrapped_module(*args, **kwargs)
        if self._flat_param is not None:
            if self not in self._order.forward:
                self._order.forward.append(self)
            if self.sharding_strategy == ShardingStrategy.FULL_SHARD and not self._is_root:
                self._gathered = None
        for tensor in tensors_in(output):
            if tensor.requires_grad:
                tensor.register_hook(self._pre_backward)
                self._expects_backward = True
        return output

    def _cast(self, inputs):
        dtype = self.mixed_precision.param_dtype
        if isinstance(inputs, torch.Tensor):
            return inputs.to(dtype) if dtype and inputs.is_floating_point() else inputs
        if isinstance(inputs, dict):
            return {key: self._cast(value) for key, value in inputs.items()}
        if isinstance(inputs, (list, tuple)):
            return type(inputs)(self._cast(value) for value in inputs)
        return inputs

    def _gather(self, dtype=None):
        """Issues the gather if the parameters are not whole yet."""
        if self.sharding_strategy == ShardingStrategy.NO_SHARD or self._gathered is not None:
            return
        dtype = dtype or self.compute_dtype
        with on_stream(self._order.gathers):
            shard = torch.empty(self.shard_numel, dtype=dtype, device="meta")
            whole = torch.empty(self.shard_numel * self.world_size, dtype=dtype, device="meta")
            dist._all_gather_base(whole, shard, group=self.process_group)
            # The caller waits when it needs the parameters, not the stream.
            self._gathered = self._order.gathers.last

    def _use_gathered(self):
        self._gather()
        if self._gathered is not None:
            Streams.main._wait(self._gathered)

    def _set_views(self):
        if self._full is None or not torch.is_grad_enabled():
            full = Unsharded.apply(self._flat_param, self)
            self._full = full if full.requires_grad else None
        else:
            full = self._full
        pieces = full.split(self._sizes)
        for (inner, name), (index, shape) in zip(self._places, self._shapes):
            object.__setattr__(inner, name, pieces[index].view(shape))

    def _prefetch_forward(self):
        """Gathers the next unit of the iteration before's order."""
        last = getattr(self._order, "last_before", [])
        if self in last and last.index(self) + 1 < len(last):
            last[last.index(self) + 1]._gather()

    def _prefetch_backward(self):
        order = self._order.forward
        index = order.index(self) if self in order else 0
        if index > 0 and order[index - 1]._expects_backward:
            order[index - 1]._gather()

    def _pre_backward(self, gradient):
        if self._is_root and not self._order.queued:
            self._order.queued = True
            compat.queue_after_backward(self._end_backward)
        if self._flat_param is None or self._pre_backward_done:
            return
        self._pre_backward_done, self._expects_backward = True, False
        self._use_gathered()
        if self.backward_prefetch == BackwardPrefetch.BACKWARD_PRE:
            self._prefetch_backward()

    def post_backward(self, gradient):
        if self.sharding_strategy == ShardingStrategy.FULL_SHARD or self._sync:
            self._gathered = None
        if self.backward_prefetch == BackwardPrefetch.BACKWARD_POST:
            self._prefetch_backward()
        if not self._sync:
            return None
        self._order.reductions.wait_stream(Streams.main)
        with on_stream(self._order.reductions):
            dtype = self.mixed_precision.reduce_dtype
            gradient = gradient.to(dtype) if dtype else gradient
            if self.sharding_strategy == ShardingStrategy.NO_SHARD:
                dist.all_reduce(gradient, group=self.process_group)
                shard = gradient
            else:
                padded = torch.empty(self.shard_numel * self.world_size, dtype=gradient.dtype,
                                     device="meta")
                shard = torch.empty(self.shard_numel, dtype=gradient.dtype, device="meta")
                dist._reduce_scatter_base(shard, padded, group=self.process_group)
        return shard.to(self._flat_param.dtype)

    def _end_backward(self):
        Streams.main.wait_stream(self._order.reductions)
        for unit in self.fsdp_modules(self):
            unit._gathered, unit._full = None, None
            unit._pre_backward_done = unit._expects_backward = False
        self._order.last_before = self._order.before
        self._order.forward, self._order.before, self._order.queued = [], [], False

    @contextlib.contextmanager
    def no_sync(self):
        units = self.fsdp_modules(self)
        for unit in units:
            unit._sync = False
        try:
            yield
        finally:
            for unit in units:
                unit._sync = True

    def clip_grad_norm_(self, max_norm, norm_type=2.0):
        self._start()
        gradients = [parameter.grad for parameter in self.parameters()
                     if parameter.grad is not None]
        norms = torch.stack([torch.linalg.vector_norm(gradient, norm_type, dtype=torch.float32)
                             for gradient in gradients])
        total = torch.linalg.vector_norm(norms, norm_type)
        greatest = norm_type == float("inf")
        dist.all_reduce(total, op=dist.ReduceOp.MAX if greatest else dist.ReduceOp.SUM,
                        group=self.process_group)
        for gradient in gradients:
            gradient.mul_(1.0)
        return total

    @staticmethod
    @contextlib.contextmanager
    def summon_full_params(module, recurse=True, **options):
        units = FullyShardedDataParallel.fsdp_modules(module)
        for unit in units if recurse else units[:1]:
            unit._start()
            if unit._flat_param is not None:
                unit._gather(unit._flat_param.dtype)
                if unit._gathered is not None:
                    Streams.main._wait(unit._gathered)
                unit._gathered = None
                unit._set_views()
        yield

    def state_dict(self, *args, **kwargs):
        with self.summon_full_params(self):
            return super().state_dict(*args, **kwargs)

    @staticmethod
    @contextlib.contextmanager
    def state_dict_type(module, *args, **kwargs):
        yield

    @staticmethod
    def full_optim_state_dict(model, optim, *args, **kwargs):
        return {}

    @staticmethod
    def set_state_dict_type(module, *args, **kwargs):
        pass
