// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "jacquard/base/units.hpp"

namespace jacquard::serve {

// Who carries a prompt's keys and values between two instances in the place of the law. Called once
// for each prompt, in the order in which prompts end.
class HandOverCarrier {
 public:
  virtual ~HandOverCarrier() = default;
  // From the first byte to the last: of all NPUs of both, whose links carry nothing else then.
  virtual base::Picoseconds carry(std::size_t from, std::size_t to, base::Bytes bytes) = 0;
};

}  // namespace jacquard::serve
