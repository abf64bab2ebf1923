// SPDX-License-Identifier: Apache-2.0
// The fabric against runs of the ns-3 RDMA line (HPCC's simulator): two senders of 16 MB each to
// one host of a 16-host star, round trip 1 us, a clock of 1 ps.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "systemc/packet/packet_fabric.hpp"

namespace jacquard::systemc {
namespace {

__extension__ using Wide = unsigned __int128;
using Matrix = std::array<std::array<std::uint64_t, 3>, 3>;

// One of the two recurrences of MRG32k3a (L'Ecuyer, Operations Research 47(1), 1999).
struct Recurrence {
  std::uint64_t modulus;
  Matrix step;
  std::array<std::uint64_t, 3> state{1, 1, 1};

  Matrix times(const Matrix& a, const Matrix& b) const {
    Matrix c{};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        Wide sum = 0;
        for (std::size_t k = 0; k < 3; ++k) sum += Wide{a[i][k]} * b[k][j];
        c[i][j] = static_cast<std::uint64_t>(sum % modulus);
      }
    }
    return c;
  }
  void apply(const Matrix& a) {
    std::array<std::uint64_t, 3> next{};
    for (std::size_t i = 0; i < 3; ++i) {
      Wide sum = 0;
      for (std::size_t k = 0; k < 3; ++k) sum += Wide{a[i][k]} * state[k];
      next[i] = static_cast<std::uint64_t>(sum % modulus);
    }
    state = next;
  }
  void jump(int log2, int count) {
    Matrix far = step;
    for (int i = 0; i < log2; ++i) far = times(far, far);
    for (int i = 0; i < count; ++i) apply(far);
  }
};

// What ns-3 draws from automatic stream `stream` in run 1 of seed 1: streams lie 2^127 apart, runs
// 2^76 (L'Ecuyer et al., Operations Research 50(6), 2002).
std::vector<double> ns3_numbers(int stream, int count) {
  Recurrence a{4294967087, {{{0, 1, 0}, {0, 0, 1}, {4294967087 - 810728, 1403580, 0}}}};
  Recurrence b{4294944443, {{{0, 1, 0}, {0, 0, 1}, {4294944443 - 1370589, 0, 527612}}}};
  for (Recurrence* r : {&a, &b}) {
    r->jump(127, stream);
    r->jump(76, 1);
  }
  std::vector<double> numbers;
  for (int i = 0; i < count; ++i) {
    a.apply(a.step);
    b.apply(b.step);
    const std::uint64_t difference = (a.state[2] + a.modulus - b.state[2]) % a.modulus;
    numbers.push_back(static_cast<double>(difference == 0 ? a.modulus : difference) /
                      static_cast<double>(a.modulus + 1));
  }
  return numbers;
}

// The stream RED drew from in the reference runs. Of the first 1,500 it is the only one that gives
// the two first cuts of the trace.
constexpr int kReferenceStream = 153;

PacketOutcome two_to_one(PacketPreset preset, std::int64_t gigabits,
                         const PacketRunOptions& options) {
  PacketConfig c;
  c.device = kDeviceOfPreset;  // the memory that ns-3's switch has
  c.preset = preset;
  c.rate = base::BitsPerSecond{gigabits * 1'000'000'000};
  const std::vector<demand::Flow> flows = {{0, 15, base::Bytes{16'000'000}},
                                           {1, 15, base::Bytes{16'000'000}}};
  return simulate_packets(c, flows, options);
}

double us(base::Picoseconds time) { return static_cast<double>(time.count()) * 1e-6; }

struct Change {
  std::int64_t at;
  int flow;
  double target, rate;
};

}  // namespace

