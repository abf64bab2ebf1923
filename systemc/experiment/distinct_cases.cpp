// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/distinct_cases.hpp"

#include <map>
#include <string>

namespace jacquard::experiment {

std::vector<std::size_t> first_alike(const std::vector<Case>& cases) {
  std::map<std::string, std::size_t> known;
  std::vector<std::size_t> first;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const Case& c = cases[k];
    config::Document keys;
    keys["traffic"] = traffic_fields().show(c.config.traffic);
    keys[c.kind->name] = c.kind->keys(c.config);
    first.push_back(known.try_emplace(keys.dump(), k).first->second);
  }
  return first;
}

}  // namespace jacquard::experiment
