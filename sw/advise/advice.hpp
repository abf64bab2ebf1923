// SPDX-License-Identifier: Apache-2.0
// Who is first at which guard time, and how long a guard a traffic can afford.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/advise/contender.hpp"

namespace jacquard::advise {

// Guard times from..to, both included, at which one scheduler is done first.
struct Range {
  base::Picoseconds from{0};
  base::Picoseconds to{0};
  const Contender* first = nullptr;  // at `from`
  const Contender* last = nullptr;   // at `to`: the same scheduler, perhaps in another setting
};

// Who is done first at this guard. Of those within a thousandth of the first the one with the
// fewest settings, which a longer guard hurts least; of equals the earlier one.
const Contender& winner(const std::vector<const Contender*>& contenders, base::Picoseconds guard);

// The ranges of 0..longest, in order, exact to the picosecond where two neighbours meet. Between
// two points of a grid of 32 a decade at which the same contender is first, nobody else is.
std::vector<Range> ranges(const std::vector<Contender>& contenders, base::Picoseconds longest);

// The largest guard in 0..longest at which one of them is done within `most`; none if not even
// without guards.
std::optional<base::Picoseconds> largest_guard(const std::vector<const Contender*>& contenders,
                                               base::Picoseconds most, base::Picoseconds longest);

// Those of a scheduler; of all for "".
std::vector<const Contender*> of_scheduler(const std::vector<Contender>& contenders,
                                           const std::string& scheduler);

}  // namespace jacquard::advise
