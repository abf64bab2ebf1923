// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "support/program.hpp"

using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

Words words_with(const Words& more, const std::string& engine = "analytic",
                 const std::string& parallel = "dp=4,pp=2,zero=1,micro_batch=1") {
  Words words = {"train",      "llama3-8b", "--system",   "8xh100", "--layers",    "8",
                 "--batch",    "32",        "--sequence", "4096",   "--no-timing", "--json",
                 "--parallel", parallel,    "--engine",   engine};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

json row_of(const Words& words, const std::string& kind) {
  const Folder folder;
  const Answer answer = run_program(words, folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  const json rows = json::parse(answer.out).at("rows");
  for (const json& row : rows) {
    if (row["row_kind"] == kind) return row;
  }
  return {};
}

json step_of(const Words& words) { return row_of(words, "step"); }

double time_of(const json& step) { return step["time_ps"].get<double>(); }

}  // namespace

TEST_CASE("a job's optimizer, adapters and documents change its step, each as it should") {
  const json usual = step_of(words_with({}));
  const json muon = step_of(words_with({"--set", "optimizer=muon"}));
  CHECK(time_of(muon) > time_of(usual));
  CHECK(muon["memory_optimizer_bytes"] < usual["memory_optimizer_bytes"]);
  const json lora = step_of(words_with({"--set", "lora.rank=16"}));
  CHECK(time_of(lora) < 0.8 * time_of(usual));
  CHECK(lora["memory_gradients_bytes"].get<double>() <
        0.02 * usual["memory_gradients_bytes"].get<double>());
  const json packed = step_of(words_with({"--set", "lengths.mean=300"}));
  CHECK(time_of(packed) < time_of(usual));
  const json documents = row_of(words_with({"--set", "lengths.mean=300"}), "documents");
  CHECK(documents["imbalance"] >= 1);
  CHECK(documents["filled"] > 0.9);
  // The same seed, the same documents; another engine, the same micro-batches.
  CHECK(time_of(step_of(words_with({"--set", "lengths.mean=300"}))) == time_of(packed));
  const json event = step_of(words_with({"--set", "lengths.mean=300"}, "event"));
  CHECK(time_of(event) == Approx(time_of(packed)).epsilon(0.04));
}

TEST_CASE("schedules of two parts a stage run on both engines, and waste less than 1F1B") {
  const auto with = [](const std::string& schedule, const std::string& engine) {
    return step_of(words_with({}, engine, "dp=2,pp=4,zero=1,micro_batch=1," + schedule));
  };
  const double usual = time_of(with("schedule=1f1b", "analytic"));
  for (const std::string schedule : {"schedule=zb-v", "schedule=dualpipe"}) {
    const double forms = time_of(with(schedule, "analytic"));
    CHECK(forms < usual);
    CHECK(time_of(with(schedule, "event")) == Approx(forms).epsilon(0.04));
  }
}

TEST_CASE("keys of training that do not go together are refused by their names") {
  const Folder folder;
  const auto fault = [&](const Words& more) { return mistake(words_with(more), folder); };
  CHECK_THAT(fault({"--set", "optimizer=mion"}),
             Catch::Contains("optimizer") && Catch::Contains("muon"));
  CHECK_THAT(fault({"--set", "optimizer=muon", "--set", "lora.rank=8"}),
             Catch::Contains("--set optimizer: expected adam"));
  CHECK_THAT(fault({"--set", "optimizer=muon", "--set", "offload.share=1"}),
             Catch::Contains("--set offload.share"));
  CHECK_THAT(fault({"--set", "lora.rank=8", "--set", "lora.modules=[]"}),
             Catch::Contains("--set lora.modules"));
  CHECK_THAT(fault({"--set", "lengths.file=none.txt"}), Catch::Contains("none.txt"));
  CHECK_THAT(fault({"--kind", "prefill", "--set", "lora.rank=8"}),
             Catch::Contains("--set lora.rank"));
  CHECK_THAT(fault({"--kind", "prefill", "--set", "lengths.mean=300"}),
             Catch::Contains("--set lengths.mean: expected 0 in inference, found 300"));
  CHECK_THAT(fault({"--set", "lengths.mean=0.5"}),
             Catch::Contains("--set lengths.mean: expected 1 token or more"));
  for (const char* const framework : {"megatron", "nemo"}) {
    CHECK_THAT(fault({"--set", "lengths.mean=500", "--launch", framework}),
               Catch::Contains("lengths.mean for --launch") && Catch::Contains("found 500"));
  }
}

TEST_CASE("a search refuses what no step of training takes before it begins") {
  const Folder folder;
  const auto fault = [&](Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return mistake(words, folder);
  };
  const Words plan = {"plan", "llama3-8b", "--system", "8xh100", "--batch", "64"};
  const Words usual = {"train", "llama3-8b", "--system", "8xh100", "--batch", "64"};
  const Words both = {"--set", "lora.rank=16", "--set", "optimizer=muon"};
  CHECK_THAT(fault(plan, both), Catch::Contains("--set optimizer: expected adam"));
  CHECK_THAT(fault(usual, both), Catch::Contains("--set optimizer: expected adam"));
  CHECK_THAT(fault(plan, {"--set", "lengths.mean=300"}),
             Catch::Contains("--set lengths.mean: expected 0: a search is of whole sequences"));
}

TEST_CASE("keys of training without the key that gives them an effect are refused") {
  const Folder folder;
  const std::string file = "lengths.file=" + folder.file("lengths.txt", "1024\n");
  const auto fault = [&](const Words& keys) {
    Words words;
    for (const std::string& key : keys) words.insert(words.end(), {"--set", key});
    return mistake(words_with(words), folder);
  };
  CHECK_THAT(fault({R"(lora.modules=["qkv"])"}),
             Catch::Contains("--set lora.modules: expected lora.rank beside it"));
  CHECK_THAT(fault({"offload.link=1 GB/s"}),
             Catch::Contains("--set offload.link: expected offload.share beside it"));
  CHECK_THAT(fault({"offload.host_bandwidth=1 GB/s"}), Catch::Contains("offload.share beside it"));
  CHECK_THAT(fault({"lengths.sigma=0.5"}),
             Catch::Contains("--set lengths.sigma: expected lengths.mean beside it"));
  CHECK_THAT(fault({file, "lengths.sigma=0.5"}), Catch::Contains("lengths.mean beside it"));
  CHECK_THAT(fault({"lengths.packing=cut"}),
             Catch::Contains("--set lengths.packing: expected lengths.mean or lengths.file"));
  CHECK_THAT(fault({file, "lengths.mean=300"}),
             Catch::Contains("--set lengths.mean: expected 0 beside lengths.file, found 300"));
}
