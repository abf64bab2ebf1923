// SPDX-License-Identifier: Apache-2.0
// When the settings of a crossbar, or of parallel ones, start and end, and when the last byte has
// arrived, if nothing fails: the closed form that studies use and that simulated fabrics are held
// against.
#pragma once

#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/base/units.hpp"

namespace jacquard::schedule {

struct CompletionRule {
  base::Picoseconds guard{0};        // before every setting, the first included
  base::Picoseconds propagation{0};  // from the last byte sent to the last byte received
  base::Picoseconds grid{0};         // starts are rounded up to its multiples; 0: none
  bool overlap = true;               // false: the first guard begins when all are decided
  int switches = 1;                  // parallel ones, each with guards of its own
};

struct Completion {
  std::vector<base::Picoseconds> starts;
  std::vector<base::Picoseconds> ends;
  std::vector<int> switches;  // which one has it
  base::Picoseconds time{0};  // the last end + propagation; 0 if there is no setting
};

// Setting k starts at max(end of k - 1 + guard, ready[k]), on the grid, and lasts holds[k]. Without
// overlap every setting counts as ready when the last one is, so that, without a grid, time =
// decision + guards + holds + propagation. Of parallel switches the one that is free first has the
// next setting, of equal ones that of the lowest number; "k - 1" is then the setting it had before.
// Which one is next: of those ready before it starts the longest, else the first. Then `ready` must
// ascend. Requires as many `ready` as `holds`, none negative, and a switch.
// Saturates at the largest Picoseconds.
Completion completion(base::Span<const base::Picoseconds> holds,
                      base::Span<const base::Picoseconds> ready, const CompletionRule& rule);

}  // namespace jacquard::schedule
