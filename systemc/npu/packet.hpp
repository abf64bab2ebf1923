// SPDX-License-Identifier: Apache-2.0
// What NICs exchange.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/rounds/round_graph.hpp"

namespace jacquard::systemc {

// A run of bytes in an NPU's memory.
struct Segment {
  std::uint64_t address = 0;
  base::Bytes bytes{0};
};

// The sender reads the segments, in order. Segments lie at the same addresses in every NPU.
struct NpuMessage {
  std::int64_t id = 0;
  std::vector<Segment> segments;
  rounds::Protocol protocol;
};

// A part of a message; of no bytes where its message has none.
struct NpuPacket {
  std::int64_t message = 0;
  Segment part;
  rounds::Protocol protocol;  // the message's; but its sync is of the first packet alone
};

}  // namespace jacquard::systemc
