// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/step_request.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "support/fault_of.hpp"
#include "support/step_requests.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using namespace jacquard::workload;

namespace {

StepPlan plan_with(const std::string& model, const std::string& parallel, int batch) {
  return plan_of(request_of(model, 0, parallel, batch));
}

std::string fault_with(const std::string& model, const std::string& parallel, int batch) {
  return fault_of([&] { plan_with(model, parallel, batch); });
}

}  // namespace

TEST_CASE("A batch is split into micro-batches as asked for, or as many as divide") {
  CHECK(plan_with("gpt3-175b", "dp=4", 64).micro_batches == 1);
  CHECK(plan_with("gpt3-175b", "dp=4", 64).micro_batch == 16);
  CHECK(plan_with("gpt3-175b", "dp=4,micro_batch=2", 64).micro_batches == 8);
  CHECK(plan_with("gpt3-175b", "dp=4,micro_batches=2", 64).micro_batch == 8);
  CHECK(plan_with("gpt3-175b", "dp=4,pp=2", 64).micro_batches == 8);   // 4 pp
  CHECK(plan_with("gpt3-175b", "dp=4,pp=8", 40).micro_batches == 10);  // all there are
  CHECK(plan_with("mixtral-8x7b", "dp=4,ep=2", 64).micro_batch == 8);  // ep's NPUs are replicas
  CHECK(plan_with("gpt3-175b", "tp=2,cp=4", 3).tokens == 3 * 512);
}

TEST_CASE("Layers are split over virtual stages, evenly, at the edges fewer, or as listed") {
  CHECK(plan_with("gpt3-175b", "pp=8", 64).virtual_layers == std::vector<int>(8, 12));
  // Llama-3 405B: 126 layers on 16 stages, and on 128 virtual ones.
  const StepPlan edges = plan_with("llama3-405b", "pp=16,uneven=edges", 64);
  CHECK(edges.virtual_layers.front() == 7);
  CHECK(edges.virtual_layers.back() == 7);
  CHECK(edges.virtual_layers[1] == 8);
  CHECK(edges.first_layers[2] == 15);
  const StepPlan fine = plan_with(
      "llama3-405b", "pp=16,uneven=edges,virtual=8,schedule=interleaved,micro_batch=1", 64);
  CHECK(fine.virtual_layers.size() == 128);
  CHECK(fine.virtual_layers.front() == 0);
  CHECK(std::accumulate(fine.virtual_layers.begin(), fine.virtual_layers.end(), 0) == 126);
  CHECK(plan_with("gpt3-13b", "pp=3,stages=13:14:13", 3).virtual_layers ==
        std::vector<int>{13, 14, 13});
}

TEST_CASE("Knobs that do not fit the model are refused, with what would") {
  CHECK_THAT(fault_with("gpt3-13b", "tp=3", 1),
             Catch::Contains("--parallel, tp: expected a divisor of 40 heads, found 3") &&
                 Catch::Contains("1, 2, 4, 5, 8, 10, 20, 40"));
  CHECK_THAT(fault_with("llama3-8b", "tp=32,cp=3", 1), Catch::Contains("--parallel, cp"));
  CHECK(fault_with("llama3-8b", "tp=32", 1).empty());  // K and V are copied
  CHECK_THAT(fault_with("gpt3-13b", "pp=3", 3),
             Catch::Contains("--parallel, pp: expected virtual stages that divide the 40 layers") &&
                 Catch::Contains("stages or uneven"));
  CHECK_THAT(fault_with("gpt3-13b", "pp=3,stages=13:14:14", 3),
             Catch::Contains("stages: expected 40 layers in all, found 41"));
  CHECK_THAT(fault_with("gpt3-13b", "pp=3,stages=20:20", 3), Catch::Contains("expected 3 numbers"));
  CHECK_THAT(fault_with("gpt3-13b", "pp=64", 64), Catch::Contains("--parallel, pp"));
  CHECK_THAT(fault_with("gpt3-13b", "ep=2", 2), Catch::Contains("without experts"));
  CHECK_THAT(fault_with("mixtral-8x7b", "ep=3", 3),
             Catch::Contains("--parallel, ep: expected a divisor of 8 experts"));
  CHECK_THAT(fault_with("mixtral-8x7b", "ep=2,tp=2,sequence_parallel=false", 2),
             Catch::Contains("sequence_parallel"));
  CHECK_THAT(fault_with("gpt3-13b", "tp=2,tp_slices=2,async_tp=true", 1),
             Catch::Contains("tp_slices: expected 1 in decoding"));
  CHECK_THAT(fault_with("gpt3-13b", "tp=2,tp_slices=3", 1), Catch::Contains("tp_slices"));
  CHECK_THAT(fault_with("gpt3-13b", "tp=2,async_tp=true,sequence_parallel=false", 1),
             Catch::Contains("async_tp: expected false without sequence_parallel"));
  CHECK_THAT(fault_with("vit-base", "tp=4,cp=3", 1), Catch::Contains("--parallel, cp"));
  CHECK_THAT(fault_with("gpt3-13b", "virtual=2,pp=2", 2), Catch::Contains("virtual_stages"));
  CHECK_THAT(fault_with("gpt3-13b", "virtual=2,pp=4,schedule=interleaved,micro_batches=6", 6),
             Catch::Contains("micro_batches: expected a multiple of pp = 4"));
}

