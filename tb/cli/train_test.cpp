// SPDX-License-Identifier: Apache-2.0
// `jacquard train` as a user runs it.
#include <algorithm>
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

const char* const kModel = R"json({"name": "small", "hidden": 512, "layers": 4, "heads": 8,
  "inner": 2048, "vocabulary": 1000, "sequence": 256})json";
const char* const kSystem = R"json({"network": {"topology": "Switch(8)", "bandwidth": "50 GB/s",
  "latency": "1 us"}, "npu": {"peak": "100 TFLOP/s", "memory_bandwidth": "2 TB/s"}})json";
// What the model in the first of its files needs of memory is some 60 MB.
const char* const kJob = R"json({"model": "./model.json", "system": "./system.json",
  "parallel": "dp=4,tp=2,zero=1", "batch": 16})json";

// A folder with the three files.
struct Files {
  Folder folder;
  Files() {
    folder.file("model.json", kModel);
    folder.file("system.json", kSystem);
    folder.file("job.json", kJob);
  }
};

std::string out_of(const Words& words, const Folder& folder) {
  const Answer answer = run_program(words, folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return answer.out;
}

json rows_of(const Words& words, const Folder& folder) {
  return json::parse(out_of(with(words, {"--json"}), folder)).at("rows");
}

json step_of(const Words& words, const Folder& folder) {
  const json rows = rows_of(words, folder);
  REQUIRE(rows.at(0).at("row_kind") == "step");
  return rows[0];
}

}  // namespace

TEST_CASE("A step of GPT3-175B prints the row that is promised, on each engine and in each mode") {
  const Folder folder;
  const Words step = {"train",      "gpt3-175b",
                      "--layers",   "4",
                      "--system",   "cosmic_system2",
                      "--parallel", "dp=64,tp=4,sp=4,zero=3",
                      "--batch",    "1024"};
  for (const auto& [engine, mode] :
       {std::pair{"analytic", "faithful"}, std::pair{"event", "faithful"},
        std::pair{"event", "astra-unaware"}, std::pair{"event", "astra-aware"}}) {
    CAPTURE(engine, mode);
    const json rows = rows_of(with(step, {"--engine", engine, "--mode", mode}), folder);
    const json& row = rows.at(0);
    CHECK(row.at("row_kind") == "step");
    CHECK(row.at("npus") == 1024);
    CHECK(row.at("memory_kv_bytes") == 0);
    for (const char* const key :
         {"memory_weights_bytes", "memory_gradients_bytes", "memory_optimizer_bytes",
          "memory_activations_bytes", "mfu", "tokens_per_s"}) {
      CAPTURE(key);
      CHECK(row.at(key) > 0);
    }
    CHECK(row.at("compute_ps").get<std::int64_t>() + row.at("exposed_comm_ps").get<std::int64_t>() +
              row.at("bubble_ps").get<std::int64_t>() ==
          row.at("time_ps").get<std::int64_t>());
    std::vector<std::string> kinds;
    for (const json& each : rows) kinds.push_back(each.at("row_kind"));
    for (const char* const kind : {"class", "dimension", "collective", "operation"}) {
      CAPTURE(kind);
      CHECK(std::count(kinds.begin(), kinds.end(), kind) > 0);
    }
  }
}

TEST_CASE("A job's file gives the same bytes as its options, whatever the number of threads") {
  const Files files;
  const std::string by_file = out_of({"train", "job.json", "--json"}, files.folder);
  CHECK(out_of({"train", "model.json", "--system", "system.json", "--parallel", "tp=2,zero=1,dp=4",
                "--batch", "16", "--json"},
               files.folder) == by_file);
  CHECK(out_of({"train", "job.json", "--threads", "3", "--json"}, files.folder) == by_file);
  files.folder.file("knobs.json", R"json({"model": "./model.json", "system": "./system.json",
    "parallel": {"dp": 4, "tp": 2, "zero": 1}, "batch": 16})json");
  CHECK(out_of({"train", "knobs.json", "--json"}, files.folder) == by_file);
  const json shipped = rows_of({"train", "gpt3_175b_4_layers"}, files.folder);
  CHECK(rows_of({"train", "gpt3-175b", "--layers", "4", "--system", "cosmic_system2", "--parallel",
                 "dp=64,tp=4,sp=4,zero=3", "--batch", "1024"},
                files.folder) == shipped);
}

