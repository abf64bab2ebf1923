// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/prove/pattern.hpp"

#include <utility>

#include "jacquard/collective/generate.hpp"
#include "jacquard/gemm/prove/units.hpp"

namespace jacquard::gemm {
namespace {

using rounds::CollectiveKind;
using rounds::SymbolicPermutation;

// Rounds carry pieces, whatever their bytes.
constexpr base::Bytes kBytes{1 << 20};

CollectiveKind kind_of(OpKind kind) {
  switch (kind) {
    case OpKind::gather:
      return CollectiveKind::all_gather;
    case OpKind::scatter_sum:
      return CollectiveKind::reduce_scatter;
    case OpKind::broadcast:
      return CollectiveKind::broadcast;
    case OpKind::reduce:
      return CollectiveKind::reduce;
    case OpKind::permute:
      return CollectiveKind::permute;
    default:
      return CollectiveKind::all_reduce;
  }
}

// Everyone's data to the chip that wants it; a chip that keeps its own sends nothing.
SymbolicPermutation moves(const Op& op, const Mesh& mesh) {
  std::vector<int> to(base::index(mesh.chips()), rounds::kNobody);
  const std::vector<int> from = senders(mesh, op);
  for (int chip = 0; chip < mesh.chips(); ++chip) {
    if (base::at(from, chip) != chip) base::at(to, base::at(from, chip)) = chip;
  }
  return SymbolicPermutation::map_ranks(std::move(to));
}

}  // namespace

rounds::RoundGraph rounds_of(const Op& op, const Mesh& mesh,
                             const collective::Algorithm& algorithm) {
  collective::CollectiveRequest r;
  r.kind = kind_of(op.kind);
  r.shape = rounds::Shape({mesh.columns, mesh.rows, mesh.layers});  // a digit for each Direction
  r.bytes = kBytes;
  r.algorithms = {algorithm};
  if (!unsupported(algorithm, r.kind, mesh.size(op.direction)).empty()) r.algorithms = {{}};
  if (op.kind == OpKind::permute) {
    r.moves = moves(op, mesh);
    return generate(r);
  }
  r.involved = {static_cast<int>(op.direction)};
  if (op.kind == OpKind::broadcast || op.kind == OpKind::reduce) {
    r.root = op.root;
    r.chunks = op.packets;
  }
  return generate(r);
}

Pattern::Pattern(rounds::RoundGraph of, int chips)
    : graph(std::move(of)), ends(graph), moves(base::index(chips)) {
  for (int r = 0; r < static_cast<int>(graph.rounds.size()); ++r) {
    const int repeat = base::at(graph.rounds, r).repeat;
    for (int chip = 0; chip < chips; ++chip) {
      const int to = ends.receiver(r, chip);
      if (to == rounds::kNobody) continue;
      base::at(moves, chip) += repeat;
      base::at(moves, to) += repeat;
    }
  }
}

}  // namespace jacquard::gemm
