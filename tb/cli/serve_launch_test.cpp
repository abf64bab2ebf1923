// SPDX-License-Identifier: Apache-2.0
// `jacquard serve --launch` and `--engine-config`.
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
using tb::run_program;
using tb::with;
using tb::Words;

namespace {

const Words kFew = {"--input-tokens", "64", "--output-tokens",  "8",
                    "--clients",      "2",  "--requests-count", "4"};
const Words kLlama = with({"serve", "llama3-8b", "--system", "2xh100"}, kFew);

Answer answer(const Words& words, const Folder& folder = Folder()) {
  const Answer all = run_program(words, folder);
  INFO(all.err);
  REQUIRE(all.exit_code == 0);
  return all;
}

std::string launch(const Words& more, const Words& words = kLlama) {
  const json all = json::parse(answer(with(with(words, more), {"--json"})).out);
  for (const json& row : all.at("rows")) {
    if (row.at("row_kind") == "launch") return row.at("text");
  }
  return "";
}

std::string refused(const Words& more, const Words& words = kLlama) {
  return tb::mistake(with(words, more), Folder());
}

}  // namespace

TEST_CASE("the launch of what was served stands below the answer, in --json, and in --out") {
  const Folder folder;
  const Answer all = answer(with(kLlama, {"--tp", "1", "--launch", "vllm", "--out", "d"}), folder);
  const std::string text = launch({"--tp", "1", "--launch", "vllm"});
  CHECK_THAT(text,
             Contains("# 2 instances of 1 NPU, behind a router\n"
                      "vllm serve meta-llama/Llama-3.1-8B-Instruct --tensor-parallel-size 1"));
  CHECK_THAT(text, Contains("--gpu-memory-utilization 0.9 ") && Contains("--max-num-seqs 256 "));
  CHECK_THAT(text, !Contains("--quantization"));
  CHECK_THAT(all.out, Catch::EndsWith("\n\n" + text));
  CHECK(base::read_file(folder.path("d/launch.sh")) == text);
}

TEST_CASE("the engine that is launched is the one that is simulated") {
  const std::string sglang = launch({"--launch", "sglang"});
  // 2 bytes x 8,192 tokens x the widest layer's share, and 1.5 GB, are no part of its fraction.
  CHECK_THAT(sglang, Contains("--mem-fraction-static 0.8"));
  CHECK_THAT(launch({"--launch", "trtllm"}), Contains("trtllm-serve meta-llama/Llama-3.1-8B"));
  CHECK_THAT(refused({"--software", "vllm", "--launch", "sglang"}),
             Contains("--software: expected sglang"));
}

TEST_CASE("weights of another precision are made where the engine can") {
  CHECK_THAT(launch({"--precision", "fp8", "--launch", "vllm"}), Contains("--quantization fp8"));
  CHECK_THAT(refused({"--precision", "fp8", "--launch", "trtllm"}), Contains("--precision"));
  const Words named = with({"serve", "someone/Llama-3.1-8B-FP8", "--system", "1xh100"}, kFew);
  const std::string text = launch({"--launch", "vllm"}, named);
  CHECK_THAT(text, Contains("vllm serve someone/Llama-3.1-8B-FP8 ") && !Contains("--quantization"));
}

TEST_CASE("a split is launched as two kinds of workers, of Dynamo too") {
  const Words split = {"--disaggregate", "prefill=1xtp1,decode=1xtp1", "--launch"};
  const std::string vllm = launch(with(split, {"vllm"}));
  CHECK_THAT(vllm, Contains("# prefill: 1 instance") && Contains("# decode: 1 instance"));
  const std::string dynamo = launch(with(split, {"dynamo"}));
  CHECK_THAT(dynamo, Contains("kind: \"DynamoGraphDeployment\"") && Contains("\"dynamo.vllm\"") &&
                         Contains("type: \"prefill\"") && Contains("type: \"decode\""));
}

