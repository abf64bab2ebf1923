// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/expert_traffic.hpp"

#include <catch2/catch.hpp>

#include "jacquard/workload/expert_loads.hpp"
#include "support/fault_of.hpp"
#include "support/step_requests.hpp"

using namespace jacquard;
using tb::request_of;

TEST_CASE("a step's experts exchange the tokens of a micro-batch") {
  // Mixtral 8x7B: 4,096 tokens of 4,096 bf16 values, 2 of 8 experts.
  auto request = request_of("mixtral-8x7b", 0, "dp=1,ep=4", 4);
  request.sequence = 4096;
  const workload::ExpertTraffic traffic = workload::expert_traffic(request);
  CHECK(traffic.ranks == 4);
  CHECK(traffic.experts == 8);
  CHECK(traffic.top_k == 2);
  CHECK(traffic.tokens == 4096);
  CHECK(traffic.bytes_per_token.count() == 8192);
  const auto demand = workload::expert_demand(traffic, {}, 1, {"", ""});
  CHECK(demand.total().count() == 4LL * 4096 * 2 * 8192);
}

TEST_CASE("a skewed step's dispatch is as much longer as its busiest device has more") {
  auto request = request_of("mixtral-8x7b", 2, "dp=1,ep=4", 4);
  const auto dispatched = [&] {
    const workload::StepProgram program = workload::training_program(request);
    for (const workload::CommWork& comm : program.comms) {
      if (comm.kind == workload::CollectiveKind::all_to_all) {
        return static_cast<double>(comm.bytes.count());
      }
    }
    return 0.0;
  };
  const double even = dispatched();
  CHECK(even > 0);
  request.expert_skew = 1;
  workload::ExpertWork work;
  work.tokens = 4.0 * request.tokens();
  work.experts = 8;
  work.top_k = 2;
  work.expert_parallel = 4;
  work.skew = 1;
  CHECK(workload::busiest_over_mean(work) > 1.2);
  CHECK(dispatched() == Approx(even * workload::busiest_over_mean(work)));
}

TEST_CASE("a model without experts has no such traffic") {
  const auto request = request_of("llama3-8b", 0, "dp=1", 4);
  CHECK_THAT(tb::fault_of([&] { workload::expert_traffic(request); }),
             Catch::Contains("a model with experts"));
}
