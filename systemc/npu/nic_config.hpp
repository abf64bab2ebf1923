// SPDX-License-Identifier: Apache-2.0
// The NIC of an NPU: packets, buffers, and who adds what is received.
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"

namespace jacquard::systemc {

// How a message that is to be added becomes part of a sum.
//   on_arrival  it is written to memory as it comes; when it is whole, the vector unit reads it and
//               the NPU's own part, and writes the sum: three passes, as engine::reduction() counts
//   in_passing  the NIC reads the NPU's own part for each packet and writes the sum
enum class Adding { on_arrival, in_passing };

struct NicConfig {
  int links = 4;                              // out of the NPU, each with a controller
  base::BitsPerSecond rate{360'000'000'000};  // of each, one way
  base::Picoseconds latency{500'000};         // from one NPU to the next
  base::Bytes packet{4096};    // payload of a full packet, and size of its access to memory
  base::Bytes header{0};       // what a packet carries beside its payload
  int outstanding = 16;        // accesses to memory of each sender, receiver, adder
  base::Bytes buffer{262144};  // of each direction of each link
  Adding adding = Adding::in_passing;
};

const config::FieldTable<NicConfig>& nic_fields();

// Packets that a buffer holds: as many accesses to memory a sender or a receiver may have in
// flight.
int packets_in_buffer(const NicConfig& config);

// Throws ConfigError below `place` for a buffer that holds no packet.
void require_consistent(const NicConfig& config, const config::Place& place);

}  // namespace jacquard::systemc
