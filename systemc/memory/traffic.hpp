// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "jacquard/memory/access.hpp"
#include "systemc/memory/traffic_config.hpp"

namespace jacquard::systemc {

// What an initiator will ask for, one at a time, with the time before which it does not; times do
// not go back. Nothing: no more.
using Accesses = std::function<std::optional<memory::TimedAccess>()>;

// Those of initiator `index`. Requires traffic that fits the capacity.
Accesses accesses_of(const MemoryTraffic& traffic, base::Bytes capacity, int index,
                     std::uint64_t seed);

}  // namespace jacquard::systemc
