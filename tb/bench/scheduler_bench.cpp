// SPDX-License-Identifier: Apache-2.0
// Schedulers on one demand of each of three classes, 8 bits, a guard of ten slots. The argument is
// the number of ports. Time is the processor's, so that other programs matter little.
#include <benchmark/benchmark.h>

#include <string>

#include "jacquard/demand/generate.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace {

namespace demand = jacquard::demand;
namespace schedule = jacquard::schedule;

demand::QuantaMatrix demand_of(const std::string& kind, int ports) {
  const demand::DemandMatrix bytes = generate(demand::demand_class(kind), ports, 1, 0);
  demand::Quantisation how;
  how.bits = 8;
  const double slot_ps = quantise(bytes, how).clock().slot_ps();
  how.guard = jacquard::base::Picoseconds{static_cast<std::int64_t>(10 * slot_ps)};
  return quantise(bytes, how);
}

void run(benchmark::State& state, const std::string& name, const std::string& kind) {
  const demand::QuantaMatrix demand = demand_of(kind, static_cast<int>(state.range(0)));
  const schedule::Scheduler& scheduler = schedule::find_scheduler(name);
  schedule::Schedule made(demand.ports());
  for (auto _ : state) made = scheduler.run(demand, {});
  if (!check(demand, made).valid) state.SkipWithError("the schedule is not valid");
  state.counters["settings"] = static_cast<double>(made.permutations());
  state.counters["slots"] = static_cast<double>(made.slots());
}

void add(const std::string& name, const std::string& kind, std::initializer_list<int> sizes) {
  const auto bench = [=](benchmark::State& state) { run(state, name, kind); };
  auto* added = benchmark::RegisterBenchmark((name + " " + kind).c_str(), bench);
  added->ArgName("ports")->Unit(benchmark::kMillisecond);
  for (const int ports : sizes) added->Arg(ports);
}

}  // namespace

int main(int argc, char** argv) {
  for (const char* kind : {"moe", "uniform", "sparse"}) {
    for (const char* name : {"exact", "greedy-max-weight", "level-matching", "eclipse"}) {
      add(name, kind, {64, 1024});
    }
    add("auto", kind, {64, 256});
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