TEST_CASE("Options stand above --set, and --set above the job's file") {
  const Files files;
  const Words job = {"train", "job.json"};
  CHECK(step_of(job, files.folder).at("batch") == 16);
  CHECK(step_of(with(job, {"--set", "batch=32"}), files.folder).at("batch") == 32);
  CHECK(step_of(with(job, {"--set", "batch=32", "--batch", "64"}), files.folder).at("batch") == 64);
  CHECK(step_of(with(job, {"--model", "llama3-8b", "--layers", "1"}), files.folder).at("model") ==
        "llama3-8b");
  CHECK(step_of(with(job, {"--model", kModel}), files.folder) == step_of(job, files.folder));
  CHECK(step_of(with(job, {"--set", "system.npu.peak=200 TFLOP/s"}), files.folder).at("mfu") <
        step_of(job, files.folder).at("mfu"));
}

TEST_CASE("A model is also a Hugging Face config.json as it is") {
  const Folder folder;
  // Of meta-llama/Meta-Llama-3-8B.
  folder.file("config.json", R"json({"architectures": ["LlamaForCausalLM"],
    "attention_bias": false, "bos_token_id": 128000, "eos_token_id": 128001, "hidden_act": "silu",
    "hidden_size": 4096, "initializer_range": 0.02, "intermediate_size": 14336,
    "max_position_embeddings": 8192, "model_type": "llama", "num_attention_heads": 32,
    "num_hidden_layers": 32, "num_key_value_heads": 8, "pretraining_tp": 1, "rms_norm_eps": 1e-05,
    "rope_scaling": null, "rope_theta": 500000.0, "tie_word_embeddings": false,
    "torch_dtype": "bfloat16", "use_cache": true, "vocab_size": 128256})json");
  const Words rest = {"--system", "dgx_h100_8", "--parallel", "dp=8,zero=3", "--batch", "8"};
  json shipped = step_of(with({"train", "llama3-8b"}, rest), folder);
  for (const Words& model : {Words{"train", "config.json"}, {"train", "--model", "config.json"}}) {
    json row = step_of(with(model, rest), folder);
    row["model"] = shipped["model"];
    CHECK(row == shipped);
  }
}

TEST_CASE("The placement decides which dimension an axis is on") {
  const Folder folder;
  const std::string system = folder.file("two.json", R"json({"network": {
    "topology": "Switch(4) Switch(4)", "bandwidth": "400 GB/s,5 GB/s", "latency": "1 us,1 us"},
    "npu": {"peak": "100 TFLOP/s", "memory_bandwidth": "2 TB/s"}})json");
  const std::string model = folder.file("model.json", kModel);
  const Words step = {"train", model, "--system", system, "--batch", "16", "--parallel"};
  const auto time_of = [&](const std::string& parallel, const Words& more) {
    return step_of(with(with(step, {parallel}), more), folder).at("time_ps").get<double>();
  };
  const auto time = [&](const Words& more) { return time_of("dp=4,tp=4", more); };
  const double by_default = time({});
  CHECK(time({"--placement", "tp,cp,ep,dp,pp"}) == by_default);
  CHECK(time({"--placement", "dp,tp"}) > 1.5 * by_default);
  CHECK(time_of("dp=4,tp=4,placement=dp:tp", {}) == time({"--placement", "dp,tp"}));
}

