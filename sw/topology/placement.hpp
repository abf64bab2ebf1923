// SPDX-License-Identifier: Apache-2.0
// Which NPU a logical rank sits on.
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/span.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/topology/fabric.hpp"

namespace jacquard::topology {

class Placement {
 public:
  // Rank r on NPU r; no table.
  explicit Placement(int npus) : size_(npus) {}
  // Rank r on NPU npu_of_rank[r]. Throws ConfigError at `place` unless that is a permutation.
  Placement(std::vector<int> npu_of_rank, const config::Place& place);

  int size() const { return size_; }
  bool is_identity() const { return npu_.empty(); }
  int npu(int rank) const { return npu_.empty() ? rank : base::at(npu_, rank); }
  int rank(int npu) const { return rank_.empty() ? npu : base::at(rank_, npu); }

 private:
  int size_;
  std::vector<int> npu_;   // empty for the identity
  std::vector<int> rank_;  // its inverse
};

// "identity"; "reverse": rank r on NPU N - 1 - r; "stride:S": consecutive ranks S NPUs apart (S
// divides N): rank q + r N/S on NPU q S + r; "dimensions:1,0": ranks fill these dimensions of the
// fabric in this order. Any other text is the path of a JSON file, a list of the NPU of each rank.
// `fabric` is null where the network is a user's graph. Throws ConfigError at `place` or in the
// file.
Placement read_placement(const std::string& text, int npus, const Fabric* fabric,
                         const config::Place& place);

}  // namespace jacquard::topology
