// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/mistake.hpp"
#include "jacquard/base/data_path.hpp"
#include "jacquard/base/file.hpp"
#include "support/program.hpp"

using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using nlohmann::json;

namespace {

const std::string kLoop =
    "system,backend,model,precision,isl,osl,concurrency,tp,moe_ep,ttft_ms,tpot_ms\n";

json rows_of(const std::string& csv) {
  const Folder folder;
  folder.file("loops.csv", csv);
  const Answer answer =
      run_program({"validate", "serving", "--data", "loops.csv", "--json"}, folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out)["rows"];
}

std::string fault_in(const std::string& csv) {
  const Folder folder;
  folder.file("loops.csv", csv);
  return mistake({"validate", "serving", "--data", "loops.csv"}, folder);
}

}  // namespace

TEST_CASE("A measured loop's errors are ours over measured, and its system's are their means") {
  const json rows = rows_of(kLoop +
                            "h100_sxm,vllm,meta-llama/Llama-3.1-70B,fp8,1024,64,1,8,,50,8\n"
                            "h100_sxm,vllm,meta-llama/Llama-3.1-70B,fp8,1024,64,1,4,,50,8\n");
  REQUIRE(rows.size() == 4);
  double absolute = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const double ours = rows[i]["tpot_ms"];
    CHECK(rows[i]["tpot_error"].get<double>() == Approx(ours / 8 - 1));
    CHECK(rows[i]["ttft_error"].get<double>() == Approx(rows[i]["ttft_ms"].get<double>() / 50 - 1));
    absolute += std::abs(ours / 8 - 1) / 2;
    // No step is quicker than reading 70.6e9 bytes of weights at 3.35 TB/s.
    CHECK(ours > 70.6e9 / (i == 0 ? 8 : 4) / 3.35e12 * 1e3);
  }
  CHECK(rows[2]["row_kind"] == "serving_errors");
  CHECK(rows[2]["quantity"] == "tpot");
  CHECK(rows[2]["mape"].get<double>() == Approx(absolute));
  CHECK(rows[2]["most_npus"] == 8);
  const double worst = std::max(std::abs(rows[0]["tpot_error"].get<double>()),
                                std::abs(rows[1]["tpot_error"].get<double>()));
  CHECK(rows[2]["p90_error"].get<double>() == worst);  // of two, the ninth of ten is the second
}

TEST_CASE("Loops with prefill and decode apart are answered, and decodes do not wait for prompts") {
  const std::string header =
      "system,backend,model,precision,mode,isl,osl,concurrency,tp,p_workers,p_tp,d_workers,d_tp,"
      "ttft_ms,tpot_ms\n";
  const json rows = rows_of(header +
                            "h100_sxm,vllm,Qwen/Qwen3-32B,fp8,disagg,4096,256,32,,1,4,1,4,100,10\n"
                            "h100_sxm,vllm,Qwen/Qwen3-32B,fp8,agg,4096,256,32,4,,,,,100,10\n");
  REQUIRE(rows.size() == 6);
  CHECK(rows[0]["mode"] == "disagg");
  CHECK(rows[0]["tpot_ms"].get<double>() < rows[1]["tpot_ms"].get<double>());
}

TEST_CASE("A published throughput has as many requests as memory holds") {
  const json rows = rows_of(
      "model,gpu,tp,precision,isl,osl,out_tok_per_s_total\n"
      "llama-3.1-70b,H100,2,fp8,2048,2048,2732.86\n");
  REQUIRE(rows.size() == 2);
  // NVIDIA TensorRT-LLM performance overview: 2,732.86 tokens/s.
  CHECK(std::abs(rows[0]["throughput_error"].get<double>()) < 0.1);
}

TEST_CASE("A published throughput is answered as `serve` answers a queue that is always full") {
  const json rows = rows_of(
      "model,gpu,tp,precision,isl,osl,out_tok_per_s_total\n"
      "llama-3.1-70b,H100,2,fp8,2048,128,1000\n");
  const Folder folder;
  const Answer answer = run_program(
      {"serve", "llama3-70b", "--system", "2xh100", "--precision", "fp8", "--software", "trtllm",
       "--policy", "no_evict", "--input-tokens", "2048", "--output-tokens", "128", "--json"},
      folder);
  REQUIRE(answer.exit_code == 0);
  const double served = json::parse(answer.out)["rows"][0]["tokens_per_s"];
  CHECK(rows[0]["tokens_per_s"].get<double>() == Approx(served).epsilon(0.01));
}

