// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/kept/connected.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// The same settings, of which the first that is connected already, and that sends on nothing, comes
// first; unchanged if there is none. Direct settings may come in any order.
Schedule begun_with(const Connected& connected, const demand::QuantaMatrix& demand,
                    const Schedule& schedule);

}  // namespace jacquard::schedule
