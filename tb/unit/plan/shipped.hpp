// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/config/find_config.hpp"
#include "jacquard/plan/evaluate.hpp"

namespace jacquard::plan {

inline Model shipped_model(const std::string& name) {
  return config::read_config(model_fields(),
                             config::find_config(kModels, name, config::Place{"test", ""}));
}

inline Cluster shipped_cluster(const std::string& name) {
  return config::read_config(
      systems::cluster_fields(),
      config::find_config(systems::kSystems, name, config::Place{"test", ""}));
}

}  // namespace jacquard::plan
