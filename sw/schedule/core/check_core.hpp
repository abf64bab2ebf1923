// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/core/core.hpp"

namespace jacquard::schedule {

// What a run serves of a demand: shifts not what ports have for themselves.
demand::QuantaMatrix seen_by(const CoreRun& run, const demand::QuantaMatrix& demand);

// The checker's verdict on what a core of that shape has shown, on what it has seen of the demand.
// Shifts connect all ports and do not say what they carry: their settings are judged with their
// relays (shift_relays.hpp).
Verdict check_core(const CoreShape& shape, const demand::QuantaMatrix& demand, const CoreRun& run);

}  // namespace jacquard::schedule
