// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/event/totals.hpp"

namespace jacquard::engine {
namespace {

struct Sums {
  double busy_ps = 0;
  std::int64_t bytes = 0;
};

// Messages of different sizes may have ways of different lengths: each is walked.
void add_uneven(const Scenario& s, const Wiring& wiring, const Plan& plan, std::uint32_t r,
                std::vector<Sums>& sums) {
  const demand::Round& round = s.graph.rounds[r];
  const demand::Collective& c = s.graph.collective_of(round);
  for (int rank = 0; rank < c.shape.size(); ++rank) {
    const int to = round.permutation.receiver(c.shape, rank);
    if (to == demand::kNobody) continue;
    Wiring::Hop hop;
    hop.to = c.npu(rank);
    while (hop.to != c.npu(to) || hop.at_switch) {
      hop = wiring.next(hop.to, hop.at_switch, hop.dimension, c.npu(to),
                        plan.sendings[r].lane->channel());
      Sums& sum = sums[static_cast<std::size_t>(hop.dimension)];
      sum.busy_ps += static_cast<double>(plan.stay(r, rank, hop.dimension)) * round.repeat;
      sum.bytes += round.bytes_from(rank).count() * round.repeat;
    }
  }
}

}  // namespace

void add_link_totals(const Scenario& s, const Wiring& wiring, const Plan& plan, Result& result) {
  const int dimensions = s.fabric.dimensions();
  std::vector<Sums> sums(static_cast<std::size_t>(dimensions));
  for (std::uint32_t r = 0; r < s.graph.rounds.size(); ++r) {
    const demand::Round& round = s.graph.rounds[r];
    if (!round.uneven.empty()) {
      add_uneven(s, wiring, plan, r, sums);
      continue;
    }
    for (int d = 0; d < dimensions; ++d) {
      const std::int64_t hops =
          plan.sendings[r].lane->hops()[static_cast<std::size_t>(d)] * round.repeat;
      Sums& sum = sums[static_cast<std::size_t>(d)];
      sum.busy_ps += static_cast<double>(plan.stay(r, 0, d)) * static_cast<double>(hops);
      sum.bytes += round.bytes.count() * hops;
    }
  }
  for (int d = 0; d < dimensions; ++d) {
    const Sums& sum = sums[static_cast<std::size_t>(d)];
    Result::Dimension& dimension = result.dimensions.emplace_back();
    dimension.bytes = base::Bytes{sum.bytes};
    dimension.busy = base::Seconds{sum.busy_ps / static_cast<double>(base::kPicosecondsPerSecond)};
    dimension.links = wiring.links_of(d);
    const double available =
        static_cast<double>(dimension.links) * static_cast<double>(result.time.count());
    if (available > 0) dimension.utilisation = sum.busy_ps / available;
  }
}

}  // namespace jacquard::engine
