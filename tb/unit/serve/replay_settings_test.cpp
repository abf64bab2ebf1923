// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/replay_settings.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using namespace jacquard::serve;
using Catch::Contains;
using tb::fault_of;

namespace {

ReplaySettings read(const std::string& json) {
  const tb::Folder folder;
  return read_replay_settings(folder.file("config.json", json));
}

std::string fault(const std::string& json) {
  return fault_of([&] { read(json); });
}

}  // namespace

TEST_CASE("an engine's settings are read in its own words") {
  const ReplaySettings settings = read(
      R"({"vllm": "0.19.0", "model": "meta-llama/Llama-3.1-8B", "tp": 2, "dp": 4,
          "expert_parallel": true, "max_num_seqs": 128, "max_num_batched_tokens": 2048,
          "max_model_len": 32768, "device": "NVIDIA GeForce RTX 4090",
          "kv_cache": {"num_gpu_blocks": 2588, "block_size": 32, "enable_prefix_caching": true},
          "metrics": {"TTFT Mean": {"measured_ms": 12.5}}})");
  CHECK(settings.engine.max_sequences == 128);
  CHECK(settings.engine.max_batched_tokens == 2048);
  CHECK(settings.engine.max_model_length == 32768);
  CHECK(settings.engine.blocks == 2588);
  CHECK(settings.engine.block == 32);
  CHECK(settings.engine.plan_ahead);
  CHECK(settings.groups == 4);
  CHECK(settings.model.tp == 2);
  CHECK(settings.model.expert_parallel == 8);
  CHECK(settings.model.layers == 32);
  CHECK(settings.model.hidden == 4096);
  CHECK(settings.model.processors == 128);  // of the white paper
  CHECK(settings.measured.at("TTFT Mean") == 12.5);
  CHECK(settings.shared_blocks > 0);
}

TEST_CASE("what is null or missing is no limit and no correction") {
  for (const char* json :
       {R"({"model": "qwen3-30b-a3b", "kv_cache": null, "max_model_len": null, "device": null})",
        R"({"model": "qwen3-30b-a3b"})"}) {
    const ReplaySettings settings = read(json);
    CHECK(settings.engine.blocks == 0);
    CHECK(settings.engine.max_model_length == 0);
    CHECK(settings.model.processors == 0);
    CHECK(settings.model.experts == 128);
    CHECK(settings.shared_blocks == 0);
    CHECK(settings.measured.empty());
  }
}

TEST_CASE("a cache in tokens is one in blocks") {
  const ReplaySettings settings = read(
      R"({"model": "llama3-8b", "kv_cache": {"num_kv_tokens": 41408, "num_gpu_blocks": null}})");
  CHECK(settings.engine.blocks == 41408 / 16);
}

TEST_CASE("attention of Hopper is left to the profile") {
  const ReplaySettings settings =
      read(R"({"model": "llama3-8b", "device": "NVIDIA H100 80GB HBM3"})");
  CHECK(settings.model.device.name == "h100_sxm");
  CHECK(settings.model.processors == 0);
}

TEST_CASE("settings that say something else are refused where they stand") {
  CHECK_THAT(fault(R"([1])"), Contains("an object"));
  CHECK_THAT(fault(R"({"tp": 1})"), Contains("/model"));
  CHECK_THAT(fault(R"({"model": "no-such-model"})"), Contains("no-such-model"));
  CHECK_THAT(fault(R"({"model": "llama3-8b", "tp": 0})"), Contains("/tp"));
  CHECK_THAT(fault(R"({"model": "llama3-8b", "max_num_seqs": "many"})"), Contains("/max_num_seqs"));
  CHECK_THAT(fault(R"({"model": "llama3-8b", "kv_cache": 5})"), Contains("/kv_cache"));
  CHECK_THAT(fault(R"({"model": "llama3-8b", "kv_cache": {"num_gpu_blocks": 1}})"),
             Contains("two blocks"));
  CHECK_THAT(fault(R"({"model": "llama3-8b", "device": 4090})"), Contains("/device"));
  CHECK_THAT(fault(R"({"model": "llama3-8b", "metrics": {"TTFT Mean": 5}})"),
             Contains("measured_ms"));
}
