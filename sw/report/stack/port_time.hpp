// SPDX-License-Identifier: Apache-2.0
// What the time of the ports is spent on, as exact sums.
#pragma once

#include <string>
#include <vector>

#include "jacquard/stack/routes.hpp"
#include "jacquard/stack/stack.hpp"

namespace jacquard::report {

// Of the circuits of one label, summed over all ports that send and all channels. Each message
// counts as large as its round's largest.
struct PortTime {
  std::string label;
  base::Seconds slots{0};     // all below together
  base::Seconds data{0};      // bytes at the port's rate
  base::Seconds guard{0};     // t_x
  base::Seconds flight{0};    // t_max, where each slot pays it
  base::Seconds unfilled{0};  // the rest of slots in which the last bytes went
};

struct PortTimes {
  std::vector<PortTime> labels;  // as Plan::labels
  base::Seconds all{0};          // ports x channels x step
  base::Seconds reserved{0};     // kept for what only the run knows
  base::Seconds idle{0};         // no slot: computations, or waiting
  std::int64_t ports = 0;        // times channels
  PortTime sum() const;
  // Bytes at the port's rate over the time of their slots: Chronos's eta, over all pieces.
  double slot_efficiency() const;
};

PortTimes port_times(const stack::Stack& stack, const stack::Routes& routes);

}  // namespace jacquard::report