TEST_CASE("A row apart without its workers has a reason in place of an answer") {
  const std::string header =
      "system,backend,model,precision,mode,isl,osl,concurrency,p_workers,p_tp,d_workers,d_tp,"
      "ttft_ms,tpot_ms\n";
  const json rows = rows_of(header +
                            "h100_sxm,vllm,Qwen/Qwen3-32B,fp8,disagg,1024,64,4,,4,1,4,100,10\n"
                            "h100_sxm,vllm,Qwen/Qwen3-32B,fp8,disagg,1024,64,4,1,4,,4,100,10\n"
                            "h100_sxm,vllm,Qwen/Qwen3-32B,fp8,disagg,1024,64,4,2,4,1,4,100,10\n");
  CHECK(rows[0]["reason"].get<std::string>().find("p_workers") != std::string::npos);
  CHECK(rows[1]["reason"].get<std::string>().find("d_workers") != std::string::npos);
  CHECK(rows[2]["reason"] == "");
  CHECK(rows[2].contains("tpot_error"));
}

TEST_CASE("Columns that nobody reads are named once with how many rows have them") {
  const Folder folder;
  folder.file("loops.csv",
              "system,backend,model,precision,isl,osl,concurrency,tp,ttft_ms,tpot_ms,colour,empty\n"
              "h100_sxm,vllm,Qwen/Qwen3-32B,fp8,64,4,1,8,50,8,red,\n"
              "h100_sxm,vllm,Qwen/Qwen3-32B,fp8,64,4,1,4,50,8,blue,\n");
  const Answer answer =
      run_program({"validate", "serving", "--data", "loops.csv", "--json"}, folder);
  REQUIRE(answer.exit_code == 0);
  CHECK(answer.err.find("colour (2)") != std::string::npos);
  CHECK(answer.err.find("empty") == std::string::npos);
}

TEST_CASE("The type of keys, drafts and what a loop's scripts set are columns") {
  const std::string header =
      "system,backend,model,precision,isl,osl,concurrency,tp,kv_precision,mtp,acceptance,"
      "stream_interval,batch_wait,batch_wait_share,ttft_ms,tpot_ms\n";
  const std::string row = "h100_sxm,trtllm,Qwen/Qwen3-32B,bf16,8192,256,16,4,";
  const json rows = rows_of(header + row + ",,,,,,100,10\n" + row + "fp8,,,,,,100,10\n" + row +
                            ",1,0.9,,,,100,10\n" + row + ",,,20,,,100,10\n");
  const auto figure = [&](std::size_t k, const char* key) { return rows[k][key].get<double>(); };
  CHECK(figure(1, "tpot_ms") < figure(0, "tpot_ms"));
  CHECK(figure(2, "tpot_ms") < figure(0, "tpot_ms"));
  CHECK(figure(3, "ttft_ms") > figure(0, "ttft_ms"));
  // Two of six prompts find no room in the first step, so that prompts come beside decodes.
  const std::string few = "h100_sxm,trtllm,Qwen/Qwen3-32B,bf16,1000,256,6,4,";
  const json waits = rows_of(header + few + ",,,,,,100,10\n" + few + ",,,,20,0.9,100,10\n");
  CHECK(waits[1]["ttft_ms"].get<double>() > waits[0]["ttft_ms"].get<double>());
  CHECK(fault_in(header + row + ",1,,,,,100,10\n").find("acceptance") != std::string::npos);
  CHECK(fault_in(header + row + "fp3,,,,,,100,10\n").find("kv_precision") != std::string::npos);
}

