// SPDX-License-Identifier: Apache-2.0
// What an event costs where all events stand in one queue: the hold model (pop the earliest, put it
// back a random time later) with `pending` of them.
#pragma once

#include <cstdint>

namespace jacquard::bench {

// Both return events per second, in `events` events that do nothing else.
double heap_events_per_s(int pending, std::int64_t events);
double kernel_events_per_s(int pending, std::int64_t events);

}  // namespace jacquard::bench
