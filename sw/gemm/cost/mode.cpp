// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/gemm/cost/gemm_cost.hpp"

namespace jacquard::gemm {

const std::vector<std::string>& mode_names() {
  static const std::vector<std::string> names = {"authors", "paper", "physical"};
  return names;
}

const char* name_of(Mode mode) { return base::at(mode_names(), static_cast<int>(mode)).c_str(); }

Mode mode_named(const std::string& name, const std::string& source) {
  const auto& names = mode_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) base::throw_unknown_name(source, "mode", name, names);
  return static_cast<Mode>(found - names.begin());
}

}  // namespace jacquard::gemm
