// SPDX-License-Identifier: Apache-2.0
// `jacquard validate moe`: grouped expert GEMMs against measured times.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/validate_answers.hpp"

using jacquard::tb::Answer;
using jacquard::tb::count_lines;
using jacquard::tb::Folder;
using jacquard::tb::rows_of;
using jacquard::tb::run_program;
using nlohmann::json;

namespace {

const char* const kHeader =
    "system,framework,kernel,dtype,tokens,hidden,inter,topk,experts,moe_tp,moe_ep,distribution,"
    "latency_us\n";

}  // namespace

TEST_CASE("Expert GEMMs in bf16 and fp8 are within 20 % of what was measured") {
  int judged = 0;
  for (const json& row : rows_of({"validate", "moe", "--json"})) {
    if (row.at("row_kind") != "total") continue;
    CAPTURE(row.dump());
    const std::string dtype = row.at("dtype");
    CHECK(row.at("mape") < 0.25);
    if (dtype != "bfloat16" && dtype != "fp8") continue;
    CHECK(row.at("mape") < 0.2);
    ++judged;
  }
  CHECK(judged == 6);
}

TEST_CASE("Expert GEMMs of a device by its data sheet alone lie above its roofline") {
  // 4,096 tokens at one of 8 experts of 3 x 4096 x 14336: 1.44 TFLOP, 2.82 GB of weights.
  const Folder folder;
  const double flops = 6.0 * 4096 * 4096 * 14336;
  const struct {
    const char* system;
    double peak;
  } devices[] = {{"b200_sxm", 2.25e15}, {"gb200", 2.5e15}, {"a100_sxm", 312e12}};
  for (const auto& device : devices) {
    const std::string file = folder.file(
        "one.csv", std::string(kHeader) + device.system +
                       ",trtllm,moe_torch_flow_cutlass,bfloat16,4096,4096,14336,1,8,1,1,balanced," +
                       std::to_string(flops / device.peak * 1e6) + "\n");
    const json rows = rows_of({"validate", "moe", "--data", file, "--json"});
    CAPTURE(device.system, rows.dump());
    CHECK(rows.at(0).at("bias") > 0);
    CHECK(rows.at(0).at("bias") < 1);
  }
}

TEST_CASE("A row that no layer of experts can have is refused by file\\, line and column") {
  const Folder folder;
  const struct {
    const char* row;
    const char* says;
  } mistakes[] = {
      {"h100_sxm,vllm,k,fp8,8,64,64,9,8,1,1,balanced,5", "topk"},
      {"h100_sxm,vllm,k,fp8,8,64,64,2,8,1,16,balanced,5", "moe_ep"},
      {"h100_sxm,vllm,k,fp8,8,64,64,2,100000,1,1,balanced,5", "experts"},
      {"h100_sxm,vllm,k,fp8,8,64,64,2,8,1,1,power_law_,5", "distribution"},
      {"h100_sxm,vllm,k,fp8,8,64,64,2,8,1,1,power_law_nan,5", "distribution"},
      {"h100_sxm,vllm,k,fp8,8,64,64,2,8,1,1,zipf,5", "distribution"},
      {"h100_sxm,vllm,k,fp8,-8,64,64,2,8,1,1,balanced,5", "tokens"},
      {"h100_sxm,vllm,k,fp8,8,64,64,2,8,1,1,balanced,0", "latency_us"},
      {"h100_sxm,vllm,k,fp8,8,64,64,2,8,1,1,balanced", "13 cells"},
  };
  for (const auto& mistake : mistakes) {
    const std::string file = folder.file("bad.csv", std::string(kHeader) + mistake.row + "\n");
    const Answer answer = run_program({"validate", "moe", "--data", file, "--json"}, folder);
    CAPTURE(mistake.row, answer.err);
    CHECK(answer.exit_code == 2);
    CHECK(answer.out.empty());
    CHECK(count_lines(answer.err) == 1);
    CHECK_THAT(answer.err, Catch::Contains("bad.csv") && Catch::Contains("line 2") &&
                               Catch::Contains(mistake.says));
  }
}
