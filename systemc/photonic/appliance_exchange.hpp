// SPDX-License-Identifier: Apache-2.0
// What the XPUs of an appliance have for each other, carried at once.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/demand/flow.hpp"
#include "jacquard/memory/memory_config.hpp"
#include "jacquard/schedule/arbiter/arbiter.hpp"
#include "systemc/photonic/appliance_config.hpp"

namespace jacquard::systemc {

// shared_memory: a sender writes to the appliance's memory, and the receiver reads from it.
// through_switch: from XPU to XPU, past all memory of the appliance.
enum class ExchangeWay : std::uint8_t { shared_memory, through_switch };

// When a receiver begins to read: once the flow is written, or once all flows of all XPUs are. That
// it learns of it costs no time.
enum class ReadAfter : std::uint8_t { flow, all };

struct ApplianceExchange {
  ExchangeWay way = ExchangeWay::shared_memory;
  ReadAfter read_after = ReadAfter::flow;
  base::Bytes access{4096};          // an XPU asks and sends in pieces of this size at most
  base::Bytes outstanding{1 << 19};  // that an XPU has in flight to memory, and as much from it
  bool warm = true;  // the buffers have been used before: HBM has their lines, as far as they fit
  // Of the modules' memories; lt takes some eight times as long to simulate.
  memory::Fidelity fidelity = memory::Fidelity::ideal;
};

const config::FieldTable<ApplianceExchange>& appliance_exchange_fields();

// Throws ConfigError below `place` for accesses beyond what may be in flight.
void require_consistent(const ApplianceExchange& exchange, const config::Place& place);

struct ApplianceExchangeFigures {
  base::Picoseconds time{0};             // until the last byte has been received
  std::vector<base::Picoseconds> flows;  // the same, of each flow
  base::Bytes delivered{0};              // each byte once, or the run ends with an error
  std::int64_t accesses = 0;             // to memory, or pieces sent
  std::int64_t cells = 0;                // through the switch
};

// All flows begin at 0; of two XPUs at most one, and none to itself. A sender goes round the
// receivers, from the next one on. `arbiter`: as Appliance takes it. Throws ConfigError as both
// require_consistent() do, and for flows that the appliance's memory does not hold.
ApplianceExchangeFigures run_exchange(const ApplianceConfig& appliance,
                                      const ApplianceExchange& exchange,
                                      base::Span<const demand::Flow> flows, std::uint64_t seed,
                                      std::unique_ptr<schedule::Arbiter> arbiter = nullptr);

}  // namespace jacquard::systemc
