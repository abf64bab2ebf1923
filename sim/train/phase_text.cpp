// SPDX-License-Identifier: Apache-2.0
#include "sim/train/phase_text.hpp"

namespace jacquard::train {

const char* phase_text(workload::Phase phase) {
  using workload::Phase;
  switch (phase) {
    case Phase::forward:
      return "forward";
    case Phase::backward:
      return "backward";
    case Phase::update:
      return "update";
    case Phase::prefill:
      return "prefill";
    case Phase::decode:
      return "decode";
    default:
      return "none";
  }
}

}  // namespace jacquard::train