TEST_CASE("Every kind of model and step runs, on one NPU and on many") {
  const Files files;
  const struct {
    const char* model;
    const char* parallel;
  } steps[] = {{"vit-base", "dp=8"},
               {"mixtral-8x7b", "ep=4,tp=2"},
               {"deepseek-v3", "ep=8"},
               {"llama3-70b", "pp=2,tp=4"}};
  for (const auto& step : steps) {
    for (const char* const kind : {"train", "prefill", "decode"}) {
      if (std::string(step.model) == "vit-base" && std::string(kind) == "decode") continue;
      CAPTURE(step.model, kind);
      const json row =
          step_of({"train", step.model, "--layers", "2", "--system", "dgx_h100_8", "--parallel",
                   step.parallel, "--batch", "8", "--kind", kind, "--ignore-memory", "--type",
                   std::string(kind) == "train" ? "fp8" : "bf16"},
                  files.folder);
      CHECK(row.at("time_ps") > 0);
      CHECK(row.at("mfu") > 0);
      CHECK(row.at("mfu") < 1);
      CHECK((row.at("memory_kv_bytes") > 0) == (std::string(kind) != "train"));
    }
  }
  CHECK(step_of({"train", "model.json", "--system", "system.json", "--set",
                 "system.network.topology=Ring(1)", "--layers", "1"},
                files.folder)
            .at("exposed_comm_ps") == 0);
}

TEST_CASE("A step of training for which nobody says a batch has 4 Mi tokens, and says so") {
  const Folder folder;
  const Words step = {"train",      "llama3-8b",   "--system", "dgx_h100_8",
                      "--parallel", "dp=8,zero=3", "--engine", "analytic"};
  const Answer usual = run_program(with(step, {"--json"}), folder);
  INFO(usual.err);
  REQUIRE(usual.exit_code == 0);
  CHECK_THAT(usual.err, Contains("a step of 512 sequences: 4 Mi tokens"));
  const json row = json::parse(usual.out).at("rows").at(0);
  CHECK(row.at("batch").get<int>() * row.at("sequence").get<int>() == 4 << 20);
  // It is the step that --batch and its micro-batches give.
  CHECK(step_of(with({"train", "llama3-8b", "--system", "dgx_h100_8", "--engine", "analytic"},
                     {"--parallel", row.at("parallel"), "--batch", "512"}),
                folder) == row);
  for (const Words& one : {Words{"--batch", "8"}, {"--set", "batch=8"}}) {
    CHECK(step_of(with(step, one), folder).at("batch") == 8);
  }
  folder.file("one.json", R"json({"model": "llama3-8b", "system": "dgx_h100_8", "batch": 1,
                                  "parallel": "tp=8", "engine": "analytic"})json");
  CHECK(step_of({"train", "one.json"}, folder).at("batch") == 1);
}

TEST_CASE("Dispatch and combine that are one communication stand in one row") {
  const Folder folder;
  bool both = false;
  for (const json& row : rows_of({"train", "mixtral-8x7b", "--layers", "1", "--system",
                                  "dgx_h100_8", "--parallel", "ep=8", "--batch", "8"},
                                 folder)) {
    both = both || row.value("operation", "") == "ep_dispatch+ep_combine";
  }
  CHECK(both);
}

TEST_CASE("The folder of --out has a step's result and its timeline") {
  const Files files;
  const std::string out = out_of({"train", "job.json", "--json", "--out", "out"}, files.folder);
  CHECK(base::read_file(files.folder.path("out/train.json")) == out);
  const json timeline = json::parse(base::read_file(files.folder.path("out/timeline.json")));
  CHECK_FALSE(timeline.at("traceEvents").empty());
  CHECK(run_program({"explain", "out/train.json"}, files.folder).exit_code == 0);
}

