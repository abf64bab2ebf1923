// SPDX-License-Identifier: Apache-2.0
// What a schedule is worth to a layer of experts: tokens are sent, computed on, and sent back.
#pragma once

#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// What a port does with the tokens that it receives.
struct ExpertCompute {
  base::BitsPerSecond rate{390'000'000'000};  // of received bytes
  base::Picoseconds start{10'000'000};        // of a kernel, before its first byte
};

// What has come to its last stop by then.
struct Arrival {
  base::Picoseconds time{0};
  int port = 0;
  std::int64_t quanta = 0;
};

// Of a valid schedule, in the order of settings: of one hop a circuit's share comes when its last
// byte has been sent, of several hops when the setting ends.
std::vector<Arrival> arrivals_of(const demand::QuantaMatrix& demand, const Schedule& schedule);

struct LayerTime {
  base::Picoseconds whole{0};         // each port computes once all of its tokens have come
  base::Picoseconds as_they_come{0};  // a free port computes on all that has come and pays a start
};

// Arrivals in any order, of quanta of `quantum` bytes; what was computed goes back once all ports
// are done, and takes `back`.
LayerTime expert_layer(std::vector<Arrival> arrivals, base::Bytes quantum, base::Picoseconds back,
                       const ExpertCompute& compute);

}  // namespace jacquard::schedule
