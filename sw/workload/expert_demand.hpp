// SPDX-License-Identifier: Apache-2.0
// What the ranks of an expert-parallel group send each other when tokens go to their experts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/workload/expert_routing.hpp"

namespace jacquard::workload {

struct ExpertTraffic {
  int ranks = 1;            // of the group; experts lie on them in equal runs, 0 first
  int experts = 1;          // a multiple of ranks
  int top_k = 1;            // at most experts
  std::int64_t tokens = 0;  // of each rank; 0 with a recorded log: as many as it has
  base::Bytes bytes_per_token{1};
};

// Row = source rank, column = rank of the experts, in bytes; what stays on its rank is on the
// diagonal. A token counts once for each of its experts. Each row sums to tokens x top_k x
// bytes_per_token. Uniform: an equal share for each rank. Power law and drifting: shares of the
// experts as they lie on the ranks, dealt out by `seed`, the same for every source. Recorded: the
// log's shares, row by row (of all rows where the log has none of a source). What does not divide
// goes to the largest remainders, of equal ones to the next ranks in turn. Combining is the
// transpose. Throws ConfigError at `place` for ranks that do not divide experts or exceed
// demand::kMaxPorts, top_k beyond experts, amounts beyond demand::kMaxEntry, and as readers do.
demand::DemandMatrix expert_demand(const ExpertTraffic& traffic, const ExpertRouting& routing,
                                   std::uint64_t seed, const config::Place& place);

// How popular each expert is, not below 0; the experts of rank 0 come first. Not of recorded logs,
// which know ranks alone. Throws as expert_demand().
std::vector<double> expert_shares(const ExpertTraffic& traffic, const ExpertRouting& routing,
                                  std::uint64_t seed, const config::Place& place);

// Exponent of the power law whose busiest rank has the same share of all tokens, or the steepest
// useful one: what ExpertWork::skew and CommWork::skew are under this routing. On one rank a
// recorded or drifting routing says nothing, so its exponent is 0. Throws as expert_demand().
double equivalent_skew(const ExpertTraffic& traffic, const ExpertRouting& routing,
                       std::uint64_t seed, const config::Place& place);

// Lines of numbers, as demand::read_demand takes them.
std::string as_csv(const demand::DemandMatrix& matrix);

}  // namespace jacquard::workload
