// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
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
