// SPDX-License-Identifier: Apache-2.0
// What the workers of a DynamoGraphDeployment start (nvidia.com/v1alpha1 and v1beta1).
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"

namespace jacquard::launch {

struct ManifestWorker {
  config::Place place;
  std::string type;  // "prefill", "decode", "worker", "frontend"; "" where it says none
  int replicas = 1;
  std::vector<std::vector<std::string>> commands;
};

bool is_manifest(const config::Json& json);

// Every component, in order. Throws ConfigError with the pointer of what is no list, text or
// number.
std::vector<ManifestWorker> workers_of(const config::Json& manifest, const std::string& path);

}  // namespace jacquard::launch
