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

// Of the pairs by which a row gains just `gain`: 1 if the hold finishes them, 0 if not. `none` for
// all others. `served` is what served_in() said.
template <class Count>
void finished_at_gain(const Count* left, const Count* served, const Count* price, int count,
                      Count gain, Count none, Count* finished);

}  // namespace jacquard::schedule
