// SPDX-License-Identifier: Apache-2.0
// The settings file of an engine whose run is replayed: vLLM's own words.
#pragma once

#include <map>
#include <string>

#include "jacquard/serve/engine_settings.hpp"
#include "jacquard/serve/profile_clock.hpp"

namespace jacquard::serve {

struct ReplaySettings {
  EngineSettings engine;
  ProfiledModel model;
  int groups = 1;  // of attention's data parallelism
  // Of the cache of requests whose prefixes are not recorded: what blocks that requests share add.
  std::int64_t shared_blocks = 0;
  std::map<std::string, double> measured;  // "TTFT Mean": ms; empty: the file has none
};

// Reads {"model", "max_num_seqs", "max_num_batched_tokens", "max_model_len", "tp", "dp",
// "expert_parallel", "device", "kv_cache": {"num_gpu_blocks" or "num_kv_tokens", "block_size",
// "enable_prefix_caching"}, "metrics"}. Where kv_cache, max_model_len or device is null or missing,
// there is no limit and no correction for the device. Other keys are ignored, as an engine has
// hundreds. Throws ConfigError naming file and pointer.
ReplaySettings read_replay_settings(const std::string& path);

}  // namespace jacquard::serve
