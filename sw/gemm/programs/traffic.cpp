// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "jacquard/gemm/program.hpp"

namespace jacquard::gemm {
namespace {

// What a chip's operation puts on links, in bytes, where that is no chain; `chips` of its ring.
std::int64_t sent_by(const Op& op, std::int64_t bytes, const Place& place, int chips) {
  switch (op.kind) {
    case OpKind::gather:
      return (chips - 1) * bytes;
    case OpKind::scatter_sum:
      return (chips - 1) * (bytes / chips);
    case OpKind::sum:
      return 2 * (chips - 1) * (bytes / chips);
    case OpKind::permute: {
      const int own = Mesh::of(place, op.direction);
      const int forth = (op.shift.from(place, op.direction, chips) - own + chips) % chips;
      return std::min(forth, chips - forth) * bytes;
    }
    default:
      return 0;
  }
}

bool is_chain(const Op& op) { return op.kind == OpKind::broadcast || op.kind == OpKind::reduce; }

// Chips of different places shift by different numbers of hops.
bool is_skew(const Op& op) {
  const Shift& shift = op.shift;
  return shift.by_row != 0 || shift.by_column != 0 || shift.by_layer != 0;
}

}  // namespace

base::Bytes gathered_bytes(const Program& program) {
  std::int64_t values = 0;
  for (const Buffer& buffer : program.buffers) values += buffer.values();
  for (const int own : {program.a, program.b, program.c}) values -= program.buffer(own).values();
  return base::Bytes{values * program.request.element_bytes};
}

base::Bytes bytes_sent(const Program& program, Direction direction) {
  const Mesh& mesh = program.request.mesh;
  const int chips = mesh.size(direction);
  std::int64_t even = 0;
  std::vector<std::int64_t> skews(base::index(mesh.chips()), 0);
  std::vector<std::int64_t> spared(base::index(chips), 0);  // the last chips of chains, by place
  for (const Op& op : program.ops) {
    if (!op.communicates() || op.direction != direction) continue;
    const std::int64_t bytes = program.bytes_of(op).count();
    if (is_chain(op)) {
      even += bytes;
      const int last = op.kind == OpKind::reduce ? op.root : (op.root + chips - 1) % chips;
      base::at(spared, last) += bytes;
    } else if (is_skew(op)) {
      for (int chip = 0; chip < mesh.chips(); ++chip) {
        base::at(skews, chip) += sent_by(op, bytes, mesh.place(chip), chips);
      }
    } else {
      even += sent_by(op, bytes, {}, chips);
    }
  }
  std::int64_t most = 0;
  for (int chip = 0; chip < mesh.chips(); ++chip) {
    const int own = Mesh::of(mesh.place(chip), direction);
    most = std::max(most, even + base::at(skews, chip) - base::at(spared, own));
  }
  return base::Bytes{most};
}

}  // namespace jacquard::gemm
