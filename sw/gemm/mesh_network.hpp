// SPDX-License-Identifier: Apache-2.0
// How the chips of a mesh are joined, where that is not one closed ring for each row and column.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/gemm/chip.hpp"
#include "jacquard/gemm/mesh.hpp"

namespace jacquard::gemm {

// How gathers, scatters and sums go round a closed ring.
//   one_way      all pieces the same way: P - 1 hops
//   two_way      half of each piece each way: P - 1 hops of half the bytes
//   shorter_way  every piece the shorter way: P / 2 hops, rounded down; of even P the last goes
//                in halves
enum class Rings : std::uint8_t { one_way, two_way, shorter_way };
const std::vector<std::string>& ring_names();  // "one-way", "two-way", "shorter-way"
Rings rings_named(const std::string& name, const std::string& source);

struct MeshNetwork {
  Rings rings = Rings::one_way;
  // By Direction: no link from the last chip to the first. Pieces go both ways from where they are.
  std::array<bool, kDirections> open{};
  // By Direction: the side lies in dimensions of a torus of these sizes, digit 0 the fastest;
  // empty: in one. A collective then goes through one dimension after the other.
  std::array<std::vector<int>, kDirections> folds;

  // Of the torus under a side; one size where it is not folded.
  std::vector<int> sizes(const Mesh& mesh, Direction direction) const;
};

// Throw ConfigError naming `source`. "row", "column" or "row,column" for --open.
void open_named(MeshNetwork& network, const std::string& text, const std::string& source);
// "row=4x8" for --fold; once for each direction.
void fold_named(MeshNetwork& network, const std::string& text, const std::string& source);
// Unless folds multiply to the mesh's sides, and no side is both open and folded.
void check(const MeshNetwork& network, const Mesh& mesh);

// What the busiest link takes of an all-gather or reduce-scatter of P chips: so many messages one
// after the other, which carry so many shards in all. The closed form of launch + syncs x sync +
// shards x bytes / bandwidth.
//   one-way P - 1, P - 1    two-way P - 1, (P - 1) / 2    shorter-way [P / 2], (P - 1) / 2
//   open P - 1, P - 1       a folded side the sum over its dimensions, each with all that the ones
//                           before it have gathered
struct Passage {
  double syncs = 0;
  double shards = 0;
};
Passage passage_of(const MeshNetwork& network, const Mesh& mesh, Direction direction);

}  // namespace jacquard::gemm
