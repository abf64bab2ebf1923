// SPDX-License-Identifier: Apache-2.0
// Jobs by closed forms: against the event engine, and against the list schedule of the programs
// that the jobs are made of.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/engine/analytic/analytic.hpp"
#include "jacquard/engine/step/dimension_loads.hpp"
#include "jacquard/engine/step/list_schedule.hpp"
#include "support/fault_of.hpp"
#include "unit/engine/job/random_pipeline.hpp"
#include "unit/engine/job/step_jobs.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using collective::Method;
using topology::Block;
using Kind = CollectiveKind;

namespace {

engine::Result by_closed_forms(const Machine& m) {
  engine::Scenario scenario{m.work, m.fabric, m.rules, {}, engine::Mode::faithful, m.symmetry};
  scenario.limits = engine::kLimitsOfJobs;
  return engine::AnalyticEngine().run(scenario);
}

engine::step::CommMachine machine_of(const Machine& m) {
  engine::step::CommMachine machine;
  machine.fabric = &m.fabric;
  machine.rules = m.rules;
  machine.algorithms = m.work.algorithms;
  machine.spread = m.work.spread;
  machine.chunks = m.work.chunks;
  return machine;
}

std::int64_t by_list_schedule(const Machine& m, const workload::StepProgram& program) {
  const auto works = times_of(program);
  const auto comms = engine::step::comm_times(machine_of(m), program);
  engine::step::ListSchedule schedule;
  return schedule.run(program, {works, comms}, m.rules.order).count();
}

}  // namespace

TEST_CASE("A step's job by closed forms takes what its program's list schedule says") {
  for (const char* parallel : kParallel) {
    for (const auto order : {engine::Order::fifo, engine::Order::lifo}) {
      INFO(parallel);
      const workload::StepProgram program = program_of(parallel, 64);
      Machine m = of_32();
      m.rules.order = order;
      m.work.job = workload::job_of(program, times_of(program));
      CHECK(by_closed_forms(m).time.count() == by_list_schedule(m, program));
    }
  }
}

TEST_CASE("Steps by closed forms are within one in twenty of the event engine") {
  double worst = 0;
  for (const char* parallel : kParallel) {
    const workload::StepProgram program = program_of(parallel, 64);
    Machine m = of_32();
    m.work.job = workload::job_of(program, times_of(program));
    std::int64_t event = 0;
    for (const auto& npu : run(m).npus) event = std::max(event, npu.end.count());
    const double error =
        static_cast<double>(by_closed_forms(m).time.count()) / static_cast<double>(event) - 1;
    INFO(parallel << " " << error);
    CHECK(std::abs(error) <= 0.05);
    worst = std::max(worst, std::abs(error));
  }
  CHECK(worst < 0.05);
}

// Collectives alone, of a few messages, in each other's way from the first on: the worst case.
TEST_CASE("Random jobs by closed forms are within a factor of two of the event engine") {
  std::vector<double> errors;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RandomPipeline pipeline(seed, seed % 2 == 1);
    Machine& m = pipeline.machine();
    std::int64_t event = 0;
    std::int64_t ours = 0;
    const std::string fault = fault_of([&] {
      for (const auto& npu : run(m).npus) event = std::max(event, npu.end.count());
    });
    if (!fault.empty()) continue;
    ours = by_closed_forms(m).time.count();
    REQUIRE(ours > 0);
    errors.push_back(std::abs(static_cast<double>(ours) / static_cast<double>(event) - 1));
  }
  std::sort(errors.begin(), errors.end());
  INFO("median " << errors[errors.size() / 2] << " worst " << errors.back());
  CHECK(errors[errors.size() / 2] <= 0.12);
  CHECK(errors.back() <= 1);
}

TEST_CASE("Groups by lists have closed forms too, and broadcasts have none") {
  // The even and the odd NPUs of a switch gather 1000 B: e, then three times 1 us, 2 x 500 ns, e.
  Machine m = machine({dimension(Block::switched, 8)});
  m.groups() = {{1, {0, 2, 4, 6}}, {2, {1, 3, 5, 7}}};
  std::vector<std::vector<OpNode>> graphs;
  for (int npu = 0; npu < 8; ++npu) {
    graphs.push_back({of_group(collective_node(Kind::all_gather, 1000), 1 + npu % 2)});
  }
  run_on_each(m, std::move(graphs));
  CHECK(by_closed_forms(m).time.count() == 10'000 + 3 * (1'000'000 + 1'000'000 + 10'000));
  Machine other = pair_of_npus();
  run_on_all(other, {collective_node(Kind::broadcast, 1000)});
  CHECK_THAT(fault_of([&] { by_closed_forms(other); }),
             Catch::Contains("a collective") || Catch::Contains("found a broadcast"));
}

TEST_CASE("What a step puts on the links is what the event engine counts") {
  for (const char* parallel : kParallel) {
    for (const auto spread : {collective::Spread::baseline, collective::Spread::blueconnect}) {
      for (const Method method : {Method::ring, Method::direct, Method::halving_doubling}) {
        INFO(parallel << " " << static_cast<int>(method));
        const workload::StepProgram program = program_of(parallel, 64);
        Machine m = of_32();
        for (engine::job::Algorithms& a : m.work.algorithms) {
          a.by_dimension = {{Method::direct, 0}, {method, 0}};
        }
        m.work.spread = spread;
        m.work.chunks = 3;
        m.work.job = workload::job_of(program, times_of(program));
        engine::Scenario scenario{m.work,    m.fabric, m.rules, {}, engine::Mode::faithful,
                                  m.symmetry};
        const engine::Result events = engine::EventEngine().run(scenario);
        const auto ours = engine::step::dimension_loads(machine_of(m), program, {}, events.time);
        REQUIRE(ours.size() == events.dimensions.size());
        for (std::size_t d = 0; d < ours.size(); ++d) {
          CHECK(ours[d].bytes == events.dimensions[d].bytes);
          CHECK(ours[d].busy.count() == Approx(events.dimensions[d].busy.count()));
          CHECK(ours[d].links == events.dimensions[d].links);
          CHECK(ours[d].utilisation == Approx(events.dimensions[d].utilisation));
        }
      }
    }
  }
}