TEST_CASE("Dynamo's manifest is served again as it was launched, a split too") {
  for (const Words& layout :
       {Words{"--tp", "1"}, {"--disaggregate", "prefill=1xtp1,decode=1xtp1"}}) {
    for (const char* engine : {"vllm", "sglang", "trtllm"}) {
      INFO(engine);
      const Folder folder;
      const Words out = {"--software", engine, "--launch", "dynamo", "--json", "--out", "."};
      const Answer first = answer(with(with(kLlama, layout), out), folder);
      const Answer again = answer(
          with({"serve", "--engine-config", "launch.yaml", "--system", "2xh100", "--json"}, kFew),
          folder);
      INFO(again.err);
      const json a = json::parse(first.out).at("rows").at(0), b = json::parse(again.out)["rows"][0];
      CHECK_THAT(again.err, !Contains("not simulated"));
      CHECK(a == b);
    }
  }
}

TEST_CASE("a launch of what no engine does is refused by its option") {
  CHECK_THAT(refused({"--launch", "tgi"}), Contains("--launch: expected vllm, sglang"));
  CHECK_THAT(refused({"--policy", "no_evict", "--launch", "vllm"}), Contains("--policy"));
  CHECK_THAT(refused({"--spill", "host:1 TB:64 GB/s", "--launch", "vllm"}), Contains("--spill"));
  CHECK_THAT(refused({"--software", "any", "--launch", "dynamo"}), Contains("--software"));
  CHECK_THAT(refused({"--kv-precision", "bf16", "--precision", "fp8", "--launch", "trtllm"},
                     with({"serve", "a/Llama-3.1-8B-FP8", "--system", "1xh100"}, kFew)),
             Contains("--kv-precision"));
  CHECK_THAT(
      tb::mistake({"serve", "llama3-8b", "--system", "1xh100", "--batch", "8", "--launch", "vllm"},
                  Folder()),
      Contains("--batch"));
}

TEST_CASE("a server's own configuration is served, and options by hand win") {
  const Folder folder;
  folder.file("run.sh",
              "vllm serve meta-llama/Llama-3.1-8B-Instruct -tp 2 --max-num-seqs 64 --port 80\n");
  const Words serve = with({"serve", "--engine-config", "run.sh", "--system", "8xh100"}, kFew);
  const Answer all = answer(with(serve, {"--json"}), folder);
  const json row = json::parse(all.out).at("rows").at(0);
  CHECK(row.at("layout") == "1xtp2");
  CHECK_THAT(all.err, Contains("serve: read run.sh as vLLM's: ") && Contains("max_sequences 64") &&
                          Contains("1 other options passed over"));
  const Answer by_hand = answer(with(serve, {"--tp", "4", "--json"}), folder);
  CHECK(json::parse(by_hand.out).at("rows").at(0).at("layout") == "2xtp4");
}

TEST_CASE("a launch is read back as the run that it was made of") {
  for (const char* engine : {"sglang", "trtllm"}) {
    INFO(engine);
    const Folder folder;
    const Answer first =
        answer(with(kLlama, {"--launch", engine, "--block", "32", "--max-sequences", "8",
                             "--memory-share", "0.7", "--json", "--out", "."}),
               folder);
    const Answer again = answer(with({"serve", "--engine-config", "launch.sh", "--system", "2xh100",
                                      "--launch", engine, "--json"},
                                     kFew),
                                folder);
    CHECK(json::parse(first.out).at("rows") == json::parse(again.out).at("rows"));
  }
}

TEST_CASE("a bad value of a server's configuration is told with its file") {
  const Folder folder;
  folder.file("run.sh", "vllm serve meta-llama/Llama-3.1-8B-Instruct --max-num-seqs many\n");
  const Answer all =
      run_program(with({"serve", "--engine-config", "run.sh", "--system", "1xh100"}, kFew), folder);
  CHECK(all.exit_code == 2);
  CHECK_THAT(all.err, Contains("run.sh#/--max-num-seqs"));
  folder.file("a.yaml", "model: \"a\xff/llama3-8b\"\ntensor-parallel-size: 1\n");
  const Words odd = {"serve",  "--engine-config", "a.yaml", "--system",
                     "1xh100", "--launch",        "dynamo"};
  CHECK(run_program(with(odd, kFew), folder).exit_code == 0);  // a name that is no UTF-8
}

