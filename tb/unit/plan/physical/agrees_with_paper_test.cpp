// SPDX-License-Identifier: Apache-2.0
// Without departures the physical mode's program is the paper's: two generators that were written
// apart, one in doubles, one in picoseconds on the list schedule.
#include <catch2/catch.hpp>

#include "jacquard/plan/physical/evaluate.hpp"
#include "unit/plan/shipped.hpp"

namespace jacquard::plan {
namespace {

void require_agreement(const Request& request) {
  Evaluator paper(request);
  physical::Evaluator physical(request);
  for (const Strategy& strategy : all_strategies(request.model, request.cluster)) {
    const Answer expected = paper.evaluate(strategy);
    if (!expected.refused.empty()) continue;
    const Answer found = physical.evaluate(strategy);
    INFO(request.model.name << " " << text_of(strategy) << " "
                            << static_cast<int>(request.task.kind));
    const double margin =
        1e-9;  // of picoseconds that were rounded, of each of hundreds of operations
    REQUIRE(found.times.time == Approx(expected.times.time).margin(margin).epsilon(0));
    REQUIRE(found.times.serialized() ==
            Approx(expected.times.serialized()).margin(margin).epsilon(0));
    REQUIRE(found.memory.total() == expected.memory.total());
  }
}

}  // namespace

TEST_CASE("without departures every strategy takes what the paper says", "[plan]") {
  for (const char* name : {"dlrm-a", "dlrm-a-moe", "dlrm-b-transformer"}) {
    Request request{shipped_model(name), shipped_cluster("zionex-128"), {}};
    require_agreement(request);
    request.task.kind = TaskKind::inference;
    require_agreement(request);
    request.task.kind = TaskKind::finetune;
    request.task.frozen_bottom = true;
    require_agreement(request);
    request.task.frozen_embedding = true;
    require_agreement(request);
  }
  for (const char* name : {"llama-65b", "llm-moe"}) {
    require_agreement({shipped_model(name), shipped_cluster("a100-2048"), {}});
  }
}

}  // namespace jacquard::plan
