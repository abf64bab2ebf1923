// SPDX-License-Identifier: Apache-2.0
#include "jacquard/machine/expert_places.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::machine {
namespace {

// Places of each expert: copies go where a place has most tokens.
std::vector<int> counts_of(const std::vector<double>& shares, int copies) {
  std::vector<int> counts(shares.size(), 1);
  for (int copy = 0; copy < copies; ++copy) {
    std::size_t most = 0;
    for (std::size_t e = 1; e < shares.size(); ++e) {
      if (shares[e] / counts[e] > shares[most] / counts[most]) most = e;
    }
    ++counts[most];
  }
  return counts;
}

// Who has room: first who has not this expert, then who has fewest tokens.
std::size_t roomiest(const std::vector<double>& loads, const std::vector<int>& rooms,
                     const std::vector<int>& has_it) {
  std::size_t best = loads.size();
  const auto key = [&](std::size_t r) {
    const bool again = std::find(has_it.begin(), has_it.end(), static_cast<int>(r)) != has_it.end();
    return std::make_tuple(again, loads[r], r);
  };
  for (std::size_t r = 0; r < loads.size(); ++r) {
    if (rooms[r] > 0 && (best == loads.size() || key(r) < key(best))) best = r;
  }
  return best;
}

}  // namespace

ExpertPlaces::ExpertPlaces(const std::vector<double>& shares, int copies, int ranks)
    : ranks_(shares.size()) {
  const int places = static_cast<int>(shares.size()) + copies;
  JQ_CHECK(ranks > 0 && places % ranks == 0, "NPUs divide what is placed on them");
  const int of_rank = places / ranks;
  if (copies == 0) {
    for (std::size_t e = 0; e < shares.size(); ++e) {
      ranks_[e] = {static_cast<int>(e) / of_rank};
    }
    return;
  }
  const std::vector<int> counts = counts_of(shares, copies);
  std::vector<std::size_t> order(shares.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return shares[a] / counts[a] > shares[b] / counts[b];
  });
  std::vector<double> loads(base::index(ranks), 0.0);
  std::vector<int> rooms(base::index(ranks), of_rank);
  for (const std::size_t e : order) {
    for (int k = 0; k < counts[e]; ++k) {
      const std::size_t rank = roomiest(loads, rooms, ranks_[e]);
      ranks_[e].push_back(static_cast<int>(rank));
      loads[rank] += shares[e] / counts[e];
      --rooms[rank];
    }
  }
}

int ExpertPlaces::rank_of(int expert, int source, std::int64_t token) const {
  const std::vector<int>& all = ranks_of(expert);
  return all[static_cast<std::size_t>((source + token) % static_cast<std::int64_t>(all.size()))];
}

const std::vector<int>& ExpertPlaces::ranks_of(int expert) const {
  return base::at(ranks_, expert);
}

}  // namespace jacquard::machine
