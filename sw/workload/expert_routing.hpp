// SPDX-License-Identifier: Apache-2.0
// How tokens choose experts, as a user says it.
#pragma once

#include <cstdint>
#include <string>

#include "jacquard/config/codec.hpp"
#include "jacquard/config/place.hpp"

namespace jacquard::workload {

enum class RoutingKind : std::uint8_t { uniform, power_law, drifting, recorded };

struct ExpertRouting {
  RoutingKind kind = RoutingKind::uniform;
  double skew = 0;         // power_law: see demand::expert_weights
  std::uint64_t time = 0;  // drifting: of demand::popularity over experts
  std::string log;         // recorded: any file that demand::read_demand reads
  int index = 0;           // recorded: which matrix of the file
};

// "uniform", "power_law:1.2", "drifting", "drifting:TIME", or the path of a log, with "[INDEX]"
// behind it for another than the first of its matrices. Throws ConfigError at `place` for another
// text.
ExpertRouting expert_routing(const std::string& text, const config::Place& place);

// expert_routing() of this gives the same routing.
std::string text_of(const ExpertRouting& routing);

config::Codec<ExpertRouting> expert_routing_codec();

}  // namespace jacquard::workload
