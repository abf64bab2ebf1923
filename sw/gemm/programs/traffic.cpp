// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "jacquard/gemm/program.hpp"

namespace jacquard::gemm {
namespace {

// What one chip's operation puts on links, in bytes; `chips` of its ring.
std::int64_t sent_by(const Op& op, std::int64_t bytes, const Place& place, int chips) {
  const int own = Mesh::of(place, op.direction);
  switch (op.kind) {
    case OpKind::gather:
      return (chips - 1) * bytes;
    case OpKind::scatter_sum:
      return (chips - 1) * (bytes / chips);
    case OpKind::sum:
      return 2 * (chips - 1) * (bytes / chips);
    case OpKind::broadcast:
      return own == (op.root + chips - 1) % chips ? 0 : bytes;
    case OpKind::reduce:
      return own == op.root ? 0 : bytes;
    case OpKind::permute: {
      const int forth = (op.shift.from(place, op.direction, chips) - own + chips) % chips;
      return std::min(forth, chips - forth) * bytes;
    }
    default:
      return 0;
  }
}

// The same for every chip.
bool is_even(const Op& op) {
  const bool chain = op.kind == OpKind::broadcast || op.kind == OpKind::reduce;
  const Shift& shift = op.shift;
  return !chain && shift.by_row == 0 && shift.by_column == 0 && shift.by_layer == 0;
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
  std::vector<std::int64_t> uneven(static_cast<std::size_t>(mesh.chips()), 0);
  // Chains from one root after another are added up before they are spread over the mesh.
  std::vector<std::int64_t> by_own(static_cast<std::size_t>(chips), 0);
  for (const Op& op : program.ops) {
    if (!op.communicates() || op.direction != direction) continue;
    const std::int64_t bytes = program.bytes_of(op).count();
    if (is_even(op)) {
      even += sent_by(op, bytes, {}, chips);
    } else if (op.kind == OpKind::permute) {
      for (int chip = 0; chip < mesh.chips(); ++chip) {
        base::at(uneven, chip) += sent_by(op, bytes, mesh.place(chip), chips);
      }
    } else {
      even += bytes;
      const int spared = op.kind == OpKind::reduce ? op.root : (op.root + chips - 1) % chips;
      base::at(by_own, spared) -= bytes;
    }
  }
  for (int chip = 0; chip < mesh.chips(); ++chip) {
    base::at(uneven, chip) += base::at(by_own, Mesh::of(mesh.place(chip), direction));
  }
  return base::Bytes{even + *std::max_element(uneven.begin(), uneven.end())};
}

}  // namespace jacquard::gemm
