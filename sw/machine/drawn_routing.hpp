// SPDX-License-Identifier: Apache-2.0
// Which experts the few tokens of a step choose, drawn token by token.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/demand/popularity.hpp"
#include "jacquard/machine/expert_places.hpp"
#include "jacquard/workload/expert_routing.hpp"

namespace jacquard::machine {

struct RoutedExperts {
  int ranks = 1;
  int experts = 1;
  int copies = 0;  // beside them
  int top_k = 1;
  int layers = 1;
};

// Experts lie on the ranks in equal runs; with copies as the popularity before the first step
// has them placed. Layers differ, as LayerRouting has them.
class DrawnRouting {
 public:
  // Throws ConfigError at `place` for ranks that do not divide the experts and copies, and where a
  // log is of other ranks.
  DrawnRouting(const RoutedExperts& experts, const workload::ExpertRouting& routing,
               std::uint64_t seed, config::Place place);

  // To be called at each step where experts have copies. Where popularity drifts, works out that of
  // these layers at a step, for choices to come. Going on by a step is cheap; choices at a step
  // that was not prepared draw all that it depends on. What was prepared is kept for kRemembered
  // steps.
  void prepare(const std::vector<int>& layers, std::uint64_t step);

  // What `tokens[r]` tokens of each rank r choose at a step, token after token: its rank, and the
  // ranks of its top_k experts. A token's experts are different ones, drawn by the popularity of
  // the layer at that step. A log knows ranks alone: then each choice is a rank, drawn by the
  // source's row, so that a token may choose a rank as often as it likes. The same for the same
  // step and layer.
  using Visit = std::function<void(int source, base::Span<const int> ranks)>;
  void each_token(const std::vector<std::int64_t>& tokens, int layer, std::uint64_t step,
                  const Visit& visit) const;

  // Their counts: row = rank of the token, column = rank of the expert.
  std::vector<std::int64_t> choices(const std::vector<std::int64_t>& tokens, int layer,
                                    std::uint64_t step) const;

 private:
  std::vector<double> logged_shares(int source, int layer, std::uint64_t step) const;
  std::vector<double> popularity(int layer, std::uint64_t step) const;
  std::uint64_t seed_of(int layer) const;
  std::vector<double> popularity_at(int layer, std::uint64_t step) const;

  RoutedExperts of_;
  workload::ExpertRouting routing_;
  std::uint64_t seed_;
  config::Place place_;
  std::vector<demand::DemandMatrix> log_;
  std::map<int, ExpertPlaces> places_;           // where there are copies
  std::map<int, demand::PopularityWalk> walks_;  // of layers that were prepared
  std::map<std::pair<std::uint64_t, int>, std::vector<double>> prepared_;  // by step and layer
};

}  // namespace jacquard::machine
