// SPDX-License-Identifier: Apache-2.0
// How long collectives on an appliance take at least, in closed form: what a simulation is held
// against.
#pragma once

#include <cstdint>

#include "systemc/photonic/appliance_collective.hpp"

namespace jacquard::systemc {

// What limits a phase.
enum class Bound : std::uint8_t { port, fabric, hbm, ddr };

const char* name_of(Bound bound);  // "port", "switch", "hbm", "ddr"

struct CollectiveForm {
  base::Picoseconds time{0};
  base::Picoseconds writing{0};  // phases that write to the shared memory
  base::Picoseconds reading{0};
  Bound bound = Bound::port;  // of the longest phase, or of a ring's steps
};

// Each phase of a shared-memory collective: the latency of one access, and the largest of
//   what the busiest XPU moves / its port, headers included,
//   the cells of a switch port, answers included, / its slots,
//   what a module's memories move / their streaming bounds, or the peak of ideal ones: every write
//   goes to DDR. XPUs that read the same lines of real HBM wait for the lines' bank groups.
// A ring: its steps, each one's pieces through the slowest of lanes, switch and lanes, and the
// first piece through the others. Requires consistent configurations. Cold buffers: a line is read
// from DDR once, and then hits.
CollectiveForm closed_form(const ApplianceConfig& appliance, const ApplianceCollective& collective);

}  // namespace jacquard::systemc
