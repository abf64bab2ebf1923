// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/family.hpp"

#include "sim/platform/appliance_family.hpp"
#include "sim/platform/job_faults_family.hpp"
#include "sim/platform/jobs_family.hpp"
#include "sim/platform/memory_family.hpp"
#include "sim/platform/npu_collective_family.hpp"
#include "sim/platform/npu_family.hpp"
#include "sim/platform/npu_mesh_family.hpp"
#include "sim/platform/npu_step_family.hpp"
#include "sim/platform/photonic_family.hpp"

namespace jacquard::platform {

base::Span<const Family> families() {
  static const std::vector<Family> all = {
      memory_family(),         photonic_family(),   npu_family(),
      npu_collective_family(), appliance_family(),  npu_step_family(),
      npu_mesh_family(),       job_faults_family(), jobs_family()};
  return {all.data(), all.size()};
}

const Family* family_of(const std::string& path) {
  const config::Json json = config::read_json(path);
  if (!json.is_object() || !json.contains("kind")) return nullptr;
  std::vector<std::string> words;
  for (const Family& family : families()) words.push_back(family.kind);
  const config::Place place{path, "/kind"};
  return &families()[config::read_word(json.at("kind"), words, place)];
}

}  // namespace jacquard::platform
