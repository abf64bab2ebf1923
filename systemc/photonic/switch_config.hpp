// SPDX-License-Identifier: Apache-2.0
// The digital switch that joins the modules of an appliance.
#pragma once

#include <cstdint>
#include <string>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"

namespace jacquard::systemc {

// The arbiter that is jq_slot_arbiter, Verilated; every other name is one of schedule::arbiters().
inline constexpr const char* kRtlArbiter = "wwfa_rtl";

struct SwitchConfig {
  base::Bytes cell{256};                 // payload of a cell, which takes one slot
  base::Bytes header{4};                 // of each cell
  base::Picoseconds latency{50'000};     // from the end of a cell's slot to its output
  base::Joules energy_per_bit{2.5e-11};  // of cells, full or not
  std::string arbiter = "wwfa";

  base::Bytes on_wire() const { return cell + header; }
  // Cells of a message; one of no payload has one.
  std::int64_t cells(base::Bytes payload) const;
};

const config::FieldTable<SwitchConfig>& switch_fields();

// Throws ConfigError below `place` for an arbiter that is none.
void require_consistent(const SwitchConfig& config, const config::Place& place);

// The payload of one port, each way, when every slot moves a full cell.
base::BytesPerSecond payload_peak(const SwitchConfig& config, base::BitsPerSecond rate);

}  // namespace jacquard::systemc