TEST_CASE("MRG32k3a starts as its author's does") {
  // RngStreams, first stream of the seed (12345 x 6): not ours. From (1 x 6) the first step gives
  // x1 = 1403580 - 810728 and x2 = 527612 - 1370589, so u = (592852 + 842977) / (m1 + 1).
  Recurrence a{4294967087, {{{0, 1, 0}, {0, 0, 1}, {4294967087 - 810728, 1403580, 0}}}};
  a.apply(a.step);
  CHECK(a.state[2] == 592'852);
  Recurrence b{4294944443, {{{0, 1, 0}, {0, 0, 1}, {4294944443 - 1370589, 0, 527612}}}};
  b.apply(b.step);
  CHECK(b.state[2] == 4294944443 - 842'977);
  Recurrence jumped = a;
  jumped.jump(5, 2);
  for (int i = 0; i < 64; ++i) a.apply(a.step);
  CHECK(jumped.state == a.state);
}

TEST_CASE(
    "given ns-3's random numbers the fabric walks ns-3's run, change of rate by change of rate") {
  const std::vector<double> numbers = ns3_numbers(kReferenceStream, 40'000);
  PacketRunOptions options;
  options.rate_changes = true;
  options.red_numbers = numbers;
  const auto outcome = two_to_one(PacketPreset::dcqcn_hpcc, 800, options);
  const std::vector<Change> trace = {
      {42'562'520, 0, 800, 404.651}, {42'782'600, 1, 800, 401.556},  {46'562'520, 0, 800, 204.641},
      {46'782'600, 1, 800, 202.332}, {50'562'520, 0, 800, 104.268},  {50'782'600, 1, 800, 102.332},
      {54'562'520, 0, 800, 53.517},  {54'782'600, 1, 800, 52.144},   {58'562'520, 0, 800, 27.769},
      {58'782'600, 1, 800, 26.664},  {358'562'520, 0, 800, 413.884}, {358'782'600, 1, 800, 413.332},
  };
  REQUIRE(outcome.rate_changes.size() == trace.size());
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const RateChange& change = outcome.rate_changes[i];
    CAPTURE(i);
    CHECK(change.at.count() == trace[i].at);
    CHECK(change.flow == trace[i].flow);
    CHECK(static_cast<double>(change.target.count()) * 1e-9 == trace[i].target);
    const double rate = static_cast<double>(change.rate.count()) * 1e-9;
    CHECK(std::abs(rate - trace[i].rate) < 0.00051);  // as printed
  }
  CHECK(us(outcome.completion) == Approx(581.2).margin(0.05));
}

TEST_CASE(
    "given ns-3's random numbers the fabric ends when ns-3 does with other timers and rates") {
  const std::vector<double> numbers = ns3_numbers(kReferenceStream, 40'000);
  PacketRunOptions options;
  options.red_numbers = numbers;
  const auto end = [&](PacketPreset preset, std::int64_t gigabits) {
    return us(two_to_one(preset, gigabits, options).completion);
  };
  CHECK(end(PacketPreset::dcqcn_hpcc, 100) == Approx(3139.5).margin(0.05));
  CHECK(end(PacketPreset::dcqcn_hpcc_paper_timers, 800) == Approx(357.9).margin(0.06));
  CHECK(end(PacketPreset::dcqcn_hpcc_paper_timers, 100) == Approx(2810.5).epsilon(0.002));
}

// RED is random, so the reference is one draw of a distribution: over seeds of our own generator
// the median must be near it and the reference within the 5-95 % band.
TEST_CASE(
    "over seeds the reference lies in the band of completions, first cuts and numbers of cuts") {
  std::vector<double> completion, first_cut, cuts;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    PacketRunOptions options;
    options.seed = seed;
    options.rate_changes = true;
    const auto outcome = two_to_one(PacketPreset::dcqcn_hpcc, 800, options);
    completion.push_back(us(outcome.completion));
    for (int flow = 0; flow < 2; ++flow) {
      const auto first = std::find_if(outcome.rate_changes.begin(), outcome.rate_changes.end(),
                                      [flow](const RateChange& c) { return c.flow == flow; });
      REQUIRE(first != outcome.rate_changes.end());
      first_cut.push_back(us(first->at));
    }
    cuts.push_back(static_cast<double>(outcome.rate_cuts));
  }
  const auto quantile = [](std::vector<double>& values, double share) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
  };
  CHECK(quantile(completion, 0.5) == Approx(581.2).epsilon(0.02));
  CHECK(quantile(completion, 0.05) <= 581.2);
  CHECK(quantile(completion, 0.95) >= 581.2);
  CHECK(quantile(first_cut, 0.05) <= 42.56);
  CHECK(quantile(first_cut, 0.95) >= 42.56);
  CHECK(quantile(cuts, 0.05) <= 10);
  CHECK(quantile(cuts, 0.95) >= 10);
}

}  // namespace jacquard::systemc
