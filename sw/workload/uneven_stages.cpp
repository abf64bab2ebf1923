// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/uneven_stages.hpp"

#include "jacquard/base/at.hpp"

namespace jacquard::workload {

std::vector<int> uneven_stages(int layers, int parts) {
  std::vector<int> stages(base::index(parts), layers / parts);
  for (int left = layers % parts, i = 1; left > 0; --left, ++i) ++base::at(stages, i % parts);
  return stages;
}

}  // namespace jacquard::workload
