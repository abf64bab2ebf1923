// SPDX-License-Identifier: Apache-2.0
// Models by the names that publishers, engines and tables of measurements write.
#include "jacquard/workload/model_name.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"

using namespace jacquard;
using namespace jacquard::workload;
using namespace jacquard::tb;
using Catch::Contains;

namespace {

std::string shipped(const char* name) { return shipped_model_name(name).value_or("none"); }

}  // namespace

TEST_CASE("the names of measured serving are shipped models") {
  CHECK(shipped("Qwen/Qwen3-32B") == "qwen3-32b");
  CHECK(shipped("Qwen/Qwen3-235B-A22B-FP8") == "qwen3-235b-a22b");
  CHECK(shipped("Qwen/Qwen3-30B-A3B") == "qwen3-30b-a3b");
  CHECK(shipped("openai/gpt-oss-120b") == "gpt-oss-120b");
  CHECK(shipped("MiniMaxAI/MiniMax-M2.5") == "minimax-m2.5");
  CHECK(shipped("moonshotai/Kimi-K2.5") == "kimi-k2.5");
  CHECK(shipped("moonshotai/Kimi-K2-Instruct-0905") == "kimi-k2");
  CHECK(shipped("meta-llama/Llama-3.1-8B-Instruct") == "llama3-8b");
  CHECK(shipped("meta-llama/Llama-3.1-70B") == "llama3-70b");
  CHECK(shipped("deepseek-ai/DeepSeek-V3") == "deepseek-v3");
  CHECK(shipped("deepseek-ai/DeepSeek-R1") == "deepseek-v3");
  CHECK(shipped("llama2-70b") == "llama2-70b");
  CHECK(shipped("bloom-176b") == "bloom-176b");
}

TEST_CASE("case, marks, the vendor and what was done to the weights say nothing") {
  CHECK(shipped("QWEN3_32B") == "qwen3-32b");
  CHECK(shipped("nvidia/Qwen3-32B-NVFP4") == "qwen3-32b");
  CHECK(shipped("Qwen/Qwen3-235B-A22B-Thinking-2507-FP8") == "qwen3-235b-a22b");
  CHECK(shipped("nvidia/Llama-3.3-70B-Instruct-FP4") == "llama3-70b");
  CHECK(shipped("meta-llama/Meta-Llama-3.1-405B-Instruct-FP8") == "llama3-405b");
  CHECK(shipped("nvidia/DeepSeek-R1-0528-FP4-V2") == "deepseek-v3");
  CHECK(shipped("deepseek-ai/DeepSeek-V3.1-Terminus") == "deepseek-v3");
  CHECK(shipped("RedHatAI/Meta-Llama-3.1-8B-Instruct-FP8-dynamic") == "llama3-8b");
}

TEST_CASE("a distilled model has the sizes of what it was distilled into") {
  CHECK(shipped("deepseek-ai/DeepSeek-R1-Distill-Llama-70B") == "llama3-70b");
  CHECK(shipped("deepseek-ai/DeepSeek-R1-Distill-Qwen-32B") == "qwen2.5-32b");
}

TEST_CASE("numbers of generations are kept where sizes differ") {
  CHECK(shipped("meta-llama/Llama-3.2-1B") == "llama3.2-1b");
  CHECK(shipped("Llama-2-70b-chat-hf") == "llama2-70b");
  CHECK(shipped("llama-7b") == "llama-7b");
  CHECK(shipped("deepseek-v2") == "deepseek-v2");
  CHECK(shipped("deepseek-ai/DeepSeek-V2-Lite") == "deepseek-v2-lite");
  CHECK(shipped("deepseek-ai/DeepSeek-V3.2") == "deepseek-v3.2");  // its attention is another
  CHECK(shipped("Qwen/Qwen3-0.6B") == "none");
}

TEST_CASE("a beginning that only one name has is that one") {
  CHECK(shipped("qwen3-30b") == "qwen3-30b-a3b");
  CHECK(shipped("qwen3") == "none");
  CHECK(shipped("") == "none");
}

TEST_CASE("the precision at the end of a name is found, edition and date behind it or not") {
  CHECK(precision_in_name("Qwen/Qwen3-235B-A22B-FP8") == "fp8");
  CHECK(precision_in_name("nvidia/DeepSeek-R1-0528-FP4-V2") == "fp4");
  CHECK(precision_in_name("Qwen/Qwen3-32B") == "");
}

TEST_CASE("an unknown model is refused with the nearest name") {
  const std::string fault = fault_of([] { named_model("llama3-70x", {"MODEL", ""}); });
  CHECK_THAT(fault, Contains("MODEL") && Contains("llama3-70x") && Contains("'llama3-70b'"));
}
