// SPDX-License-Identifier: Apache-2.0
// Which part of a rack takes which energy. What is not known is left out, and named.
#pragma once

#include <optional>
#include <string>

#include "systemc/serve/fabric_exchanges.hpp"
#include "systemc/serve/run_energy.hpp"

namespace jacquard::serve {

struct EnergyParts {
  std::optional<base::Joules> npus;      // their boards without memories
  std::optional<base::Joules> memories;  // of the NPUs
  std::string interconnect;              // as it was named; "" for none
  std::optional<base::Joules> links;     // on all the time, as are switch and scheduler
  std::optional<base::Joules> a_switch;
  std::optional<base::Joules> scheduler;
  // Of links and switch, if they took energy for bits that were exchanged, and none beside.
  std::optional<base::Joules> moved;
  std::string left_out;  // what of these is not known, and why; "" for nothing
  std::string assumed;   // what of these goes beyond its source, or the run beyond the device

  std::optional<base::Joules> all() const;  // of those that are known
};

EnergyParts energy_parts(const Setup& setup, int npus, const energy::Work& work,
                         const std::optional<FabricFigures>& exchanges);

}  // namespace jacquard::serve
