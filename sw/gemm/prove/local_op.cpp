// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/prove/local_op.hpp"

namespace jacquard::gemm {
namespace {

// Blocks part, part + slices, ... of `whole` are those of `sliced`, in this order.
void slice(const Op& op, int part, const Dense& from, Dense& to) {
  const bool places = op.kind == OpKind::place;
  const Dense& sliced = places ? from : to;
  const std::int64_t length = op.axis == Axis::rows ? sliced.rows : sliced.columns;
  for (std::int64_t at = 0; at < length; at += op.block) {
    const std::int64_t in_whole = at * op.slices + part * op.block;
    const Lines lines = places ? Lines{at, in_whole, op.block} : Lines{in_whole, at, op.block};
    copy_lines(from, to, op.axis, lines);
  }
}

}  // namespace

void carry_out(const Op& op, ChipState& chip) {
  const Dense& from = base::at(chip.buffers, op.from);
  Dense& to = base::at(chip.buffers, op.to);
  switch (op.kind) {
    case OpKind::slice:
    case OpKind::place:
      return slice(op, op.part(chip.place), from, to);
    case OpKind::add:
      for (std::size_t i = 0; i < to.values.size(); ++i) to.values[i] += from.values[i];
      return;
    case OpKind::multiply:
      return multiply(from, base::at(chip.buffers, op.right),
                      {op.left_transposed, op.right_transposed}, op.accumulates, to);
    default:
      to.values = from.values;
  }
}

}  // namespace jacquard::gemm
