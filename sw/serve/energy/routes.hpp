// SPDX-License-Identifier: Apache-2.0
// What a bit costs on its way between two GPUs (Photonic Fabric s4.2).
#pragma once

#include "jacquard/base/units.hpp"

namespace jacquard::serve::energy {

// Of a bit between GPUs of one tray, of one rack, and of two racks.
struct Routes {
  base::Joules tray{0};
  base::Joules rack{0};
  base::Joules beyond{0};
};

enum class Preset : std::uint8_t { paper, of_2025 };

// Paper: NVLink's 50 pJ within a tray, then two adapters of 65 and one switch of 35, or three.
// 2025: pluggable optics of 21 as adapters, switch boxes of 25; NVLink as in the paper, as no
// other figure is published.
Routes electrical_routes(Preset preset);
// Paper: 10, 30 and 50 pJ, which give its tables; its text adds up to 10, 35 and 85. 2025: a link
// of 3.1 with its laser, and one switch chip of 8.8, or three with two links.
Routes photonic_routes(Preset preset);

// Of a bit to any other of `gpus` alike, which fill trays of 8 and racks of 64. At least 2.
base::Joules mean_route(const Routes& routes, int gpus);

}  // namespace jacquard::serve::energy
