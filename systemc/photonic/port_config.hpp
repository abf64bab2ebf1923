// SPDX-License-Identifier: Apache-2.0
// An optical port: lanes each way, what its packets carry besides data, latency and energy.
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"

namespace jacquard::systemc {

struct PortConfig {
  int lanes = 128;  // each way
  base::BitsPerSecond lane_rate{56'250'000'000};
  base::Picoseconds latency{100'000};  // one way, from NIC to NIC
  base::Bytes packet{256};             // payload of a full packet
  base::Bytes request_header{12};      // of a packet towards the memory: 4 B and an address
  base::Bytes response_header{4};      // of a packet from it
  base::Joules link_per_bit{1e-11};    // transceivers of both ends
  base::Joules laser_per_bit{0};

  base::BitsPerSecond rate() const { return base::BitsPerSecond{lane_rate.count() * lanes}; }
  base::BytesPerSecond peak() const {
    return base::BytesPerSecond{static_cast<double>(rate().count()) / 8};
  }
};

const config::FieldTable<PortConfig>& optical_port_fields();

// What `payload` bytes occupy on the lanes with a header on each packet; no payload is one header.
base::Bytes on_lanes(base::Bytes payload, base::Bytes header, const PortConfig& port);

// The payload that a direction carries at most in transfers of `payload` bytes each.
base::BytesPerSecond payload_peak(base::Bytes payload, base::Bytes header, const PortConfig& port);

}  // namespace jacquard::systemc
