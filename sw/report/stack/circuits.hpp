// SPDX-License-Identifier: Apache-2.0
// The circuits that a placed transfer sets.
#pragma once

#include <functional>

#include "jacquard/stack/routes.hpp"
#include "jacquard/stack/stack.hpp"

namespace jacquard::report {

struct Circuit {
  int sender = 0;    // rank
  int receiver = 0;  // rank
  int link = 0;      // as Routes::link(): an uplink, or Routes::kLocal
};

// By sender of each actor, ascending.
void each_circuit(const stack::Plan& plan, const stack::Routes& routes, int pattern, int part,
                  const std::function<void(const Circuit&)>& take);

// Of each part of each pattern, by Routes::setting().
struct CircuitCount {
  std::int64_t all = 0;
  std::int64_t up = 0;  // through a spine
};
std::vector<CircuitCount> count_circuits(const stack::Plan& plan, const stack::Routes& routes);

// Indices of the transfers of Timeline::placed that are set in slot `slot` of `channel`.
std::vector<std::size_t> placed_in(const stack::Stack& stack, int channel, std::int64_t slot);

}  // namespace jacquard::report
