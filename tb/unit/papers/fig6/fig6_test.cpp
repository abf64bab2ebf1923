// SPDX-License-Identifier: Apache-2.0
// The study in small: few matrices, few evaluations, a fraction of the bytes.
#include "papers/fig6/fig6.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <sstream>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/demand/generate.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "papers/fig6/baselines.hpp"
#include "papers/fig6/comparison.hpp"
#include "papers/fig6/rows.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using namespace jacquard::studies::fig6;
using base::Bytes;
using base::Picoseconds;

namespace {

Options small() {
  Options o;
  o.matrices = 6;
  o.evaluations = 23;
  o.training = 2;
  o.finalists = 12;
  o.sample = 2;
  o.part = 400;
  return o;
}

demand::DemandMatrix some_matrix() { return matrix(small(), 3); }

}  // namespace

TEST_CASE("The calibrated matrices have 4.295 GB on average, about 0.236 for the hottest") {
  const DemandFacts kept = facts_of(Options{}, true);
  CHECK(kept.total_bytes == Approx(4.295e9).epsilon(0.001));
  CHECK(kept.hottest_share == Approx(0.236).epsilon(0.02));
  CHECK(kept.ideal_ms == Approx(10.1).epsilon(0.02));
  const DemandFacts dropped = facts_of(Options{}, false);
  CHECK(dropped.ideal_ms == Approx(9.5).epsilon(0.02));
}

