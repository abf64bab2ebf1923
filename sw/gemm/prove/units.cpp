// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/prove/units.hpp"

#include <array>

namespace jacquard::gemm {

const char* name_of(OpKind kind) {
  constexpr std::array<const char*, 11> names = {"slice",  "place",       "copy",    "add",
                                                 "gather", "scatter_sum", "sum",     "broadcast",
                                                 "reduce", "permute",     "multiply"};
  return base::at(names, kind);
}

const char* name_of(Unit unit) {
  constexpr std::array<const char*, kUnits> names = {"row links", "column links", "depth links",
                                                     "cores", "slicing"};
  return base::at(names, unit);
}

Unit unit_of(const Op& op) {
  if (op.kind == OpKind::multiply) return Unit::cores;
  return op.communicates() ? static_cast<Unit>(op.direction) : Unit::none;
}

std::vector<int> senders(const Mesh& mesh, const Op& op) {
  std::vector<int> from;
  for (int chip = 0; chip < mesh.chips(); ++chip) {
    Place place = mesh.place(chip);
    const int sender = op.shift.from(place, op.direction, mesh.size(op.direction));
    (op.direction == Direction::row      ? place.column
     : op.direction == Direction::column ? place.row
                                         : place.layer) = sender;
    from.push_back(mesh.chip(place));
  }
  return from;
}

}  // namespace jacquard::gemm
