// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/cost/device.hpp"

namespace jacquard::cost {

// Whether Device::processors are many and narrow, as a GPU's are. A rate fitted on one of them says
// nothing of a matrix unit, of which a TPU or Trainium has a few.
inline bool has_multiprocessors(const Device& device) {
  return device.architecture != "tpu" && device.architecture != "trainium";
}

}  // namespace jacquard::cost
