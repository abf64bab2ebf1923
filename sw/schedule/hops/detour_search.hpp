// SPDX-License-Identifier: Apache-2.0
// Which detours lower the holds of some settings.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/schedule/hops/detours.hpp"

namespace jacquard::schedule {

// So much of a circuit goes by `first` to the port which `second` joins to the circuit's column.
struct Detour {
  int setting;
  int row;
  int first;
  int second;
  std::int64_t quanta;
};

// Lowers the settings' holds as add_detours() says. The detours are by setting and row; what
// circuits carry is left to the caller.
std::vector<Detour> lower_holds(std::vector<RelaySetting>& settings,
                                const demand::SlotClock& clock);

}  // namespace jacquard::schedule
