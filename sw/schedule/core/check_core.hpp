// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/core/core.hpp"

namespace jacquard::schedule {

// What a core looks at of a demand: shift not at what ports have for themselves.
demand::QuantaMatrix seen_by(const CoreShape& shape, const demand::QuantaMatrix& demand);

// The checker's verdict on what a core has shown, on what it has seen of the demand. A shift core
// connects all ports and does not say what they carry: its settings are judged with their relays
// (shift_relays.hpp).
Verdict check_core(const CoreShape& shape, const demand::QuantaMatrix& demand,
                   const Schedule& shown);

}  // namespace jacquard::schedule
