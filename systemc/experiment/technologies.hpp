// SPDX-License-Identifier: Apache-2.0
// Optical circuit switches, and who says so. The noun of configs/optical_switches.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"

namespace jacquard::experiment {

// Between which times it reconfigures. Ports, loss and power where published.
struct Technology {
  std::string name;  // of its file, as commands take it
  std::string title;
  std::optional<int> ports;
  base::Picoseconds fastest{0};
  base::Picoseconds slowest{0};
  std::optional<double> loss_db;     // insertion loss
  std::optional<base::Watts> power;  // of all ports, held or changed
  std::string basis;                 // published, summary (of papers, by a third party), recalled
  std::string source;
};

inline constexpr const char* kOpticalSwitches = "optical_switches";

const config::FieldTable<Technology>& technology_fields();

// Throws ConfigError at `place` unless 0 < fastest <= slowest.
void require_consistent(const Technology& one, const config::Place& place);

// The switch in a file, or of configs/optical_switches by its name. Throws ConfigError with the
// nearest name if there is none, and as require_consistent.
Technology find_technology(const std::string& name_or_path);

}  // namespace jacquard::experiment