TEST_CASE("values that a server would refuse are refused at the file's own option") {
  const std::string llama = "vllm serve meta-llama/Llama-3.1-8B-Instruct ";
  const auto told = [&](const std::string& options, const std::string& system = "1xh200") {
    const Folder folder;
    folder.file("g.sh", llama + options + "\n");
    return tb::mistake({"serve", "--engine-config", "g.sh", "--system", system}, folder);
  };
  const Folder folder;
  folder.file("g.sh", llama + "-tp 2\n");
  for (const Words& systems :
       {Words{"--compare", "8xh100", "1xh200"}, Words{"--sweep", "system=8xh100,1xh200"},
        Words{"--system", "h200"}}) {
    const Words words = with({"serve", "--engine-config", "g.sh", "--batch", "4"}, systems);
    CHECK_THAT(tb::mistake(words, folder), Contains("g.sh#/-tp: ") && Contains("h200"));
  }
  const std::string two = told("-tp 2");
  CHECK_THAT(two, Contains("g.sh#/-tp: ") && Contains("--system 1xh200") && Contains("2 NPUs"));
  CHECK_THAT(told("-tp 16", "8xh200"), Contains("the 8 NPUs of --system 8xh200"));
  CHECK_THAT(told("-tp -2"), Contains("g.sh#/-tp: ") && Contains("-2"));
  CHECK_THAT(told("--max-num-seqs 0"), Contains("g.sh#/--max-num-seqs: expected more than 0"));
  for (const char* share : {"0", "0.0", "1.5", "-0.5", "nan"}) {
    INFO(share);
    CHECK_THAT(told(std::string("--gpu-memory-utilization ") + share),
               Contains("g.sh#/--gpu-memory-utilization: "));
  }
}

TEST_CASE("a server that makes no fp8 of its weights is simulated with those of the checkpoint") {
  const Folder folder;
  // 70.6e9 weights of two bytes are 141.1 GB, and an H200 has 141 GB.
  folder.file("g.sh", "vllm serve meta-llama/Llama-3.1-70B-Instruct -tp 1 --dtype float32\n");
  const Words one = {"serve", "--engine-config", "g.sh", "--system", "1xh200"};
  const Answer all = run_program(with(one, kFew), folder);
  CHECK(all.exit_code == 2);
  CHECK_THAT(all.err, Contains("precision bf16 as published") && Contains("of weights (bf16)"));
  CHECK_THAT(all.err, Contains("not simulated, though times depend on it: dtype"));
  CHECK(run_program(with(with(one, kFew), {"--precision", "fp8"}), folder).exit_code == 0);
}

TEST_CASE("a launch is of models with a checkpoint, and on devices that the engine runs on") {
  const auto on = [](const char* model, const char* system, const char* by) {
    const Words words = {"serve", model, "--system", system, "--launch", by};
    const Answer all = run_program(with(words, kFew), Folder());
    CHECK(all.exit_code == 2);
    CHECK(all.out.empty());
    return all.err;
  };
  CHECK_THAT(on("gpt3-13b", "1xh100", "vllm"), Contains("MODEL: expected a model with a public"));
  CHECK_THAT(on("vit-base", "1xh100", "vllm"), Contains("MODEL: expected a model that"));
  for (const char* by : {"trtllm", "dynamo"}) {
    for (const char* system : {"1xmi300x", "1xb60", "1xtpu7x", "1xtrainium3"}) {
      INFO(by << " " << system);
      CHECK_THAT(on("llama3.2-1b", system, by), Contains("--system: expected NVIDIA's GPUs"));
    }
  }
  for (const char* by : {"vllm", "sglang"}) {
    for (const char* system : {"1xtpu7x", "1xtrainium3"}) {
      INFO(by << " " << system);
      CHECK_THAT(on("llama3.2-1b", system, by), Contains("--system: expected NVIDIA's or AMD's"));
    }
    const Words amd = with({"serve", "llama3.2-1b", "--system", "1xmi300x"}, kFew);
    CHECK_THAT(launch({"--launch", by}, amd), Contains("meta-llama/Llama-3.2-1B-Instruct"));
  }
}

TEST_CASE("blocks that an engine's kernels have not are refused, and a sweep beside a launch") {
  CHECK_THAT(refused({"--block", "7", "--launch", "vllm"}), Contains("--block: expected 1, 8, 16"));
  CHECK_THAT(refused({"--block", "7", "--launch", "trtllm"}),
             Contains("--block: expected a power"));
  CHECK_THAT(refused({"--sweep", "tp=1,2", "--launch", "vllm"}), Contains("--sweep: expected no"));
  CHECK_THAT(refused({"--sweep", "launch=vllm,sglang"}), Contains("--sweep: expected no"));
}