TEST_CASE("A mistake in a step's options is told by its option") {
  const Files files;
  const struct {
    Words words;
    const char* says;
  } mistakes[] = {
      {{"--parallel", "dp=3,tp=2"}, "--parallel, dp: expected dp x ep that divides the batch"},
      {{"--parallel", "dp=2,tp=2"}, "--parallel: expected dp x tp x cp x ep x pp of 8 NPUs"},
      {{"--parallel", "dp=2,tp=3"}, "--parallel, tp: expected a divisor of 8 heads"},
      {{"--parallel", "dp=1,pp=8"}, "--parallel, pp: expected virtual stages that divide the 4"},
      {{"--parallel", "dp=4,ep=2"}, "--parallel, ep: expected 1 for a model without experts"},
      {{"--parallel", "dp=8,micro_batch=4"},
       "--parallel, micro_batch: expected a divisor of the 2"},
      {{"--parallel", "dp=8,micro_batches=4"}, "a batch of 32 would fit"},
      {{"--parallel", "dp=-8"}, "--parallel, dp: expected a whole number in 1.."},
      {{"--parallel", "dp=nan"}, "--parallel, dp: expected a whole number in 1.."},
      {{"--parallel", "dp=99999999999"}, "--parallel, dp: expected a whole number in 1.."},
      {{"--parallel", "dp=16777216,tp=16777216"}, "at most 2^24 NPUs"},
      {{"--parallel", "dp=8,dp=8"}, "--parallel: expected each knob once"},
      {{"--parallel", "dq=8"}, "did you mean 'dp'?"},
      {{"--parallel", "dp=4,pp=2,stages=3"}, "--parallel, stages: expected 2 numbers"},
      {{"--parallel", "dp=4,pp=2,stages=3:2"}, "--parallel, stages: expected 4 layers in all"},
      {{"--set", "parallel=dp=0"}, "--set parallel, dp: expected"},
      {{"--batch", "4", "--parallel", "dp=8"}, "--parallel, dp: expected dp x ep that divides"},
      {{"--batch", "0"}, "--batch: expected a whole number in 1.."},
      {{"--batch", "1e99"}, "--batch: expected a whole number in 1.."},
      {{"--layers", "-1"}, "--layers: expected a whole number in 0.."},
      {{"--sequence", "255"}, "job.json#/parallel/tp: expected a divisor of 255 tokens"},
      {{"--placement", "tp,xp"}, "--placement, placement: expected \"tp\""},
      {{"--placement", ""}, "--placement: expected a value, found ''"},
      {{"--model", ""}, "--model: expected a value, found ''"},
      {{"--model", "gpt9"}, "--model: expected a model"},
      {{"--system", "nosuch"}, "--system: expected NPUs such as 8xh200"},
      {{"--set", "system.npu.device=no_such"}, "job.json#/system/npu/device: expected a file"},
      {{"--set", "system.npu.peak=0 FLOP/s"}, "job.json#/system/npu/peak: expected a device"},
      {{"--set", "system.npu.memory=1 MB"}, "job.json#/parallel: expected a step within"},
      {{"--set", "system.node=3"}, "job.json#/system/node: expected"},
      {{"--set", "system.algorithm=[\"ring\",\"ring\"]"}, "job.json#/system/algorithm: expected"},
      {{"--set", "system.network.placement=shifted"}, "job.json#/system/network/placement"},
      {{"--set", "system.network.bandwidth=1 B/s"},
       "expected a message that takes at most an hour"},
      {{"--engine", "cycle", "--detail", "wires"}, "--detail: expected node, circuit, packet"},
      {{"--engine", "analytic", "--mode", "astra-aware"}, "--mode: expected faithful or"},
      {{"--kind", "evaluate"}, "--kind: expected \"train\""},
      {{"--type", "int3"}, "--type: expected"},
      {{"--most-messages", "3"}, "--most-messages: expected a run of at most 3 messages"},
      {{"--most-memory", "1 B"}, "--most-memory: expected a run of at most 1 bytes"},
      {{"--expert-routing", "power_law:1"}, "--expert-routing: expected uniform"},
      {{"--batch", "1073741824", "--parallel", "dp=8,micro_batch=1", "--ignore-memory"},
       "--parallel, micro_batch: expected at most 32000 micro-batches"},
  };
  for (const auto& each : mistakes) {
    CHECK_THAT(mistake(with({"train", "job.json"}, each.words), files.folder), Contains(each.says));
  }
}

