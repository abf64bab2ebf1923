// SPDX-License-Identifier: Apache-2.0
// What memory behind ports can reach, in closed form.
#pragma once

#include <cstdint>

#include "jacquard/base/units.hpp"

namespace jacquard::memory {

// The share of accesses that must hit for the misses not to hold a port of `port` payload: misses
// ask for (1 - share) * port and have the memory fetch `amplification` times as much, which must
// not exceed `memory`. 0 if memory alone fills the port. Requires port > 0, amplification > 0.
double needed_hit_rate(base::BytesPerSecond port, base::BytesPerSecond memory,
                       double amplification = 1);

// What a port carries at most at this hit rate: min(port, memory / (amplification * misses)).
base::BytesPerSecond carried_at(double hit_rate, base::BytesPerSecond port,
                                base::BytesPerSecond memory, double amplification = 1);

// The payload of all ports of an appliance, each way.
base::BytesPerSecond of_ports(int ports, base::BitsPerSecond each);

// The fewest ports that carry `total`. Requires each > 0. Saturates at the largest count.
std::int64_t ports_for(base::BytesPerSecond total, base::BitsPerSecond each);

}  // namespace jacquard::memory
