// SPDX-License-Identifier: Apache-2.0
// What simulations of the photonic appliance measured, as memory that serves models.
#pragma once

#include <string>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"

namespace jacquard::serve::celestisim {

// Figures of one port or module (configs/measured/photonic). An XPU has a port and reads blocks
// of all modules in turn.
struct ApplianceFigures {
  std::string source;                  // the runs that gave them
  int modules = 16;                    // and as many ports
  base::BytesPerSecond port{0};        // payload, if every access hits the HBM
  base::BytesPerSecond hbm{0};         // hits of a module, whatever its port
  base::BytesPerSecond ddr{0};         // lines fetched in a stream
  base::BytesPerSecond ddr_random{0};  // lines of 64 B
  base::BytesPerSecond writes{0};      // all go to DDR
  base::Bytes cache{0};                // HBM of a module
  base::Bytes memory{0};               // DDR behind it
};

const config::FieldTable<ApplianceFigures>& appliance_figures_fields();

// The shipped figures: "pfa" or "pfa_next".
ApplianceFigures shipped_figures(const std::string& name);

}  // namespace jacquard::serve::celestisim
