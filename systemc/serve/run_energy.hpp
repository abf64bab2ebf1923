// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "jacquard/serve/energy/gpu_power.hpp"
#include "systemc/serve/setup.hpp"

namespace jacquard::serve {

// Of `npus` of the setup alone. Nothing where a device's power limit is unknown.
std::optional<base::Joules> board_energy_of(const Setup& setup, int npus, const energy::Work& work);

// Of `npus` of the setup for the work of all of them; of XPUs before an appliance, with the links
// and switches on the way to its memory. Nothing where a device's power limit is unknown.
std::optional<base::Joules> energy_of(const Setup& setup, int npus, const energy::Work& work);

}  // namespace jacquard::serve