TEST_CASE("A mistake in a job's or a model's file is told by its key") {
  const Files files;
  const auto fault = [&](const char* name, const std::string& text) {
    files.folder.file(name, text);
    return mistake({"train", name, "--system", "system.json"}, files.folder);
  };
  CHECK_THAT(fault("a.json", R"({"model": "./model.json", "parallel": "dp=3", "batch": 3})"),
             Contains("a.json#/parallel: expected dp x tp x cp x ep x pp of 8 NPUs"));
  CHECK_THAT(fault("a.json", R"({"model": "./model.json", "parallel": "dp=x"})"),
             Contains("a.json#/parallel, dp: expected a whole number"));
  CHECK_THAT(fault("a.json", R"({"model": "./model.json", "parallel": {"dp": 8, "tp": -1}})"),
             Contains("a.json#/parallel/tp: expected a whole number"));
  CHECK_THAT(fault("a.json", R"({"model": "./model.json", "btch": 8})"),
             Contains("a.json#/btch") && Contains("did you mean 'batch'?"));
  CHECK_THAT(fault("a.json", R"({"parallel": "dp=8"})"),
             Contains("a.json#/model: expected a model"));
  CHECK_THAT(fault("a.json", R"({"model": "./none.json"})"),
             Contains("none.json: expected a readable"));
  CHECK_THAT(fault("a.json", R"({"hidden": 512, "layers": 2, "inner": 8, "sequence": 8})"),
             Contains("a.json#/heads: expected a whole number of at least 1, found none"));
  CHECK_THAT(fault("a.json", R"({"model": {"hidden": 512, "layers": 2, "heads": 8, "inner": 8}})"),
             Contains("a.json#/model/sequence"));
  CHECK_THAT(
      fault("a.json", R"({"layers": 2, "layer_kinds": ["mamba"]})"),
      Contains(
          "a.json#/layer_kinds/0: expected \"dense\", \"experts\" or \"none\", found \"mamba\""));
  for (const char* const hidden : {"-1", "1e300", "0.5", "\"x\"", "99999999999999999999"}) {
    CHECK_THAT(fault("a.json", std::string(R"({"hidden": )") + hidden + "}"),
               Contains("a.json#/hidden: expected a whole number"));
  }
  CHECK_THAT(fault("a.json", R"({"hidden": NaN})"),
             Contains("a.json#/hidden: expected a whole number"));
  CHECK_THAT(fault("a.json", std::string(kModel).substr(0, 40)), Contains("the end of the text"));
  CHECK_THAT(fault("a.json", ""), Contains("a.json, line 1"));
  CHECK_THAT(fault("a.json", "[]"), Contains("a.json: expected an object"));
  CHECK_THAT(fault("a.json", R"({"architectures": ["MambaForCausalLM"]})"),
             Contains("a.json#/architectures: expected an architecture of docs/workloads.md"));
  CHECK_THAT(fault("a.json", R"({"model_type": "llama", "hidden_size": 8})"), Contains("a.json#/"));
  CHECK_THAT(mistake({"train", "none.json"}, files.folder),
             Contains("none.json: expected a readable"));
  CHECK_THAT(mistake({"train", "gpt3_175b_4_layer"}, files.folder),
             Contains("JOB: ") && Contains("did you mean 'gpt3_175b_4_layers'?"));
  CHECK_THAT(mistake({"train"}, files.folder), Contains("JOB: expected a job or a model"));
  CHECK_THAT(mistake({"train", "model.json", "job.json"}, files.folder),
             Contains("unexpected word 'job.json'"));
}

TEST_CASE("A model's name from a file writes no control characters on a terminal") {
  const Files files;
  files.folder.file("red.json", R"({"name": "\u001b[31mred\n\u0000", "hidden": 64, "layers": 1,
    "heads": 2, "inner": 64, "vocabulary": 64, "sequence": 64})");
  const std::string out = out_of({"train", "job.json", "--model", "red.json"}, files.folder);
  CHECK_THAT(out, Contains("?[31mred??"));
  CHECK(out.find('\x1b') == std::string::npos);
}

TEST_CASE("A step whose folder cannot be written names it") {
  const Files files;
  const Answer answer = run_program({"train", "job.json", "--out", "model.json/x"}, files.folder);
  CHECK(answer.exit_code == 2);
  CHECK(tb::count_lines(answer.err) == 1);
  CHECK_THAT(answer.err, Contains("model.json/x"));
}

TEST_CASE("bench train has a row for each case") {
  const Folder folder;
  const json rows = rows_of({"bench", "train", "--repeat", "1", "--quiet"}, folder);
  CHECK(rows.size() >= 8);
  for (const json& row : rows) {
    CAPTURE(row.dump());
    CHECK(row.at("case").is_string());
    CHECK(row.at("wall_ms") > 0);
    CHECK(row.at("evaluations_per_wall_s") > 0);
    CHECK(row.at("peak_bytes") > 1'000'000);
  }
}
