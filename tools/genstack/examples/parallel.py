# SPDX-License-Identifier: Apache-2.0
"""Groups and layers of a transformer that is shared out by tensors, for transformer_3d.py.

The operators f and g are those of Megatron-LM (Shoeybi et al. 2019, section 3): f passes forward
and sums gradients, g sums forward and passes gradients.
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.nn import functional


class Groups:
    """Tensor groups are neighbours, data groups next, pipeline groups farthest apart."""

    def __init__(self, tensor, pipeline, data):
        rank, world = dist.get_rank(), dist.get_world_size()
        if tensor * pipeline * data != world:
            raise SystemExit(f"{tensor} x {pipeline} x {data} ranks are not {world}")
        stride = tensor * data
        self.tp = self.dp = self.pp = self.embedding = self.model = None
        for first in range(0, world, tensor):
            self.tp = self._own(list(range(first, first + tensor)), self.tp)  # tensor
        for stage in range(pipeline):
            for place in range(tensor):
                first = stage * stride + place
                self.dp = self._own(list(range(first, first + stride, tensor)), self.dp)  # data
        for first in range(stride):
            self.pp = self._own(list(range(first, world, stride)), self.pp)  # pipeline
        if pipeline > 1:
            for first in range(stride):
                ends = [first, first + (pipeline - 1) * stride]
                self.embedding = self._own(ends, self.embedding)  # embedding
        for replica in range(data):
            ranks = [stage * stride + replica * tensor + place
                     for stage in range(pipeline) for place in range(tensor)]
            self.model = self._own(ranks, self.model)  # model
        self.stage, self.stages, self.tp_size = rank // stride, pipeline, tensor
        self.before, self.after = rank - stride, rank + stride
        self.first, self.last = self.stage == 0, self.stage == pipeline - 1

    @staticmethod
    def _own(ranks, own):
        group = dist.new_group(ranks)
        return group if dist.get_rank() in ranks else own


class Copied(torch.autograd.Function):
    """f"""

    @staticmethod
    def forward(context, given, group):
        context.group = group
        return given

    @staticmethod
    def backward(context, gradient):
        gradient = gradient.contiguous()
        dist.all_reduce(gradient, group=context.group)
        return gradient, None


class Summed(torch.autograd.Function):
    """g"""

    @staticmethod
    def forward(context, partial, group):
        partial = partial.contiguous()
        dist.all_reduce(partial, group=group)
        return partial

    @staticmethod
    def backward(context, gradient):
        return gradient, None


class Layer(nn.Module):
    def __init__(self, hidden, heads, groups, dtype):
        super().__init__()
        share = {"dtype": dtype}
        self.group, self.heads = groups.tp, heads // groups.tp_size
        self.norm_1 = nn.LayerNorm(hidden, **share)
        self.norm_2 = nn.LayerNorm(hidden, **share)
        self.qkv = nn.Linear(hidden, 3 * hidden // groups.tp_size, **share)
        self.out = nn.Linear(hidden // groups.tp_size, hidden, bias=False, **share)
        self.up = nn.Linear(hidden, 4 * hidden // groups.tp_size, **share)
        self.down = nn.Linear(4 * hidden // groups.tp_size, hidden, bias=False, **share)

    def attention(self, given):
        length, batch, _ = given.shape
        query, key, value = (
            part.reshape(length, batch * self.heads, -1).transpose(0, 1)
            for part in self.qkv(given).chunk(3, dim=-1))
        scores = torch.bmm(query, key.transpose(1, 2)) * query.shape[-1] ** -0.5
        hidden = torch.ones(length, length, dtype=torch.bool, device=given.device).triu(1)
        mixed = torch.bmm(scores.masked_fill(hidden, -1e4).softmax(-1), value)
        return self.out(mixed.transpose(0, 1).reshape(length, batch, -1))

    def forward(self, given):
        inner = Copied.apply(self.norm_1(given), self.group)
        given = given + Summed.apply(self.attention(inner), self.group)
        inner = Copied.apply(self.norm_2(given), self.group)
        return given + Summed.apply(self.down(functional.gelu(self.up(inner))), self.group)


class VocabularyLoss(torch.autograd.Function):
    """Cross entropy of logits whose columns are shared out: three reductions per token."""

    @staticmethod
    def forward(context, logits, labels, group, first):
        logits = logits.float()
        greatest = logits.max(dim=-1)[0]
        dist.all_reduce(greatest, op=dist.ReduceOp.MAX, group=group)
        logits = logits - greatest.unsqueeze(-1)
        outside = (labels < first) | (labels >= first + logits.shape[-1])
        place = (labels - first).masked_fill(outside, 0)
        chosen = logits.gather(-1, place.unsqueeze(-1)).squeeze(-1).masked_fill(outside, 0.0)
        dist.all_reduce(chosen, group=group)
        powers = logits.exp()
        total = powers.sum(dim=-1)
        dist.all_reduce(total, group=group)
        context.save_for_backward(powers / total.unsqueeze(-1), place, outside)
        return total.log() - chosen

    @staticmethod
    def backward(context, gradient):
        shares, place, outside = context.saved_tensors
        own = (~outside).to(shares.dtype).unsqueeze(-1)
        result = shares.scatter_add(-1, place.unsqueeze(-1), -own)
        return result * gradient.unsqueeze(-1), None, None, None


class Stage(nn.Module):
    """The layers of one pipeline stage; the first embeds tokens, the last computes the loss."""

    def __init__(self, options, groups, dtype):
        super().__init__()
        self.groups, self.share = groups, options.vocabulary // groups.tp_size
        self.begin = dist.get_rank(groups.tp) * self.share
        if groups.first or groups.last:
            self.words = nn.Parameter(torch.zeros(self.share, options.hidden, dtype=dtype))
        if groups.first:
            self.positions = nn.Parameter(torch.zeros(options.sequence, 1, options.hidden,
                                                      dtype=dtype))
        self.layers = nn.ModuleList(Layer(options.hidden, options.heads, groups, dtype)
                                    for _ in range(options.layers // groups.stages))
        if groups.last:
            self.norm = nn.LayerNorm(options.hidden, dtype=dtype)

    def embed(self, tokens):
        outside = (tokens < self.begin) | (tokens >= self.begin + self.share)
        found = functional.embedding((tokens - self.begin).masked_fill(outside, 0), self.words)
        found = found.masked_fill(outside.unsqueeze(-1), 0.0)
        return Summed.apply(found, self.groups.tp) + self.positions

    def forward(self, given, labels):
        for layer in self.layers:
            given = layer(given)
        if not self.groups.last:
            return given
        given = Copied.apply(self.norm(given), self.groups.tp)
        logits = given @ self.words.t()
        return VocabularyLoss.apply(logits, labels, self.groups.tp, self.begin).mean()
