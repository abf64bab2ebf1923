// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/base/mixed_radix.hpp"

namespace jacquard::rounds {

// How the ranks of a collective, or the pieces of its data, are numbered.
using Shape = base::MixedRadix;

}  // namespace jacquard::rounds
