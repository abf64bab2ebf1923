// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "jacquard/base/bitset.hpp"

namespace jacquard::schedule {

// What a row gains by each column is its weight less the column's price: plain loops over whole
// rows, which the compiler turns into vectors.

// The most it gains. count > 0.
template <class Count>
Count most_gain(const Count* weight, const Count* price, int count);

// Sets the bits of the columns by which it gains just that, and clears all others.
template <class Count>
void columns_of_gain(const Count* weight, const Count* price, int count, Count gain,
                     base::Word* columns);

// What pairs serve that are held for `hold`.
template <class Count>
void served_in(const Count* left, int count, Count hold, Count* served);

// The same times `scale`, and 1 more for pairs that are finished then.
template <class Count, class Wide>
void served_and_finished_in(const Count* left, int count, Count hold, Wide scale, Wide* served);

}  // namespace jacquard::schedule
