// SPDX-License-Identifier: Apache-2.0
// `jacquard validate attention` and `mla`: attention of serving engines against measured times.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/validate_answers.hpp"

using jacquard::tb::Answer;
using jacquard::tb::answer_to;
using jacquard::tb::count_lines;
using jacquard::tb::Folder;
using jacquard::tb::rows_of;
using jacquard::tb::run_program;
using nlohmann::json;

namespace {

const char* const kAttention =
    "system,framework,kernel,phase,batch,isl_or_1,past_kv,heads,kv_heads,head_dim,attn_dtype,"
    "kv_dtype,window,latency_us\n";
const char* const kMla =
    "system,framework,kernel,phase,batch,isl_or_1,past_kv,heads,mla_dtype,kv_dtype,latency_us\n";

json first_row(const std::string& name, const std::string& text) {
  const Answer answer = answer_to(name, text);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out).at("rows").at(0);
}

}  // namespace

TEST_CASE("Prefill and decode attention are within 12 % of what was measured") {
  int judged = 0;
  for (const json& row : rows_of({"validate", "attention", "--json"})) {
    CAPTURE(row.dump());
    CHECK(row.at("status") == "known");
    const bool total = row.at("row_kind") == "total";
    // The kernel of heads of 512 has too few rows to be judged alone; Triton's has no law.
    if (!total && row.at("kernel") == "vllm_flash_attn_fa4") continue;
    if (!total && row.at("kernel") == "vllm_triton_attn") continue;
    // B200's fp8 caches count Triton's in their total.
    const bool with_triton = row.at("system") == "b200_sxm" && row.at("dtype") == "fp8";
    CHECK(row.at("mape") < (with_triton && total ? 0.15 : 0.12));
    judged += total;
  }
  CHECK(judged == 7);  // A100 in bf16, H100, H200 and B200 with both caches
}

TEST_CASE("Latent attention is within 15 % of what was measured") {
  int phases = 0;
  for (const json& row : rows_of({"validate", "mla", "--json"})) {
    CAPTURE(row.dump());
    CHECK(row.at("mape") < 0.15);
    phases += row.at("row_kind") != "total";
  }
  CHECK(phases == 8);  // of two devices two caches, prefill and decode
}

TEST_CASE("Attention of a device without a config, or of an unknown type, is unknown") {
  const std::string shape = ",vllm,a,generation,8,1,4095,32,8,128,";
  CHECK(first_row("attention", kAttention + ("abacus" + shape) + "bfloat16,bfloat16,0,40\n")
            .at("status") == "unknown");
  CHECK(first_row("attention", kAttention + ("h100_sxm" + shape) + "bfloat16,posit,0,40\n")
            .at("status") == "unknown");
  CHECK(first_row("attention", kAttention + ("h100_sxm" + shape) + "float16,fp8,0,40\n")
            .at("status") == "known");
}

// DeepSeek-V3 in expanded heads has 320 values of a pair, in the absorbed form 1,088.
TEST_CASE("A prefill of latent attention is absorbed only in the kernel that does so") {
  const std::string shape = ",context,1,32768,0,32,bfloat16,bfloat16,61554\n";
  const json absorbed = first_row("mla", kMla + ("h200_sxm,sglang,flash_attention" + shape));
  const json expanded = first_row("mla", kMla + ("h200_sxm,sglang,another" + shape));
  CHECK(absorbed.at("mape") < 0.15);
  CHECK(expanded.at("bias") < -0.6);
}

TEST_CASE("Bad measurements of attention end with one line that names line and column") {
  const std::string kernel = "h100_sxm,vllm,a,generation,";
  const struct {
    const char* name;
    std::string text;
    const char* named;
  } mistakes[] = {
      {"attention", kAttention + kernel + "0,1,1,8,8,128,bfloat16,fp8,0,10\n", "column batch"},
      {"attention", kAttention + kernel + "1,-1,1,8,8,128,bfloat16,fp8,0,10\n", "column isl_or_1"},
      {"attention", kAttention + kernel + "1,1,1e99,8,8,128,bfloat16,fp8,0,10\n", "column past_kv"},
      {"attention", kAttention + kernel + "1,1,1,8.5,8,128,bfloat16,fp8,0,10\n", "column heads"},
      {"attention", kAttention + kernel + "1,1,1,8,8,128,bfloat16,fp8,-2,10\n", "column window"},
      {"attention", kAttention + kernel + "1,1,1,8,8,128,bfloat16,fp8,0,nan\n",
       "column latency_us"},
      {"attention", kAttention + kernel + "1,1,1,8\n", "line 2"},
      {"attention", "system,phase\n", "framework"},
      {"mla", kMla + kernel + "1,1,1,0,bfloat16,fp8,10\n", "column heads"},
      {"mla", kMla + kernel + "1,1,-1,8,bfloat16,fp8,10\n", "column past_kv"},
  };
  for (const auto& mistake : mistakes) {
    CAPTURE(mistake.name, mistake.text);
    const Answer answer = answer_to(mistake.name, mistake.text);
    CAPTURE(answer.err);
    CHECK(answer.exit_code == 2);
    CHECK(count_lines(answer.err) == 1);
    CHECK(answer.err.find(mistake.named) != std::string::npos);
  }
}

TEST_CASE("The largest attention that a file can hold gives a finite answer") {
  const std::string most = "2147483647,2147483647,2147483647,2147483647,";
  for (const char* device : {"a100_sxm", "h100_sxm", "b200_sxm", "tpu_v4"}) {
    CAPTURE(device);
    const json row = first_row("attention", kAttention + (device + (",vllm,a,context," + most)) +
                                                "1,2147483647,bfloat16,fp8,2147483647,10\n");
    CHECK(row.at("mape").is_number());
    const json latent =
        first_row("mla", kMla + (device + (",vllm,a,generation," + most)) + "bfloat16,fp8,10\n");
    CHECK(latent.at("mape").is_number());
  }
}
