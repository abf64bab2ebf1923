// SPDX-License-Identifier: Apache-2.0
// The packet-switched fabric a circuit switch is compared with: hosts with RDMA senders around one
// shared-buffer switch (docs/packet.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/base/units.hpp"
#include "jacquard/demand/flow.hpp"
#include "systemc/packet/packet_config.hpp"

namespace jacquard::systemc {

struct PacketLink {
  base::Bytes bytes{0};         // on the wire, headers and ACKs included
  base::Picoseconds busy{0};    // sending
  base::Picoseconds paused{0};  // PFC forbade sending data (never on downlinks)
};

struct RateChange {
  base::Picoseconds at;
  int flow;
  base::BitsPerSecond target;
  base::BitsPerSecond rate;
};

struct PacketOutcome {
  base::Picoseconds completion{0};             // the last data byte of all is received
  std::vector<base::Picoseconds> flow_finish;  // the last data byte of each is received
  base::Bytes bytes_delivered{0};              // payload, in order, each byte once
  base::Bytes bytes_resent{0};                 // payload sent beyond that
  std::int64_t data_packets = 0;               // delivered
  std::int64_t early = 0;                      // of them, before one that was sent sooner
  std::int64_t marked = 0;                     // of them
  std::int64_t rate_cuts = 0;
  std::optional<base::Picoseconds> first_cut;  // if there is one
  std::int64_t pauses = 0;
  std::int64_t drops = 0;
  std::int64_t events = 0;                     // state changes simulated
  base::Bytes largest_queue{0};                // of an egress, in bytes
  std::vector<PacketLink> uplinks, downlinks;  // per port
  // Between switches, up and down: link u of leaf l and spine s at (l spines + s) uplinks + u.
  std::vector<PacketLink> rising, falling;
  std::vector<RateChange> rate_changes;  // if asked for
};

// Flows that follow each other in the list, and begin together when those of another have come.
struct FlowPhase {
  std::size_t first = 0, count = 0;
  std::optional<std::size_t> after;  // an earlier phase; none: each at its own start
  base::Picoseconds gap{0};          // from the last byte of that phase
};

struct PacketRunOptions {
  std::uint64_t seed = 1;     // of RED
  bool rate_changes = false;  // keep every one of them
  // Not 0: simulate in some other order that must not matter, by this seed (for tests).
  std::uint64_t event_order = 0;
  // Not empty: the uniform numbers of RED in place of `seed`'s, whichever port they are for (for
  // tests with one congested port).
  base::Span<const double> red_numbers;
  // Of all flows, or empty: each begins at its own start. A phase begins no sooner after another
  // than a packet takes over one link, as no host could know of it.
  std::vector<FlowPhase> phases;
};

// Runs `flows` to the end in a SystemC simulation of its own. A flow of no bytes finishes when it
// starts. Throws ConfigError for a flow whose ports the fabric does not have, for values that do
// not go together (see resolve()), and for a simulation that stalls (it names who waits for what)
// or collapses (next to all that is sent is dropped). Not for use by several threads.
PacketOutcome simulate_packets(const PacketConfig& config, base::Span<const demand::Flow> flows,
                               const PacketRunOptions& options = {});

}  // namespace jacquard::systemc
