// SPDX-License-Identifier: Apache-2.0
// What initiators ask of a memory: the noun `traffic` of an experiment on a memory.
#pragma once

#include "jacquard/config/field_table.hpp"

namespace jacquard::systemc {

enum class Pattern { stream, strided, random };

struct MemoryTraffic {
  Pattern pattern = Pattern::stream;
  base::Bytes access{256};
  base::Bytes stride{4096};       // strided: from one access to the next
  double read_share = 1;          // of the accesses
  base::Bytes working_set{0};     // from address 0 on; 0: the whole memory
  int initiators = 1;             // each with a part of the working set
  int outstanding = 256;          // accesses of one initiator in flight
  base::BytesPerSecond rate{0};   // that one initiator asks for; 0: as fast as its window lets it
  std::int64_t accesses = 0;      // of one initiator; 0: until `duration`
  base::Picoseconds duration{0};  // no access begins later; 0: until `accesses`
  base::Picoseconds quantum{1'000};  // lt, ideal: an initiator runs ahead of time by it at most
};

const config::FieldTable<MemoryTraffic>& memory_traffic_fields();

// Throws ConfigError below `place` for traffic that never ends, or that does not fit a memory of
// this capacity.
void require_fits(const MemoryTraffic& traffic, base::Bytes capacity, const config::Place& place);

}  // namespace jacquard::systemc
