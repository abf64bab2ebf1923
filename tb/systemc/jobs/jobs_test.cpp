// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/demand/generate.hpp"
#include "systemc/jobs/job_config.hpp"

namespace jacquard::jobs {
namespace {

using base::Bytes;
using base::Picoseconds;

constexpr std::int64_t kPacket = 10'480;  // ps of 1,048 bytes at 800 Gb/s
constexpr Picoseconds kMicrosecond{1'000'000};

systemc::PacketConfig one_switch() {
  systemc::PacketConfig c;
  c.preset = systemc::PacketPreset::ideal_output_queued;
  return c;
}

demand::DemandMatrix shift(int npus, std::int64_t bytes) {
  demand::DemandMatrix m(npus);
  for (int i = 0; i < npus; ++i) m.set(i, (i + 1) % npus, Bytes{bytes});
  return m;
}

Job job(std::vector<int> ports, Picoseconds start, std::vector<Phase> phases) {
  return {"job", std::move(ports), start, std::move(phases)};
}

std::vector<Phase> expert_phases() {
  std::vector<Phase> phases;
  for (std::uint64_t k = 0; k < 3; ++k) {
    demand::DemandMatrix m = demand::generate(demand::DemandClass::decoding_skewed, 8, 1, k);
    phases.push_back({Picoseconds{3'000'000}, std::move(m)});
  }
  return phases;
}

// Carries a demand at a byte a nanosecond of its busiest port, and each flow until the end.
class Ideal final : public systemc::Fabric {
 public:
  systemc::RunFigures run(const systemc::Offer& offer, std::uint64_t, report::FabricRun*) override {
    systemc::RunFigures f;
    f.completion = Picoseconds{1'000 * offer.demand.largest_line_sum().count()};
    f.flow_times.assign(offer.flows.size(), f.completion);
    ++runs;
    return f;
  }
  int runs = 0;
};

std::vector<JobConfig> two(int npus) {
  JobConfig one;
  one.name = "one";
  one.npus = npus;
  JobConfig other = one;
  other.name = "other";
  return {one, other};
}

std::vector<std::vector<int>> ports_of(Placement placement) {
  std::vector<std::vector<int>> all;
  for (const Job& j : placed(two(3), placement, 8, 1, {"mix", "/jobs"})) all.push_back(j.ports);
  return all;
}

}  // namespace

// A phase ends with its last byte; the next begins its computation later.
TEST_CASE("a job alone takes its computations and the closed form of each exchange") {
  const Picoseconds exchange{(100 + 1) * kPacket + 2 * 250'000};
  const std::vector<Phase> phases = {{2 * kMicrosecond, shift(4, 100'000)},
                                     {5 * kMicrosecond, demand::DemandMatrix(4)},
                                     {1 * kMicrosecond, shift(4, 100'000)},
                                     {3 * kMicrosecond, demand::DemandMatrix(4)}};
  systemc::PacketConfig c = one_switch();
  c.ack_class = systemc::AckClass::priority;
  c.ack_bytes = Bytes{1};
  const auto times = times_on_packets(c, {job({0, 1, 2, 3}, 7 * kMicrosecond, phases)}, 1);
  const double least = static_cast<double>((11 * kMicrosecond + 2 * exchange).count());
  CHECK(static_cast<double>(times[0].count()) == Approx(least).epsilon(0.002));
  CHECK(times[0].count() >= static_cast<std::int64_t>(least));
}

TEST_CASE("jobs without exchanges take their computations") {
  const std::vector<Phase> phases(2, Phase{4 * kMicrosecond, demand::DemandMatrix(2)});
  const std::vector<Job> all = {job({0, 1}, 9 * kMicrosecond, phases)};
  CHECK(times_on_packets(one_switch(), all, 1)[0] == 8 * kMicrosecond);
  Ideal fabric;
  CHECK(times_on_circuits(fabric, 4, all, Sharing::together, 1)[0] == 8 * kMicrosecond);
  CHECK(fabric.runs == 0);
}

TEST_CASE("jobs on ports of their own do not slow each other on one packet switch") {
  const Job one = job({0, 1, 2, 3, 4, 5, 6, 7}, kMicrosecond, expert_phases());
  const Job other = job({8, 9, 10, 11, 12, 13, 14, 15}, Picoseconds{0}, expert_phases());
  for (const auto preset :
       {systemc::PacketPreset::ideal_output_queued, systemc::PacketPreset::pfc_only}) {
    systemc::PacketConfig c = one_switch();
    c.preset = preset;
    const auto beside = times_on_packets(c, {one, other}, 1);
    CHECK(beside[0] == times_on_packets(c, {one}, 1)[0]);
    CHECK(beside[1] == times_on_packets(c, {other}, 1)[0]);
  }
}

TEST_CASE("two equal jobs on the same ports take twice as long") {
  const std::vector<Phase> phases = {{Picoseconds{0}, shift(8, 4'000'000)}};
  const Job one = job({0, 1, 2, 3, 4, 5, 6, 7}, Picoseconds{0}, phases);
  const auto alone = times_on_packets(one_switch(), {one}, 1)[0];
  for (const Picoseconds time : times_on_packets(one_switch(), {one, one}, 1)) {
    CHECK(time / alone == Approx(2).epsilon(0.02));
  }
  Ideal fabric;
  const Picoseconds carried{4'000'000'000};
  CHECK(times_on_circuits(fabric, 8, {one, one}, Sharing::together, 1) ==
        std::vector<Picoseconds>{2 * carried, 2 * carried});
  CHECK(times_on_circuits(fabric, 8, {one, one}, Sharing::in_turn, 1) ==
        std::vector<Picoseconds>{carried, 2 * carried});
}

TEST_CASE("circuits carry exchanges on ports apart side by side, or one after the other") {
  const std::vector<Phase> phases = {{Picoseconds{0}, shift(4, 1'000)}};
  const std::vector<Job> jobs = {job({0, 1, 2, 3}, Picoseconds{0}, phases),
                                 job({4, 5, 6, 7}, Picoseconds{0}, phases),
                                 job({4, 5, 6, 7}, Picoseconds{250'000}, phases)};
  Ideal fabric;
  // The third comes while the fabric is busy, and waits until all of that is carried.
  CHECK(times_on_circuits(fabric, 8, jobs, Sharing::together, 1) ==
        std::vector<Picoseconds>{kMicrosecond, kMicrosecond, Picoseconds{1'750'000}});
  CHECK(fabric.runs == 2);
  CHECK(times_on_circuits(fabric, 8, jobs, Sharing::in_turn, 1) ==
        std::vector<Picoseconds>{kMicrosecond, 2 * kMicrosecond, Picoseconds{2'750'000}});
}

TEST_CASE("placements give jobs their ports") {
  using Ports = std::vector<std::vector<int>>;
  CHECK(ports_of(Placement::packed) == Ports{{0, 1, 2}, {3, 4, 5}});
  CHECK(ports_of(Placement::interleaved) == Ports{{0, 2, 4}, {1, 3, 5}});
  CHECK(ports_of(Placement::shared) == Ports{{0, 1, 2}, {0, 1, 2}});
}

TEST_CASE("a collective's rounds follow each other, and carry what its algorithm sends") {
  std::vector<JobConfig> jobs = two(4);
  PhaseConfig phase;
  phase.collective = rounds::CollectiveKind::all_reduce;
  phase.bytes = Bytes{4'000};
  phase.compute = kMicrosecond;
  jobs[0].phases = {phase};
  jobs[0].steps = 2;
  const Job ring = placed(jobs, Placement::packed, 8, 1, {"mix", "/jobs"})[0];
  REQUIRE(ring.phases.size() == 2 * (1 + 6));  // two steps of 2 (n - 1) rounds
  CHECK(ring.phases[0].compute == kMicrosecond);
  for (int k = 1; k <= 6; ++k) {
    const demand::DemandMatrix& round = ring.phases[static_cast<std::size_t>(k)].demand;
    CHECK(round.total() == Bytes{4 * 1'000});
    CHECK(round.largest_line_sum() == Bytes{1'000});
  }
}

TEST_CASE("jobs that cannot be placed are refused by their place") {
  const auto refused = [](const std::vector<JobConfig>& jobs, int ports) {
    try {
      placed(jobs, Placement::packed, ports, 1, {"mix", "/jobs"});
    } catch (const base::ConfigError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  CHECK_THAT(refused(two(3), 5), Catch::Contains("/jobs/1/npus") && Catch::Contains("5"));
  std::vector<JobConfig> jobs = two(2);
  jobs[0].ports = {1};
  CHECK_THAT(refused(jobs, 8), Catch::Contains("/jobs/0/ports") && Catch::Contains("2 NPUs"));
  jobs[0].ports = {1, 1};
  CHECK_THAT(refused(jobs, 8), Catch::Contains("/jobs/0/ports") && Catch::Contains("twice"));
  jobs = two(2);
  PhaseConfig phase;
  phase.demand = "moe:4";
  jobs[1].phases = {phase};
  CHECK_THAT(refused(jobs, 8),
             Catch::Contains("/jobs/1/phases/0/demand") && Catch::Contains("4 ports"));
}

// Two rings of four, then a send to the next ring, twice: circuits change before each but the first
// of a ring's rounds.
TEST_CASE("circuits set between phases cost the guard where the computation is shorter") {
  std::vector<JobConfig> jobs = two(8);
  PhaseConfig gather;
  gather.compute = Picoseconds{5'000'000};
  gather.collective = rounds::CollectiveKind::all_gather;
  gather.group = 4;
  gather.bytes = Bytes{100'000};
  PhaseConfig send;
  send.compute = Picoseconds{2'000'000};
  send.shift = 4;
  send.bytes = Bytes{50'000};
  jobs[0].phases = {gather, send};
  jobs[0].steps = 2;
  jobs.resize(1);
  const std::vector<Job> all = placed(jobs, Placement::packed, 8, 1, {"mix", "/jobs"});
  const systemc::LinkConfig links;
  const std::int64_t round = 100 * kPacket + 2 * 250'000;
  const std::int64_t sent = 50 * kPacket + 2 * 250'000;
  const auto time = [&](std::int64_t guard) {
    return times_on_phases(links, Picoseconds{guard}, all)[0].count();
  };
  const std::int64_t carried = 2 * (3 * round + sent);
  CHECK(time(0) == carried + 2 * (5'000'000 + 2'000'000));
  CHECK(time(2'000'000) == time(0));
  CHECK(time(3'000'000) == time(0) + 2 * 1'000'000);
  CHECK(time(9'000'000) == carried + 4 * 9'000'000);
  // A ring that stands needs none, whatever is computed between.
  jobs[0].phases = {gather};
  CHECK(times_on_phases(links, Picoseconds{9'000'000},
                        placed(jobs, Placement::packed, 8, 1, {"mix", "/jobs"}))[0]
            .count() == 2 * 3 * round + 9'000'000 + 5'000'000);
}

TEST_CASE("circuits set between phases refuse what is no permutation, and shared ports") {
  demand::DemandMatrix incast(4);
  incast.set(0, 2, Bytes{1});
  incast.set(1, 2, Bytes{1});
  const Job one = job({0, 1, 2, 3}, Picoseconds{0}, {{Picoseconds{0}, incast}});
  CHECK_THROWS_WITH(times_on_phases({}, Picoseconds{1}, {one}), Catch::Contains("permutations"));
  const Job other = job({0, 1, 2, 3}, Picoseconds{0}, {{Picoseconds{0}, shift(4, 1'000)}});
  CHECK_THROWS_WITH(times_on_phases({}, Picoseconds{1}, {other, other}), Catch::Contains("twice"));
}

}  // namespace jacquard::jobs
