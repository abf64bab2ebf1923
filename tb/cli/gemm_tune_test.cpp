// SPDX-License-Identifier: Apache-2.0
// `jacquard gemm tune` as a user runs it.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"
#include "support/program.hpp"

using namespace jacquard;
using Catch::Contains;
using nlohmann::json;
using tb::Answer;
using tb::Folder;
using tb::mistake;
using tb::run_program;
using tb::with;
using tb::Words;

namespace {

const Words kGpt = {"gemm", "tune", "gpt3-175b", "--chips", "256"};

json rows_of(const Words& words, const Folder& folder) {
  const Answer answer = run_program(with(words, {"--json"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out).at("rows");
}

}  // namespace

TEST_CASE("The authors' tuner's answers on 256 chips come first, whatever the model is called") {
  const Folder folder;
  const Words authors = {"--mode", "authors", "--calibration", "sim"};
  const json gpt = rows_of(with(kGpt, authors), folder);
  CHECK(gpt[0].at("mesh") == "32x8");
  CHECK(gpt[0].at("block_time_ps").get<double>() == Approx(53.20525e9).epsilon(1e-6));
  CHECK(gpt[0].at("evaluated").get<int>() > 0);
  CHECK(gpt[0].contains("utilisation"));
  for (const char* name : {"megatron-nlg", "mt-nlg-530b"}) {
    const json rows = rows_of(with({"gemm", "tune", name, "--chips", "256"}, authors), folder);
    CHECK(rows[0].at("mesh") == "32x8");
    CHECK(rows[0].at("block_time_ps").get<double>() == Approx(126.80358e9).epsilon(1e-6));
  }
}

TEST_CASE("After the winner come its layers' passes, whose times add up, then the other meshes") {
  const Folder folder;
  for (const char* mode : {"authors", "paper", "physical"}) {
    const json rows = rows_of(with(kGpt, {"--mode", mode}), folder);
    std::int64_t time = 0;
    std::int64_t slowest = rows[0].at("block_time_ps");
    std::size_t passes = 0;
    bool others = false;
    for (const json& row : rows) {
      const std::string kind = row.at("row_kind");
      if (kind == "pass") {
        CHECK_FALSE(others);
        ++passes;
        time += row.at("time_ps").get<std::int64_t>();
        if (row.at("pass") == "forward") time += row.at("resharding_ps").get<std::int64_t>();
      } else if (kind == "runner_up") {
        others = true;
        CHECK(row.at("block_time_ps") >= slowest);
        slowest = row.at("block_time_ps");
      }
    }
    INFO(mode);
    CHECK(passes == 12);
    CHECK(others);
    CHECK(std::abs(time - rows[0].at("block_time_ps").get<std::int64_t>()) <= 12);
    CHECK(rows[0].at("points") ==
          rows[0].at("evaluated").get<int>() + rows[0].at("pruned").get<int>());
  }
}

TEST_CASE("With the figures fitted to it the paper's model gives its utilisation") {
  const Folder folder;
  const json rows = rows_of(with(kGpt, {"--mode", "paper"}), folder);
  CHECK(rows[0].at("mesh") == "32x8");
  CHECK(rows[0].at("utilisation").get<double>() == Approx(0.6776).margin(6e-5));
  CHECK(rows[0].at("calibrated") == true);
  CHECK(rows[0].at("paper_rules_block_time_ps") >= rows[0].at("block_time_ps"));
}

TEST_CASE("A mesh may be given, and a batch; the same words give the same bytes") {
  const Folder folder;
  const Words words = with(kGpt, {"--mesh", "16x16", "--batch", "64", "--sequence", "1024"});
  const json rows = rows_of(words, folder);
  CHECK(rows[0].at("mesh") == "16x16");
  CHECK(rows[0].at("meshes") == 1);
  CHECK(rows[1].at("shape") == "65536x36864x12288");
  CHECK(run_program(with(words, {"--json"}), folder).out ==
        run_program(with(words, {"--json"}), folder).out);
}

TEST_CASE("A model may be the config.json of Hugging Face") {
  const Folder folder;
  base::write_file(folder.path("config.json"),
                   R"json({"architectures": ["LlamaForCausalLM"], "model_type": "llama",
    "hidden_size": 4096, "intermediate_size": 14336, "num_attention_heads": 32,
    "num_key_value_heads": 8, "num_hidden_layers": 32, "vocab_size": 128256,
    "max_position_embeddings": 8192})json");
  const json rows = rows_of({"gemm", "tune", "./config.json", "--chips", "64"}, folder);
  CHECK(rows[1].at("layer") == "qkv");
  CHECK(rows[1].at("shape") == "65536x6144x4096");  // 8 of 32 heads are of keys
}

TEST_CASE("Inference takes the forward pass alone, of all tokens or of one a sequence") {
  const Folder folder;
  const Words words = {"gemm", "tune", "llama3-70b", "--chips", "16", "--batch", "128"};
  const json prefill = rows_of(with(words, {"--task", "prefill"}), folder);
  CHECK(prefill[1].at("shape") == "262144x10240x8192");  // 64 heads and 2 x 8 of keys and values
  CHECK(prefill[2].at("layer") == "projection");
  const json decode = rows_of(with(words, {"--task", "decode"}), folder);
  CHECK(decode[0].at("task") == "decode");
  CHECK(decode[0].at("block_time_ps") < prefill[0].at("block_time_ps"));
  CHECK(decode[0].at("memory_bytes") < prefill[0].at("memory_bytes"));
}

TEST_CASE("Experts are products one after the other, of their share of the tokens") {
  const Folder folder;
  const json rows = rows_of({"gemm", "tune", "mixtral-8x7b", "--chips", "64"}, folder);
  std::int64_t time = 0;
  for (const json& row : rows) {
    if (row.at("row_kind") != "pass") continue;
    time += row.at("products").get<std::int64_t>() * row.at("time_ps").get<std::int64_t>();
    if (row.at("layer") != "expert up") continue;
    CHECK(row.at("products") == 8);
    // 32 sequences of 2,048 tokens, which visit 2 of 8 experts; gate and up side by side.
    if (row.at("pass") == "forward") CHECK(row.at("shape") == "16384x28672x4096");
  }
  CHECK(std::abs(time - rows[0].at("block_time_ps").get<std::int64_t>()) <= 100);
}

TEST_CASE("Every model of configs/models whose layers a mesh of 16 divides is tuned") {
  const Folder folder;
  for (const char* model : {"deepseek-v3", "deepseek-v2-lite", "qwen3-235b-a22b", "dbrx",
                            "llama4-maverick", "grok-1", "gpt-oss-120b", "vit-large"}) {
    const json rows = rows_of({"gemm", "tune", model, "--chips", "16", "--batch", "256"}, folder);
    INFO(model);
    CHECK(rows[0].at("block_time_ps") > 0);
  }
}

TEST_CASE("A system's NPUs are the chips, by a word, a name or a file") {
  const Folder folder;
  folder.file("node.json", R"json({"network": {"topology": "Switch(8)", "bandwidth": "450 GB/s",
    "bandwidth_per": "npu", "latency": "500 ns"}, "npu": {"device": "h100_sxm"}, "node": 8})json");
  const auto tuned = [&](const char* system) {
    return rows_of({"gemm", "tune", "llama3-8b", "--system", system}, folder).at(0);
  };
  const json word = tuned("8xh100"), file = tuned("node.json"), nodes = tuned("dgx_h100_8x8");
  CHECK(word.at("chips") == 8);
  CHECK(file.at("block_time_ps") == word.at("block_time_ps"));
  CHECK(nodes.at("chips") == 64);
  CHECK(nodes.at("mesh") == "8x8");  // its dimensions differ: searched in no other mesh
  const auto fault = [&](const Words& more) {
    return mistake(with({"gemm", "tune", "llama3-8b", "--system"}, more), folder);
  };
  CHECK_THAT(fault({"8xh100", "--chips", "4"}), Contains("--chips: expected 8"));
  CHECK_THAT(fault({"8xh100", "--chip", "tpu-v4"}), Contains("--chip"));
  CHECK_THAT(fault({"8xh100", "--calibration", "tpu"}), Contains("--calibration"));
  CHECK_THAT(fault({"8xh100", "--mode", "authors"}), Contains("--system"));
  CHECK_THAT(fault({"dgx_h100_8x8", "--mesh", "4x16"}), Contains("--mesh: expected 8x8"));
  CHECK_THAT(fault({"cosmic_system1"}), Contains("cosmic_system1.json#/npu/device"));
}

