// SPDX-License-Identifier: Apache-2.0
// The rules of faithful mode (docs/engines.md) written down a second time, as plainly as possible:
// at every instant at which anything could change, every condition is looked at anew.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/engine/scenario.hpp"

namespace jacquard::tb {

struct NaiveResult {
  std::vector<std::int64_t> npu_ends;  // ps
  std::vector<std::int64_t> collective_begins;
  std::vector<std::int64_t> collective_ends;
  std::int64_t link_bytes = 0;
};

NaiveResult simulate_naively(const engine::Scenario& scenario);

}  // namespace jacquard::tb
