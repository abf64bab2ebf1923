// SPDX-License-Identifier: Apache-2.0
// Where a layer's experts and their copies lie, as an engine that balances them has placed them.
#pragma once

#include <cstdint>
#include <vector>

namespace jacquard::machine {

class ExpertPlaces {
 public:
  // Requires that `ranks` divide the experts and copies. Without copies experts lie in equal runs.
  // Each copy goes to the expert of which a place has most tokens by `shares`; then the fullest
  // places are dealt first, each to the rank with fewest tokens that has room, as EPLB does. So no
  // rank has an expert twice while another one has room.
  ExpertPlaces(const std::vector<double>& shares, int copies, int ranks);

  // Tokens take the places of an expert in turn, each source from another one on.
  int rank_of(int expert, int source, std::int64_t token) const;
  const std::vector<int>& ranks_of(int expert) const;

 private:
  std::vector<std::vector<int>> ranks_;  // by expert
};

}  // namespace jacquard::machine
