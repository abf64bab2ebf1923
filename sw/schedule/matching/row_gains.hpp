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

}  // namespace jacquard::schedule
