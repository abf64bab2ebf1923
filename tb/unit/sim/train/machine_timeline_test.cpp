// SPDX-License-Identifier: Apache-2.0
#include "sim/train/machine_timeline.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <map>

#include "jacquard/base/at.hpp"
#include "jacquard/base/file.hpp"
#include "support/folder.hpp"
#include "unit/systemc/train/jobs.hpp"

using namespace jacquard;
using base::Picoseconds;

namespace {

const char* const kExperts =
    R"json({"name": "experts", "hidden": 512, "layers": 2, "heads": 8, "inner": 1024,
            "vocabulary": 1024, "sequence": 256, "experts": {"count": 8, "top_k": 2, "inner": 1024}})json";

train::Step step_of(const std::vector<std::string>& set) {
  train::TrainConfig config = tb::job(kExperts, tb::cluster("Switch(8)"), "ep=8,micro_batch=1", 8);
  config.engine = "cycle";
  for (const std::string& assignment : set) train::train_fields().set(config, assignment);
  return tb::prepared(config);
}

}  // namespace

TEST_CASE("Every NPU's timeline has its computations, waits and exchanges, within the step") {
  const train::Step step = step_of({"expert_routing=power_law:1.2"});
  const train::StepAnswer answer = train::run_step(step);
  const report::Timeline timeline = train::machine_timeline(step, answer);
  std::map<std::string, Picoseconds> sums;  // by track, all NPUs together
  std::map<std::string, int> decisions;     // by NPU
  for (const report::Span& span : timeline.spans) {
    CHECK((span.begin >= 0 && span.begin < span.end && span.end <= answer.time.count()));
    const std::string& lane = base::at(timeline.lanes, span.lane).name;
    sums[lane.substr(lane.rfind(' ') + 1)] += Picoseconds{span.end - span.begin};
    if (span.name == "decision") ++decisions[lane];
  }
  CHECK(decisions.size() == 8);
  for (const auto& [npu, count] : decisions) CHECK(count == 2 * 4);
  Picoseconds compute{0};
  for (const auto& account : answer.accounts) compute += account.compute;
  // Accounts are means of NPUs, rounded down.
  CHECK(sums["compute"] - compute * 8 < Picoseconds{8});
  const train::OnMachine& on = *answer.machine;
  CHECK(sums["wait"] - (on.imbalance + on.contention) * 8 < Picoseconds{16});
  CHECK(sums["wait"] > Picoseconds{0});
  CHECK(sums["memory"] - on.memory_wait * 8 < Picoseconds{8});
}

TEST_CASE("Exchanges of the window, and no others, leave waveforms of the RTL") {
  const tb::Folder folder;
  train::Step step = step_of({"scheduler.kind=rtl", "hbm=none"});
  const train::StepAnswer without = train::run_step(step);
  const auto& second = without.machine->exchanges[1];
  step.waves = train::Waves{second.times.begin, second.times.end, folder.path("")};
  const train::StepAnswer with = train::run_step(step);
  REQUIRE(with.machine->waves.size() == 1);
  CHECK(std::filesystem::path(with.machine->waves.front()).filename() == "exchange_1.fst");
  CHECK(std::filesystem::file_size(with.machine->waves.front()) > 1000);
  CHECK(with.time == without.time);
  CHECK(with.machine->schedule_hash == without.machine->schedule_hash);
}