TEST_CASE("Mistakes of gemm tune name the option and the nearest that serves") {
  const Folder folder;
  const auto fault = [&](const Words& more) { return mistake(with(kGpt, more), folder); };
  CHECK_THAT(mistake({"gemm", "tune", "gpt3-176b", "--chips", "256"}, folder),
             Contains("gpt3-175b"));
  CHECK_THAT(mistake({"gemm", "tune", "gpt3-175b"}, folder), Contains("--chips"));
  CHECK_THAT(mistake({"gemm", "tune", "--chips", "256"}, folder), Contains("MODEL"));
  CHECK_THAT(fault({"--mesh", "16x8"}), Contains("--mesh") && Contains("256"));
  CHECK_THAT(fault({"--mesh", "16by16"}), Contains("--mesh"));
  CHECK_THAT(fault({"--mode", "papers"}), Contains("--mode") && Contains("paper"));
  CHECK_THAT(fault({"--task", "serve"}), Contains("--task") && Contains("prefill"));
  CHECK_THAT(fault({"--mode", "authors", "--task", "decode"}), Contains("--task"));
  CHECK_THAT(fault({"--calibration", "gpu"}), Contains("sim or tpu"));
  CHECK_THAT(fault({"--chip", "tpu-v5"}), Contains("--chip"));
  CHECK_THAT(fault({"--chip", "tpu-v4", "--calibration", "tpu"}), Contains("--chip"));
  CHECK_THAT(fault({"--mode", "authors", "--chip", "tpu-v4"}), Contains("--chip"));
  CHECK_THAT(fault({"--mode", "authors", "--algorithm", "wang"}), Contains("--algorithm"));
  CHECK_THAT(fault({"--algorithm", "summer"}), Contains("--algorithm") && Contains("summa"));
  CHECK_THAT(fault({"--batch", "16777216", "--sequence", "16777216"}), Contains("--batch"));
  CHECK_THAT(fault({"--blocks", "1000"}), Contains("--chips") && Contains("chips"));
  CHECK_THAT(fault({"--mesh", "8x32", "--algorithm", "cannon"}),
             Contains("--mesh") && Contains("square") && Contains("nearest is 16x16"));
  CHECK_THAT(fault({"--mesh", "8x8x4"}), Contains("--mesh") && Contains("2.5d"));
  CHECK_THAT(mistake({"gemm", "tune", "gpt3-175b", "--chips", "7"}, folder),
             Contains("--chips") && Contains("nearest is 6"));
  CHECK_THAT(mistake({"gemm", "tune", "gpt3-175b", "--chips", "8", "--mode", "authors"}, folder),
             Contains("nearest is 16"));
}
