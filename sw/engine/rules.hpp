// SPDX-License-Identifier: Apache-2.0
// What an NPU pays for around a message, and in which order it takes up what waits. The defaults
// are those of simulation studies with ASTRA-sim (Rashidi et al., ISPASS 2020).
#pragma once

#include <string>

#include "jacquard/base/units.hpp"

namespace jacquard::engine {

//   faithful       contention, groups on the dimensions they occupy, concurrent collectives
//   astra_unaware  ASTRA-sim's congestion-unaware back end, to the nanosecond
//   astra_aware    its congestion-aware back end
enum class Mode { faithful, astra_unaware, astra_aware };
const char* name_of(Mode mode);  // "astra-unaware"

// Which of the collectives that wait in a queue of an NPU goes first: the one issued last (the
// highest number in the graph) or first. Phases of one collective go in the order they came.
enum class Order { lifo, fifo };

// What a node on the way does with a message: cut_through sends its head on at once, and
// store_and_forward when all of it is there.
enum class Forwarding { cut_through, store_and_forward };

struct Rules {
  base::Picoseconds endpoint_delay{10'000};             // at the start of a phase, per receipt
  base::BytesPerSecond local_memory_bandwidth{1.6e12};  // of reductions
  int active_chunks = 1;  // phases that an NPU runs at once in one dimension
  Order order = Order::lifo;
  Forwarding forwarding = Forwarding::cut_through;
};

// Where what is run came from, so that an error names what the user gave: a file or an option, and
// what to change where it takes too long.
struct Origin {
  std::string source = "rounds";
  std::string hint = "fewer bytes or a higher bandwidth";
};

// Time a message occupies a link, to the nearest picosecond, at least one. Throws ConfigError at
// the origin beyond an hour.
base::Picoseconds serialisation(base::Bytes bytes, base::BytesPerSecond bandwidth,
                                const Origin& origin = {});

// Time to add a received message to what an NPU holds: three passes of local memory (read both,
// write one), to the nearest picosecond, at least one; nothing where that bandwidth is infinite, as
// where the figures of links were measured with reductions in them. Throws as serialisation() does.
base::Picoseconds reduction(base::Bytes bytes, const Rules& rules, const Origin& origin = {});

}  // namespace jacquard::engine