TEST_CASE("A batch that does not split is refused, with what would fit") {
  CHECK_THAT(fault_with("gpt3-13b", "dp=5", 64),
             Catch::Contains("--parallel, dp: expected dp x ep that divides the batch of 64") &&
                 Catch::Contains("a batch of 60 would fit"));
  CHECK_THAT(fault_with("gpt3-13b", "dp=4,micro_batches=8", 16),
             Catch::Contains("micro_batches") && Catch::Contains("a batch of 32 would fit"));
  CHECK_THAT(fault_with("gpt3-13b", "dp=4,micro_batch=3", 16), Catch::Contains("micro_batch"));
  CHECK_THAT(fault_with("gpt3-13b", "dp=4,micro_batch=2,micro_batches=3", 16),
             Catch::Contains("micro_batches: expected 2"));
  CHECK_THAT(fault_with("gpt3-13b", "micro_batch=1", 2'000'000'000),
             Catch::Contains("micro-batches"));
  CHECK_FALSE(fault_with("gpt3-13b", "dp=1", 0).empty());
}

TEST_CASE("Degrees that do not multiply to the NPUs are refused, with what would") {
  const StepRequest r = request_of("gpt3-175b", 0, "dp=32,tp=4,sp=4", 1024);
  CHECK(fault_of([&] { require_npus(r, 512); }).empty());
  CHECK_THAT(fault_of([&] { require_npus(r, 1024); }), Catch::Contains("1024 NPUs") &&
                                                           Catch::Contains("found 512") &&
                                                           Catch::Contains("dp=64 would fit"));
  CHECK_THAT(fault_of([&] { require_npus(r, 1000); }), Catch::Contains("no divisor"));
  CHECK_THAT(fault_with("gpt3-175b", "dp=16777216,tp=16", 16777216), Catch::Contains("2^24"));
}

TEST_CASE("Stages are as many as the list schedule can tell apart") {
  CHECK_THAT(fault_with("gpt3-175b", "pp=65536", 1), Catch::Contains("at most 65535 stages"));
}

TEST_CASE("A step of too many operations is refused before it is built") {
  StepRequest r = request_of("gpt3-175b", 30000, "micro_batch=1", 30000);
  CHECK_THAT(fault_of([&] { training_program(r); }),
             Catch::Contains("micro_batch: expected a step of at most 5e7 operations"));
}

TEST_CASE("A hint lists the smallest divisors, of a prime both, at once") {
  CHECK_THAT(fault_with("gpt3-13b", "micro_batches=7", 60),
             Catch::Contains("such as 1, 2, 3, 4, 5, 6, 10, 12"));
  CHECK_THAT(fault_with("gpt3-13b", "micro_batches=7", 50),
             Catch::Contains("such as 1, 2, 5, 10, 25, 50"));
  CHECK_THAT(fault_with("gpt3-13b", "micro_batches=7", 121), Catch::Contains("such as 1, 11, 121"));
  CHECK_THAT(fault_with("gpt3-13b", "micro_batches=2", 2'147'483'647),
             Catch::Contains("such as 1, 2147483647"));
}

TEST_CASE("Sizes beyond 64 bits are refused, not wrapped") {
  StepRequest r = request_of("gpt3-13b", 0, "tp=2", 2'000'000'000);
  r.sequence = 1 << 24;
  CHECK_THAT(fault_of([&] { training_program(r); }), Catch::Contains("2^62"));
  // Of one head of 64 values: rows are few bytes, scores are too many.
  r = request_of("gpt3-13b", 1, "recompute=selective", 1 << 28);
  r.model.hidden = 64;
  r.model.inner = 64;
  r.model.heads = 64;
  r.model.vocabulary = 1;
  r.sequence = 1 << 23;
  CHECK_THAT(fault_of([&] { training_program(r); }),
             Catch::Contains("a computation of fewer than 2^62 bytes"));
}
