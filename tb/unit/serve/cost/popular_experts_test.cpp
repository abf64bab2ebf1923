// SPDX-License-Identifier: Apache-2.0
// How many experts a batch meets, seen in measured times per token of loops with long answers
// (InferenceX, ai-dynamo/aiconfigurator, Apache-2.0), on which nothing was fitted.
#include <catch2/catch.hpp>

#include "jacquard/serve/cost_clock.hpp"
#include "jacquard/workload/model_name.hpp"

using namespace jacquard;
using namespace jacquard::serve;

namespace {

// gpt-oss-120b on H200, prompts of 0.9 x 1,024 and answers of 0.9 x 8,192 tokens in the mean: a
// decode half way, as prompts are few.
double milliseconds(cost::Software software, int tp, int clients) {
  Deployment d;
  d.model = workload::named_model("gpt-oss-120b", {"test", ""});
  d.device = cost::device_of("h200_sxm", {"test", ""});
  d.software = software;
  d.host = host_times(software);
  d.precision.experts = workload::NumberType::w4a16;
  d.tp = tp;
  StepLoad load;
  load.decodes = clients;
  load.decode_keys = std::int64_t{clients} * (922 + 3686);
  return base::to_seconds(cost_clock(d)->time({&load, 1}).latency).count() * 1e3;
}

}  // namespace

TEST_CASE("gpt-oss meets as few experts as its measured loops say, by both kernels") {
  constexpr double kNear = 0.1;
  using cost::Software;
  CHECK(milliseconds(Software::vllm, 2, 8) == Approx(5.77).epsilon(kNear));
  CHECK(milliseconds(Software::vllm, 2, 32) == Approx(10.00).epsilon(kNear));
  CHECK(milliseconds(Software::vllm, 2, 64) == Approx(13.87).epsilon(kNear));
  CHECK(milliseconds(Software::vllm, 4, 32) == Approx(6.77).epsilon(kNear));
  CHECK(milliseconds(Software::trtllm, 2, 16) == Approx(8.20).epsilon(kNear));
  CHECK(milliseconds(Software::trtllm, 2, 32) == Approx(9.86).epsilon(kNear));
}
