// SPDX-License-Identifier: Apache-2.0
// What measured loops say beside an answer, from a table that a reader sees.
#include "jacquard/serve/measured_errors.hpp"

#include <catch2/catch.hpp>

#include "jacquard/workload/model_name.hpp"

using namespace jacquard;
using namespace jacquard::serve;

namespace {

const std::vector<MeasuredErrors> kErrors = {
    {"h200_sxm", "dense", "vllm", "ttft", 60, 0.2, 8},
    {"h200_sxm", "dense", "vllm", "tpot", 58, 0.1, 8},
    {"h200_sxm", "latent", "sglang", "tpot", 30, 0.22, 8},
};

Deployment deployment(const char* model, const char* device, int tp, cost::Software software) {
  Deployment d;
  d.model = workload::named_model(model, {"test", ""});
  d.device = cost::device_of(device, {"test", ""});
  d.tp = tp;
  d.software = software;
  return d;
}

}  // namespace

TEST_CASE("an answer is trusted as far as loops of its device, type and engine were near") {
  const Deployment d = deployment("llama3-8b", "h200_sxm", 8, cost::Software::vllm);
  const Trust trust = trust_in(d, "", kErrors);
  CHECK(trust.rows == 60);
  CHECK(trust.ttft == 0.2);
  CHECK(trust.tpot == 0.1);
  CHECK(trust.text() ==
        "Of 60 measured loops of a dense model by vLLM on h200_sxm, nine of ten were within 10 % "
        "in the time per token, and within 20 % to the first token.");
}

TEST_CASE("what no measured loop had is extrapolated, and named") {
  const auto why = [](const Deployment& d, const char* unlike = "") {
    const Trust trust = trust_in(d, unlike, kErrors);
    CHECK(trust.rows == 0);
    return trust.why;
  };
  Deployment d = deployment("llama3-8b", "h100_sxm", 1, cost::Software::vllm);
  CHECK(why(d) == "a dense model by vLLM on h100_sxm");
  d = deployment("llama3-8b", "h200_sxm", 1, cost::Software::trtllm);
  CHECK(why(d) == "a dense model by TensorRT-LLM on h200_sxm");
  d = deployment("deepseek-v3", "h200_sxm", 8, cost::Software::vllm);
  CHECK(why(d) == "experts behind latent attention by vLLM on h200_sxm");
  d = deployment("llama3-8b", "h200_sxm", 8, cost::Software::vllm);
  CHECK(why(d, "prompts and answers apart") == "prompts and answers apart");
  d.pp = 2;
  CHECK(why(d) == "a dense model by vLLM on h200_sxm with more than 8 NPUs");
  d.pp = 1;
  d.drafts = {1, 0.8};
  CHECK(why(d) == "drafts");
  d = deployment("llama3-8b", "h200_sxm", 8, cost::Software::any);
  CHECK(why(d) == "kernels of no engine");
}

TEST_CASE("the errors that ship are of every device, type and engine of the loops that ship") {
  const std::vector<MeasuredErrors>& all = shipped_errors();
  CHECK(all.size() == 28);
  for (const MeasuredErrors& e : all) {
    INFO(e.system << " " << e.type << " " << e.backend << " " << e.quantity);
    CHECK(e.rows >= 30);
    CHECK(e.p90 > 0);
    CHECK(e.most_npus == 8);
  }
}