TEST_CASE("An exact circuit takes its largest line at link rate, and propagation") {
  const demand::DemandMatrix bytes = some_matrix();
  const Picoseconds line = base::transfer_time(bytes.largest_line_sum(), kLinkRate);
  CHECK(circuit_completion(bytes, as_chronos()) == line + Picoseconds{500'000});
  const Picoseconds wire =
      base::transfer_time(on_the_wire(bytes, {}).largest_line_sum(), kLinkRate);
  CHECK(circuit_completion(bytes, Accounting{}) == wire + Picoseconds{500'000});
}

TEST_CASE("Each payload of up to 1,000 bytes weighs 48 bytes more, and 60 on the way back") {
  demand::DemandMatrix bytes(2);
  bytes.set(0, 0, Bytes{1});
  bytes.set(0, 1, Bytes{1'000});
  bytes.set(1, 0, Bytes{1'001});
  Accounting how;
  how.acks = false;
  const demand::DemandMatrix headers = on_the_wire(bytes, how);
  CHECK(headers.at(0, 0) == Bytes{49});
  CHECK(headers.at(0, 1) == Bytes{1'048});
  CHECK(headers.at(1, 0) == Bytes{1'097});
  CHECK(headers.at(1, 1) == Bytes{0});
  const demand::DemandMatrix wire = on_the_wire(bytes, {});
  CHECK(wire.at(0, 0) == Bytes{49 + 60});
  CHECK(wire.at(0, 1) == Bytes{1'048 + 120});
  CHECK(wire.at(1, 0) == Bytes{1'097 + 60});
  how.headers = false;
  CHECK(on_the_wire(bytes, how).row_major()[1] == 1'000);
}

TEST_CASE("Guards add up, and a decision that nothing overlaps is added as it is") {
  const demand::DemandMatrix bytes = some_matrix();
  const auto permutations = static_cast<std::int64_t>(
      schedule::find_scheduler("exact")
          .run(quantise(on_the_wire(bytes, {}), demand::Quantisation{}), {})
          .permutations());
  Accounting how;
  const Picoseconds plain = circuit_completion(bytes, how);
  how.guard = Picoseconds{10'000};
  CHECK(circuit_completion(bytes, how) == plain + permutations * Picoseconds{10'000});
  how.decision = CircuitDecision::latency;
  how.latency = Picoseconds{123'456'789};
  CHECK(circuit_completion(bytes, how) ==
        plain + permutations * Picoseconds{10'000} + Picoseconds{123'456'789});
}

TEST_CASE("Counts of 8 bits and a core's decision only add to a completion") {
  for (int index = 0; index < 5; ++index) {
    const demand::DemandMatrix bytes = matrix(Options{}, index * 37);
    Accounting exact, counted, ladder, clocked;
    counted.schedule = CircuitSchedule::exact_8_bits;
    ladder.schedule = clocked.schedule = CircuitSchedule::ladder;
    clocked.decision = CircuitDecision::clocked;
    const Picoseconds times[] = {
        circuit_completion(bytes, exact), circuit_completion(bytes, counted),
        circuit_completion(bytes, ladder), circuit_completion(bytes, clocked)};
    CHECK(times[0] < times[1]);
    CHECK(times[1] <= times[2]);
    CHECK(times[2] < times[3]);
    // ceil(bytes / q) adds less than a quantum per entry: 16 of 1/255 of the largest entry a line.
    const auto largest = on_the_wire(bytes, {}).largest_entry().count();
    const Bytes quantum{(largest + 254) / 255};
    CHECK(times[1] - times[0] < 16 * base::transfer_time(quantum, kLinkRate));
  }
}

TEST_CASE("The knobs reach HPCC's defaults, and Kmax is never below Kmin") {
  systemc::PacketConfig as_simulated;
  as_simulated.device = systemc::kDeviceOfPreset;
  const systemc::PacketParameters hpcc = resolve(as_simulated);
  const double defaults[] = {static_cast<double>(hpcc.red.kmin.count()),
                             1,
                             hpcc.red.pmax,
                             static_cast<double>(hpcc.dcqcn.r_ai.count()),
                             static_cast<double>(hpcc.dcqcn.r_hai.count()),
                             hpcc.dcqcn.g};
  std::vector<double> values;
  for (std::size_t d = 0; d < knobs().size(); ++d) {
    CHECK((knobs()[d].low <= defaults[d] && defaults[d] <= knobs()[d].high));
    values.push_back(defaults[d]);
  }
  const systemc::PacketParameters ours = resolve(tuned_config(values));
  CHECK(ours.red.kmin == hpcc.red.kmin);
  CHECK(ours.red.kmax == hpcc.red.kmax);
  CHECK(ours.dcqcn.r_hai == hpcc.dcqcn.r_hai);
  CHECK(ours.memory.capacity == hpcc.memory.capacity);
  values[1] = 0;
  const auto lowest = tuned_config(values);
  CHECK(lowest.dcqcn.kmax == lowest.dcqcn.kmin);
}

TEST_CASE("The study gives the same bytes for any number of workers, and resumed from anywhere") {
  const tb::Folder folder;
  const Results one = run(small(), folder.path("one"), 1);
  const std::string journal = base::read_file(folder.path("one/fig6.jsonl"));
  run(small(), folder.path("three"), 3);
  CHECK(base::read_file(folder.path("three/fig6.jsonl")) == journal);
  for (const std::size_t length : {std::size_t{10}, journal.size() / 3, journal.size() - 20}) {
    folder.file("cut/fig6.jsonl", journal.substr(0, length));
    const Results resumed = run(small(), folder.path("cut"), 2);
    CHECK(base::read_file(folder.path("cut/fig6.jsonl")) == journal);
    CHECK(rows_of(resumed, fabric_times(resumed)) == rows_of(one, fabric_times(one)));
  }
  CHECK(recorded(small(), folder.path("one")).has_value());
  CHECK_FALSE(recorded(small(), folder.path("none")).has_value());
  Options other = small();
  other.sample = 1;
  CHECK_THROWS_AS(run(other, folder.path("one"), 1), base::ConfigError);
}

TEST_CASE("No training matrix is in a figure, and the finalist taken is the best in full") {
  const tb::Folder folder;
  Options options = small();
  options.part = 40;  // enough bytes for a queue to be marked
  const Results results = run(options, folder.path("s"), 1);
  // Its journal has each stage: evaluations, finalists, and every fabric.
  std::set<std::string> stages;
  std::istringstream journal(base::read_file(folder.path("s/fig6.jsonl")));
  for (std::string line; std::getline(journal, line);) {
    const config::Json entry = config::parse_json(line, "the journal");
    if (entry.contains("stage")) stages.insert(entry["stage"].get<std::string>());
  }
  CHECK(stages.size() == 2 + results.baselines.size());
  REQUIRE(results.finalists.size() == 12);
  std::int64_t sum = 0;
  for (const std::int64_t index : results.training) {
    sum += packet_completion(tuned_config(results.finalists.front().values), matrix(options, index),
                             1 + static_cast<std::uint64_t>(index))
               .count();
  }
  CHECK(results.finalists.front().training_whole == Picoseconds{sum / 2});
  for (const Finalist& f : results.finalists) {
    CHECK(f.training_whole >= results.finalists.front().training_whole);
  }
  CHECK(results.baselines.front().matrices.size() == 6);
  CHECK(std::set<std::int64_t>(results.training.begin(), results.training.end()).size() == 2);
  for (const Baseline& b : results.baselines) {
    for (const std::int64_t index : b.matrices) {
      CHECK(std::count(results.training.begin(), results.training.end(), index) == 0);
    }
    for (const Picoseconds time : b.completions) CHECK(time > Picoseconds{0});
  }
  // No packet switch beats what its data alone take, headers included, on the busiest link.
  Accounting data;
  data.acks = false;
  for (const Baseline& b : results.baselines) {
    if (!b.headers || !b.diagonal) continue;
    CHECK(compare(results, b, data).faster_mean > 0);
    CHECK(compare(results, b, data).faster_mean > compare(results, b, Accounting{}).faster_mean);
    CHECK(compare(results, b, as_chronos()).faster_mean > compare(results, b, data).faster_mean);
  }
}
