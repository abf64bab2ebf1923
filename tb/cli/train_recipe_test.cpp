// SPDX-License-Identifier: Apache-2.0
// Jobs of training frameworks as `jacquard train` and `plan` open them, and what starts an answer.
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

const char* const kScript = R"sh(#!/bin/bash
GPUS_PER_NODE=8
TP=4
ARGS=(--num-layers 8 --hidden-size 1024 --num-attention-heads 16 --seq-length 2048
  --max-position-embeddings 2048 --vocab-size 32768 --micro-batch-size 1 --global-batch-size 16)
torchrun --nproc_per_node $GPUS_PER_NODE --nnodes 1 pretrain_gpt.py ${ARGS[@]} \
  --tensor-model-parallel-size ${TP} --sequence-parallel --use-distributed-optimizer --bf16 \
  --cp-comm-type p2p
)sh";

const Words kRun = {"train", "job.sh", "--system", "8xh100", "--engine", "analytic"};

json rows_of(const Words& words, const Folder& folder, std::string* said = nullptr) {
  const Answer answer = run_program(with(words, {"--json"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  if (said != nullptr) *said = answer.err;
  return json::parse(answer.out).at("rows");
}

}  // namespace

TEST_CASE("A script of Megatron-LM takes as long as the job that it says") {
  const Folder folder;
  folder.file("job.sh", kScript);
  folder.file("model.json", R"({"name": "m", "hidden": 1024, "layers": 8, "heads": 16,
    "inner": 4096, "vocabulary": 32768, "positions": 2048, "biases": true, "layer_norm": true,
    "tied_embeddings": true, "fused_attention": true, "sequence": 2048})");
  std::string said;
  const json script = rows_of(kRun, folder, &said).at(0);
  CHECK_THAT(said, Contains("job.sh: not followed: cp_comm_type"));
  const json job =
      rows_of({"train", "./model.json", "--system", "8xh100", "--engine", "analytic", "--batch",
               "16", "--parallel", "dp=2,tp=4,zero=1,micro_batch=1,overlap=false"},
              folder)
          .at(0);
  CHECK(script.at("time_ps") == job.at("time_ps"));
  CHECK(script.at("memory_bytes") == job.at("memory_bytes"));
}

TEST_CASE("One function of a recipe in Python is named without a folder") {
  const Folder folder;
  folder.file(
      "r2.py",
      "def one():\n    return other()\ndef two():\n    return run.Partial(f, seq_length=8)\n");
  for (const char* verb : {"train", "plan"}) {
    CHECK_THAT(mistake({verb, "r2.py:one", "--system", "8xh100"}, folder),
               Contains("r2.py, line 2: expected tensor_model_parallel_size in this file"));
  }
}

TEST_CASE("A launch file stands behind the answer and in the folder of --out, and opens again") {
  const Folder folder;
  folder.file("job.sh", kScript);
  const Answer answer = run_program(with(kRun, {"--launch", "megatron", "--out", "run"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  const std::string file = base::read_file(folder.path("run/launch.sh"));
  CHECK_THAT(answer.out, Catch::EndsWith("\n" + file));
  CHECK_THAT(file, Contains("--tensor-model-parallel-size 4 \\\n"));
  Words again = kRun;
  again[1] = "run/launch.sh";
  const json rows = rows_of(with(kRun, {"--launch", "nemo"}), folder);
  CHECK(rows_of(again, folder).at(0).at("time_ps") == rows.at(0).at("time_ps"));
  CHECK(rows.back().at("row_kind") == "launch");
  CHECK(rows.back().at("framework") == "Megatron-Bridge");
}

TEST_CASE("A plan of a recipe's model says how its best setting is started") {
  const Folder folder;
  folder.file("job.sh", kScript);
  const Words plan = {"plan", "job.sh", "--system", "8xh100", "--top", "1"};
  const Answer answer = run_program(with(plan, {"--launch", "megatron"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  CHECK_THAT(answer.out,
             Contains("--global-batch-size 16 \\\n") && Contains("--num-layers 8 \\\n"));
}

TEST_CASE("A mistake in a recipe, or a launch that cannot be, is one line") {
  const Folder folder;
  folder.file("job.sh", kScript);
  folder.file("bad.toml", "[model]\nname = \n");
  folder.file("odd.sh", std::string(kScript) + "");
  const auto of = [&](const Words& more) { return mistake(with(kRun, more), folder); };
  CHECK_THAT(of({"--launch", "megatrom"}), Contains("--launch: expected a framework"));
  CHECK_THAT(of({"--launch", "torchtitan"}),
             Contains("model for --launch torchtitan: expected one"));
  // Behind a note about the device.
  const Answer tpu = run_program(
      {"train", "job.sh", "--system", "8xtpu_v5p", "--engine", "analytic", "--launch", "megatron"},
      folder);
  CHECK(tpu.exit_code == 2);
  CHECK_THAT(tpu.err,
             Contains("system for --launch megatron: expected GPUs of NVIDIA or AMD, found"));
  folder.file("empty.sh", "");
  CHECK_THAT(mistake({"train", "empty.sh", "--system", "8xh100"}, folder),
             Contains("empty.sh: expected options or settings of Megatron-LM"));
  CHECK_THAT(mistake({"train", "job.sh"}, folder),
             Contains("--system: expected NPUs such as 8xh100"));
  CHECK_THAT(mistake({"train", "job.sh", "--system", "6xh100"}, folder),
             Contains("--tensor-model-parallel-size: expected degrees that divide the 6 GPUs"));
  CHECK_THAT(mistake({"train", "job.sh", "--system", "8xh100", "--layers", "9999"}, folder),
             Contains("expected"));
  CHECK_THAT(mistake({"train", "bad.toml", "--system", "8xh100"}, folder),
             Contains("bad.toml, line 2: expected TOML"));
  CHECK_THAT(mistake({"plan", "dlrm-a", "--system", "zionex-128", "--launch", "megatron"}, folder),
             Contains("--launch: expected a plan of a language model's training"));
}
