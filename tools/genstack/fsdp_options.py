# SPDX-License-Identifier: Apache-2.0
"""Options of FullyShardedDataParallel, named as in torch.distributed.fsdp."""
import dataclasses
import enum
import typing

import torch


class ShardingStrategy(enum.Enum):
    FULL_SHARD = enum.auto()
    SHARD_GRAD_OP = enum.auto()
    NO_SHARD = enum.auto()
    HYBRID_SHARD = enum.auto()


class BackwardPrefetch(enum.Enum):
    BACKWARD_PRE = enum.auto()
    BACKWARD_POST = enum.auto()


class StateDictType(enum.Enum):
    FULL_STATE_DICT = enum.auto()
    LOCAL_STATE_DICT = enum.auto()
    SHARDED_STATE_DICT = enum.auto()


@dataclasses.dataclass
class MixedPrecision:
    param_dtype: typing.Optional[torch.dtype] = None
    reduce_dtype: typing.Optional[torch.dtype] = None
    buffer_dtype: typing.Optional[torch.dtype] = None
    keep_low_precision_grads: bool = False


@dataclasses.dataclass
class CPUOffload:
    offload_params: bool = False


@dataclasses.dataclass
class FullStateDictConfig:
    offload_to_cpu: bool = False
    rank0_only: bool = False


class LocalStateDictConfig:
    pass
