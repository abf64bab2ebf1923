// SPDX-License-Identifier: Apache-2.0
// When a scheduler decides on what experts exchange, and on which demand.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/config/codec.hpp"
#include "jacquard/demand/demand_matrix.hpp"

namespace jacquard::machine {

// on_demand   when the exchange is known and has the switch
// last        before, on what the layer sent the time before; the residue is mended on arrival
// predicted   before, on the mean of what the layer sent the last kRemembered times
// overlapped  from the instant the exchange can be known: a combine is its dispatch turned around,
//             and a backward pass sends what the forward pass sent
// turned      on demand, and a combine not at all: its schedule is its dispatch's, turned around
// held        once for a micro-batch, on its first layer; the residue of each layer is mended
enum class Decide : std::uint8_t { on_demand, last, predicted, overlapped, turned, held };

inline constexpr int kRemembered = 4;

config::Codec<Decide> decide_codec();
const char* name_of(Decide decide);

// Entry by entry, rounded up to bytes. At least one, all of one size.
demand::DemandMatrix mean_of(const std::vector<demand::DemandMatrix>& demands);

}  // namespace jacquard::machine