// ai-dynamo/aiconfigurator has DeepSeek-R1 on 8 H200 twice: with tp 8, and with 8 x 8 parts as
// tp 64.
TEST_CASE("NPUs of InferenceX that its table multiplied by themselves are counted once") {
  const std::string header =
      "system,backend,model,precision,isl,osl,concurrency,tp,attn_dp,moe_tp,moe_ep,ttft_ms,tpot_ms,"
      "source\n";
  const std::string same = "h200_sxm,trtllm,deepseek-ai/DeepSeek-R1,fp8,1024,64,4,";
  const std::string rest = ",300,13.8,source_file=2026-04-06.csv\n";
  const json rows = rows_of(header + same + "8,1,1,8" + rest + same + "64,1,8,8" + rest + same +
                            "1,8,1,8" + rest + same + "1,64,8,8" + rest);
  CHECK(rows[0]["degrees"] == "tp=8,ep=8");
  CHECK(rows[1]["degrees"] == "tp=8,ep=8");
  CHECK(rows[2]["degrees"] == "tp=1,dp=8,ep=8");
  CHECK(rows[3]["degrees"] == "tp=1,dp=8,ep=8");
  CHECK(rows[1]["tpot_ms"] == rows[0]["tpot_ms"]);
}

TEST_CASE("Errors are summed up by system, type and engine, and alone where that is asked") {
  const Folder folder;
  folder.file("loops.csv", kLoop +
                               "h100_sxm,vllm,Qwen/Qwen3-32B,fp8,64,4,1,8,,50,8\n"
                               "h100_sxm,sglang,Qwen/Qwen3-32B,fp8,64,4,1,8,,50,8\n"
                               "h200_sxm,vllm,Qwen/Qwen3-30B-A3B,fp8,64,4,1,4,4,50,8\n");
  const Answer answer =
      run_program({"validate", "serving", "--data", "loops.csv", "--summary", "--json"}, folder);
  REQUIRE(answer.exit_code == 0);
  const json rows = json::parse(answer.out)["rows"];
  REQUIRE(rows.size() == 6);  // three kinds of rows, two quantities each
  std::set<std::string> kinds;
  for (const json& row : rows) {
    CHECK(row["row_kind"] == "serving_errors");
    CHECK(row["rows"] == 1);
    kinds.insert(row["system"].get<std::string>() + " " + row["type"].get<std::string>() + " " +
                 row["backend"].get<std::string>());
  }
  CHECK(kinds == std::set<std::string>{"h100_sxm dense vllm", "h100_sxm dense sglang",
                                       "h200_sxm experts vllm"});
}

TEST_CASE("The errors that serve says beside its answers are those of the loops that ship",
          "[full]") {
  const Folder folder;
  const Answer answer = run_program({"validate", "serving", "--summary", "--csv"}, folder);
  REQUIRE(answer.exit_code == 0);
  CHECK(answer.out == jacquard::base::read_file(
                          jacquard::base::data_path("configs/measured/serving_errors.csv")));
}

TEST_CASE("A row of an unknown model has a reason in place of an answer") {
  const json rows = rows_of(kLoop +
                            "h100_sxm,vllm,nobody/Nothing-7B,fp8,1024,64,1,8,,50,8\n"
                            "h100_sxm,vllm,Qwen/Qwen3-32B,fp8,1024,64,1,8,,50,8\n");
  CHECK(rows[0]["reason"].get<std::string>() != "");
  CHECK_FALSE(rows[0].contains("tpot_error"));
  CHECK(rows[1]["reason"] == "");
}

TEST_CASE("A malformed cell of a measured loop is named by line and column") {
  const std::string zero = fault_in(kLoop + "h100_sxm,vllm,Qwen/Qwen3-32B,,1024,64,1,8,,0,8\n");
  CHECK(zero.find("line 2") != std::string::npos);
  CHECK(zero.find("ttft_ms") != std::string::npos);
  const std::string word = fault_in(kLoop + "h100_sxm,vllm,Qwen/Qwen3-32B,,many,64,1,8,,50,8\n");
  CHECK(word.find("isl") != std::string::npos);
  CHECK(fault_in(kLoop + "h100_sxm,vllm,Qwen/Qwen3-32B,,1024,64,,8,,50,8\n").find("concurrency") !=
        std::string::npos);
  CHECK(fault_in("model,osl\nx,1\n").find("isl") != std::string::npos);
}
