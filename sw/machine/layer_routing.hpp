// SPDX-License-Identifier: Apache-2.0
// How the tokens of each layer choose experts, micro-batch after micro-batch.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "jacquard/workload/expert_demand.hpp"

namespace jacquard::machine {

// Layers are routed apart: popular experts lie, and drift, differently in each, by streams of the
// seed. A drifting routing moves on by one for each time. Of a recorded log with several matrices
// each (time, layer) takes the next one, round and round.
class LayerRouting {
 public:
  // `layers` have experts. Throws ConfigError at `place` as workload::expert_demand().
  LayerRouting(const workload::ExpertTraffic& traffic, const workload::ExpertRouting& routing,
               std::uint64_t seed, int layers, config::Place place);

  // What a group sends before the experts of its layer-th layer with experts; kept.
  const demand::DemandMatrix& demand(int layer, std::int64_t time);
  // False for times before the first of the law, or of the log.
  bool has(int layer, std::int64_t time) const;

 private:
  workload::ExpertTraffic traffic_;
  workload::ExpertRouting routing_;
  std::uint64_t seed_;
  int layers_;
  config::Place place_;
  int recorded_ = 1;  // matrices of the log
  std::map<std::pair<int, std::int64_t>, demand::DemandMatrix> kept_;
};

}  // namespace jacquard::machine
