// SPDX-License-Identifier: Apache-2.0
// Jobs through the engines' door in ASTRA-sim's modes.
#include <catch2/catch.hpp>

#include "jacquard/astra/engine.hpp"
#include "jacquard/astra/files/engine_input.hpp"
#include "jacquard/base/error.hpp"
#include "support/astra_case.hpp"
#include "unit/astra/astra_cases.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using astra::Faithful;
using engine::Result;
using engine::Scenario;

namespace {

bool door_has(const AstraCase& c) {
  const auto policy = c.system.system.policy;
  return c.flags.empty() && policy != astra::System::Policy::by_priority;
}

Result through_the_door(const Faithful& job, engine::Mode mode) {
  Scenario scenario = job.scenario();
  scenario.mode = mode;
  return astra::AstraEngine().run(scenario);
}

int differences(const Result& result, const AstraAnswer& wanted) {
  int differ = 0;
  for (std::size_t npu = 0; npu < wanted.ranks.size(); ++npu) {
    const AstraFinish& want = wanted.ranks[npu];
    const auto& own = result.job->npus[npu];
    differ += own.end.count() != want.cycles * 1000 ||
              (own.end - own.compute).count() != want.exposed * 1000 ||
              result.npu_ends[npu] != own.end;
  }
  return differ;
}

// Of a ring of four with one job, for refusals.
struct Refused {
  Refused()
      : job(astra::faithful([] {
          Input input =
              astra_machine({{topology::Block::ring, 4, 50, 500}}, {{collective::Method::ring}});
          run_on_all(input, {collective_node(CollectiveKind::all_reduce, 1 << 20, 0)});
          return input;
        }())) {}

  std::string why() const {
    Scenario scenario = job.scenario();
    scenario.mode = engine::Mode::astra_unaware;
    const auto fault = astra::AstraEngine().refusal(scenario);
    return fault ? fault->source + ": " + fault->expected : "";
  }

  Faithful job;
};

}  // namespace

TEST_CASE("A job through the door takes the nanoseconds that ASTRA-sim printed for its traces") {
  int compared = 0;
  for (const std::string& file : astra_case_files()) {
    for (const AstraCase& c : astra_cases(file)) {
      if (!door_has(c)) continue;
      const Faithful job =
          astra::faithful(astra::engine_input({c.network, c.system, c.groups, c.memory, c.traces}));
      for (const auto& [mode, wanted] : {std::pair{engine::Mode::astra_unaware, &c.unaware},
                                         std::pair{engine::Mode::astra_aware, &c.aware}}) {
        if (!wanted->fails.empty()) continue;
        CAPTURE(c.name, int(mode));
        const Result result = through_the_door(job, mode);
        REQUIRE(result.job->npus.size() == wanted->ranks.size());
        CHECK(differences(result, *wanted) == 0);
        ++compared;
      }
    }
  }
  CHECK(compared > 1000);
}

TEST_CASE("What ASTRA-sim's files cannot say of a job is refused in one line") {
  CHECK(Refused().why() == "");
  Refused one;
  one.job.work.scales.compute = 2;
  CHECK(one.why() ==
        "--compute-scale, --comm-scale: 1 in ASTRA-sim's modes, where they change nothing");
  Refused two;
  two.job.work.npu_memory = base::Bytes{1 << 30};
  CHECK(two.why() == "--npu-memory: none in ASTRA-sim's modes");
  Refused three;
  three.job.work.algorithms.fill({{{collective::Method::two_way_ring}}});
  CHECK(three.why() == "--algorithm: an algorithm of ASTRA-sim");
  Refused four;
  four.job.rules.endpoint_delay = base::Picoseconds{1500};
  CHECK(four.why() == "--endpoint-delay: whole nanoseconds in ASTRA-sim's modes, below 2 s");
  Refused five;
  five.job.work.roofline = {base::FlopsPerSecond{1e12}, base::BytesPerSecond{1e12}};
  CHECK(five.why().find("one bandwidth in ASTRA-sim's modes") != std::string::npos);
  Refused six;
  six.job.work.job.class_of.pop_back();
  CHECK(six.why().find("a trace for each of 4 NPUs") != std::string::npos);
}
