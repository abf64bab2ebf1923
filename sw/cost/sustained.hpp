// SPDX-License-Identifier: Apache-2.0
// Where clock and power meet in long bursts.
#pragma once

#include "jacquard/cost/device.hpp"

namespace jacquard::cost {

// Share of the rate alone that products of this type keep in long bursts, when the board draws all
// the power that it may: docs/cost.md. That of the device's file where it says one; 1 where the
// device's power, or the energy of its generation, is not known.
double sustained_share(const Device& device, workload::NumberType type);
// The same as a rate.
base::FlopsPerSecond sustained_rate(const Device& device, workload::NumberType type);
// That the board may draw, by its data sheet; of a device that does not ship as its generation's
// usual one; 0: not known.
base::Watts board_power(const Device& device);
// What a generation draws beside its products; 0: not known. A board's power is more.
base::Watts power_beside_products(const Device& device);

}  // namespace jacquard::cost
