// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/circuit/announced_slots.hpp"
#include "systemc/circuit/crossbars_shape.hpp"
#include "systemc/circuit/framing.hpp"

namespace jacquard::systemc {

inline constexpr int kCrossbarGuardBits = 16;  // of jq_crossbar's counts of clocks

// A circuit fabric with nothing left open (see resolve() in circuit_config.hpp).
struct CircuitParameters {
  Framing framing;
  CrossbarsShape crossbars;             // guard included
  Distances distances;                  // to the crossbar where circuits meet
  base::Picoseconds slack{0};           // of a setting beyond its data
  base::Picoseconds crossbar_clock{0};  // of a crossbar in hardware; 0: none
  base::Picoseconds slot{0};            // T, grid of starts; 0: settings start when they can
  base::Bytes slot_bytes{0};            // that a slot carries, if slotted
  base::Picoseconds report_latency{0};  // NPU to scheduler
  base::Picoseconds grant_latency{0};   // scheduler to NPUs and switches
  base::Picoseconds forward{0};         // that an NPU needs to send on what it has received
  bool loss_is_error = true;            // by a guard or a wrong setting
  bool keep_settings = false;           // one that is connected already pays no guard
};

}  // namespace jacquard::systemc
