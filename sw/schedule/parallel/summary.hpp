// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/schedule/parallel/share.hpp"
#include "jacquard/schedule/summary.hpp"

namespace jacquard::schedule {

// Of all switches together: settings and quanta of all, slots and guards of the one that ends last.
// Efficiencies are over the slots of all switches. Valid where each share is, and the shares'
// demands sum to `quanta`.
Summary summarise(const demand::DemandMatrix& demand, const demand::QuantaMatrix& quanta,
                  const std::vector<SwitchShare>& shares);

}  // namespace jacquard::schedule
