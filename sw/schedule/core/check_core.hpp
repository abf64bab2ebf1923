// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/core/core.hpp"

namespace jacquard::schedule {

// The checker's verdict on what a core has shown. A shift core connects all ports and does not say
// what they carry: its settings are judged with their relays (shift_relays.hpp), on the demand
// without what ports have for themselves.
Verdict check_core(const CoreShape& shape, const demand::QuantaMatrix& demand,
                   const Schedule& shown);

}  // namespace jacquard::schedule
