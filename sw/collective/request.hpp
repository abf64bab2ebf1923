// SPDX-License-Identifier: Apache-2.0
// A collective as a user asks for it, before it is rounds.
#pragma once

#include <optional>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/base/units.hpp"
#include "jacquard/collective/algorithm.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/rounds/shape.hpp"

namespace jacquard::collective {

// How an all-reduce spans several dimensions; the other kinds have one way.
//   baseline     an all-reduce of whole chunks in each dimension in turn
//   blueconnect  reduce-scatter up the dimensions, all-reduce in the last, all-gather down
//                (Cho et al., "BlueConnect", MLSys 2019)
enum class Spread { baseline, blueconnect };

// Where a size does not divide.
//   down  ASTRA-sim's sizes to the byte: rest bytes vanish, and a chunk has at least as many bytes
//         as there are NPUs (not in an all-gather, a broadcast or a send)
//   up    every byte travels: parts are rounded up
enum class Rounding { down, up };

struct CollectiveRequest {
  CollectiveKind kind = CollectiveKind::all_reduce;
  rounds::Shape shape;        // of all ranks, the groups included
  std::vector<int> involved;  // digits within a group; empty: all of them, one group
  std::vector<int> npus;      // NPU of each rank; empty: rank r is NPU r
  // Fabric dimension of each digit, where they are not the same.
  std::vector<int> dimensions;
  // One for each digit, or one for all.
  std::vector<Algorithm> algorithms{Algorithm{}};
  Spread spread = Spread::baseline;

  base::Bytes bytes{0};  // what each rank puts in: all-gather its piece, others all pieces
  int chunks = 1;        // into which it is asked to be split
  Rounding rounding = Rounding::up;
  int npus_in_system = 0;  // for the least chunk of Rounding::down; 0: the ranks

  int root = 0;  // of a broadcast, reduce or send: member of each group
  int peer = 1;  // of a send
  // All-to-all-v: what each rank sends to each other; `bytes` is not looked at then. Nothing may
  // go from group to group.
  std::optional<demand::DemandMatrix> uneven;

  // Of a permute, which is of all ranks: who receives whose data.
  std::optional<rounds::SymbolicPermutation> moves;

  int first_tree = 0;  // double binary tree: that of chunk 0; 0 has the last NPU as its root

  bool involves(int digit) const;
  const Algorithm& algorithm(int digit) const {
    return algorithms[algorithms.size() == 1 ? 0 : static_cast<std::size_t>(digit)];
  }
  int members() const;  // of a group
};

inline constexpr int kMostChunks = 1 << 20;

// How the bytes of a request are cut. ASTRA-sim's cut may give one chunk more than asked for.
struct Chunking {
  int count = 1;
  base::Bytes bytes{0};  // of each chunk
};
Chunking chunking(const CollectiveRequest& request);

// Why an algorithm of the request cannot do its phase; nothing if all can.
std::optional<base::InputFault> algorithm_fault(const CollectiveRequest& request);

// Throws ConfigError for what no round graph can be made of: sizes, digits, an algorithm that
// cannot do it. The faults name the options of `jacquard collective`.
void check(const CollectiveRequest& request);

}  // namespace jacquard::collective
