// SPDX-License-Identifier: Apache-2.0
// Arbiters of N to 1 with each fault that one is known to have, and correct ones.
#include <catch2/catch.hpp>

#include "unit/sim/verify/software_pins.hpp"

using namespace jacquard;
using tb::run_software;
using tb::software_module;
using tb::SoftwarePins;

namespace {

constexpr int kInputs = 4;
constexpr int kBubbleEvery = 8;

enum class Plant {
  none,
  fixed,              // instead of round robin
  wrap_skips_first,   // the pointer goes from the last to input 1
  last_never_first,   // served only while nobody else asks
  pair_starves,       // while 1 and 2 ask, 3 is passed over
  full_load_starves,  // while all ask, 2 is passed over
  lock_lost,          // a rival takes over what was offered
  valid_drops,        // an offer is shown every other clock until taken
  data_of_another,
  index_off,
  grant_while_blocked,
  valid_waits_for_ready,
  two_after_reset,
  idle_ready,     // what is called gnt is high while nobody asks
  unasked,        // the grant of a request that is not there
  stale,          // who asked a clock ago
  bursts,         // whoever was served goes on while it asks
  bubble,         // nothing each kBubbleEvery clocks
  no_reset,       // the pointer is as power-up left it
  corner_flop,    // set only when all ask, never cleared: then the order is backwards
  kept_by_reset,  // a reset leaves the pointer
  never,          // nothing is granted: the reset polarity is another
};

class RoundRobin final : public SoftwarePins {
 public:
  RoundRobin(const rtl::Wiring& wiring, Plant plant, std::uint32_t seed)
      : SoftwarePins(wiring), plant_(plant), wiring_(wiring) {
    if (plant == Plant::no_reset) pointer_ = static_cast<int>(seed % kInputs);
    if (plant == Plant::corner_flop) corner_ = seed % 2 == 0;
  }

 private:
  bool asks(int i) const { return get("req", i) != 0; }

  int chosen() const {
    int asking = 0, first = -1;
    for (int i = 0; i < kInputs; ++i) asking += asks(i);
    if (locked_ >= 0 && asks(locked_) && plant_ != Plant::lock_lost) return locked_;
    for (int k = 0; k < kInputs; ++k) {
      const bool backwards = plant_ == Plant::corner_flop && corner_;
      const int turn = backwards ? pointer_ + 2 * kInputs - 2 - k : pointer_ + k;
      const int i = plant_ == Plant::fixed ? k : turn % kInputs;
      if (!asks(i)) continue;
      if (plant_ == Plant::last_never_first && i == kInputs - 1 && asking > 1) continue;
      if (plant_ == Plant::pair_starves && i == 3 && asks(1) && asks(2)) continue;
      if (plant_ == Plant::full_load_starves && i == 2 && asking == kInputs) continue;
      if (first < 0) first = i;
    }
    return first;
  }

  void answer() override {
    const bool has_ready = wiring_.bus("ready").there(), ready = !has_ready || get("ready") != 0;
    const int from = plant_ == Plant::stale ? last_chosen_ : chosen();
    const bool skips = (plant_ == Plant::bubble && clock_ % kBubbleEvery == kBubbleEvery - 1) ||
                       (plant_ == Plant::valid_drops && waited_ % 2 == 1) || plant_ == Plant::never;
    const bool unasked = plant_ == Plant::unasked && from < 0;
    const bool valid =
        (from >= 0 || unasked) && !skips && (plant_ != Plant::valid_waits_for_ready || ready);
    put("valid", 0, valid ? 1 : 0);
    if (!valid && plant_ == Plant::idle_ready) put("gnt", 0, 1);
    if (!valid) return;
    const int to = unasked ? 0 : from;
    const bool shows = ready || plant_ == Plant::grant_while_blocked;
    put("gnt", to, shows ? 1 : 0);
    if (plant_ == Plant::two_after_reset && clock_ == 0) put("gnt", (to + 1) % kInputs, 1);
    put("index", 0, plant_ == Plant::index_off ? (to + 1) % kInputs : to);
    if (!wiring_.bus("data").there()) return;
    put("data_out", 0, get("data", plant_ == Plant::data_of_another ? (to + 1) % kInputs : to));
  }

  void edge(bool reset) override {
    const bool has_ready = wiring_.bus("ready").there(), ready = !has_ready || get("ready") != 0;
    const int now = chosen();
    bool all = true;
    for (int i = 0; i < kInputs; ++i) all = all && asks(i);
    corner_ = corner_ || all;
    last_chosen_ = reset ? -1 : now;
    waited_ = reset || ready || now < 0 ? 0 : waited_ + 1;
    locked_ = reset || ready ? -1 : now;
    clock_ = reset ? 0 : clock_ + 1;
    if (reset && plant_ != Plant::no_reset && plant_ != Plant::kept_by_reset) pointer_ = 0;
    if (reset || now < 0 || !ready) return;
    pointer_ = plant_ == Plant::bursts ? now : (now + 1) % kInputs;
    if (plant_ == Plant::wrap_skips_first && pointer_ == 0) pointer_ = 1;
  }

  Plant plant_;
  const rtl::Wiring& wiring_;
  int pointer_ = 0, locked_ = -1, last_chosen_ = -1, waited_ = 0;
  std::int64_t clock_ = 0;
  bool corner_ = false;
};

using Ports = std::vector<std::string>;
const Ports kBare{"req_i[4]", "gnt_o[4]"};
const Ports kStream{"req_i[4]", "gnt_o[4]",   "ready_i",   "valid_o",
                    "idx_o[2]", "data_i[64]", "data_o[16]"};

verify::WiredReport run(const Ports& ports, Plant plant, const Ports& contract = {}) {
  const verify::WiredModule module = software_module(rtl::RtlKind::n_to_1, ports, contract);
  return run_software(module, [&](std::uint32_t seed) {
    return std::make_unique<RoundRobin>(module.wiring, plant, seed);
  });
}

}  // namespace

TEST_CASE("A correct arbiter of N to 1 keeps its contract, bare or with ready, index and data") {
  for (const Ports& ports : {kBare, kStream}) {
    const verify::WiredReport report = run(ports, Plant::none);
    INFO(report.fault);
    CHECK(report.rule.empty());
    CHECK(report.served == kInputs);
    CHECK(report.throughput == 1);
    CHECK(report.longest_wait == kInputs - 1);  // of a round robin
    CHECK(report.patterns == 16);               // 2^N: each was asked
    REQUIRE(report.cover.size() == 3);
    CHECK(report.cover[1].kind == "patterns x grants");
    CHECK(report.cover[1].hit == 32);  // N 2^(N-1): each of them was granted
    CHECK(report.cover[1].total == 32);
  }
}

TEST_CASE("Each known fault of an arbiter of N to 1 is caught by the promise it breaks") {
  const struct {
    const Ports& ports;
    Plant plant;
    const char* rule;
  } faults[] = {{kBare, Plant::fixed, "fair"},
                {kBare, Plant::wrap_skips_first, "fair"},
                {kBare, Plant::last_never_first, "fair"},
                {kBare, Plant::pair_starves, "fair"},
                {kBare, Plant::full_load_starves, "fair"},
                {kBare, Plant::bursts, "fair"},
                {kBare, Plant::two_after_reset, "one grant"},
                {kBare, Plant::unasked, "asked"},
                {kBare, Plant::bubble, "progress"},
                {kBare, Plant::never, "progress"},
                {kBare, Plant::no_reset, "power-up"},
                {kBare, Plant::corner_flop, "power-up"},
                {kBare, Plant::kept_by_reset, "reset"},
                {kStream, Plant::fixed, "fair"},
                {kStream, Plant::lock_lost, "held"},
                {kStream, Plant::valid_drops, "held"},
                {kStream, Plant::data_of_another, "data"},
                {kStream, Plant::index_off, "index"},
                {kStream, Plant::grant_while_blocked, "blocked"},
                {kStream, Plant::valid_waits_for_ready, "valid first"},
                {kStream, Plant::bursts, "fair"},
                {kStream, Plant::bubble, "progress"},
                {kStream, Plant::no_reset, "power-up"}};
  for (const auto& [ports, plant, rule] : faults) {
    const Ports narrowed = &ports == &kStream ? Ports{"stable=index", "grant=transfer"} : Ports{};
    const verify::WiredReport report = run(ports, plant, narrowed);
    INFO(static_cast<int>(plant) << " with " << ports.size() << " ports: " << report.fault);
    CHECK(report.rule == rule);
    CHECK(report.failing_clock >= 0);
  }
}

TEST_CASE("A grant a clock late is that of latency 1, and stale where latency 0 is promised") {
  CHECK(run(kBare, Plant::stale, {"latency=0", "bubbles=1"}).rule == "asked");
  const verify::WiredReport measured = run(kBare, Plant::stale);
  CHECK(measured.measured == std::vector<std::string>{"latency=1"});
}

TEST_CASE("A promise that was not made is not judged") {
  CHECK(run(kBare, Plant::fixed, {"order=fixed"}).rule.empty());
  CHECK(run(kBare, Plant::fixed, {"order=any"}).rule.empty());
  CHECK(run(kBare, Plant::bursts, {"order=any"}).rule.empty());
  CHECK(run(kBare, Plant::bubble, {"bubbles=1"}).rule.empty());
  CHECK(run(kBare, Plant::no_reset, {"resets=false"}).rule.empty());
  CHECK(run(kStream, Plant::lock_lost).rule.empty());  // it is measured that another takes over
  CHECK(run(kStream, Plant::valid_drops, {"stable=no"}).rule != "held");
  CHECK(run(kBare, Plant::none, {"order=fixed"}).rule == "order");
}

TEST_CASE("A ready may show to who does not ask, a grant may not") {
  Ports ports{"req_i[4]", "gnt_o[4]", "ready_i", "valid_o"};
  CHECK(run(ports, Plant::idle_ready).rule == "valid");
  ports[1] = "in_ready_o[4]";
  CHECK(run(ports, Plant::idle_ready).rule.empty());
  const verify::WiredModule module = software_module(rtl::RtlKind::n_to_1, ports);
  CHECK(told(module.contract).find("grant=ready") != std::string::npos);
  CHECK(run(ports, Plant::fixed).rule == "fair");
  CHECK(run(ports, Plant::two_after_reset).rule == "one grant");
}

namespace {

// Each of `weights` in turn as often as it says, while it asks.
class Weighted final : public SoftwarePins {
 public:
  Weighted(const rtl::Wiring& wiring, std::vector<int> weights)
      : SoftwarePins(wiring), weights_(std::move(weights)) {}

 private:
  int chosen() const {
    for (int k = 0; k <= kInputs; ++k) {
      const int i = (pointer_ + k) % kInputs;
      if (get("req", i) != 0 && (k > 0 || used_ < weights_[static_cast<std::size_t>(i)])) return i;
    }
    return -1;
  }
  void answer() override {
    if (chosen() >= 0) put("gnt", chosen(), 1);
  }
  void edge(bool reset) override {
    const int now = chosen();
    if (reset) pointer_ = used_ = 0;
    if (reset || now < 0) return;
    const bool goes_on = now == pointer_ && used_ < weights_[static_cast<std::size_t>(now)];
    used_ = goes_on ? used_ + 1 : 1;
    pointer_ = now;
  }

  std::vector<int> weights_;
  int pointer_ = 0, used_ = 0;
};

}  // namespace

TEST_CASE("Weights are held while all ask, and one that is off by one is caught") {
  const verify::WiredModule module =
      software_module(rtl::RtlKind::n_to_1, kBare, {"order=weighted", "weights=4,2,1,1"});
  const auto rule = [&](const std::vector<int>& weights) {
    const auto report = run_software(
        module, [&](std::uint32_t) { return std::make_unique<Weighted>(module.wiring, weights); });
    INFO(report.fault);
    return report.rule;
  };
  CHECK(rule({4, 2, 1, 1}).empty());
  CHECK(rule({3, 2, 1, 1}) == "weight");
  CHECK(rule({4, 3, 1, 1}) == "weight");
  CHECK(rule({1, 1, 1, 1}) == "weight");
}

namespace {

// Without state: 0 first, then 3, 2 and 1. `deep`: grants all in one clock, so many after a reset.
class OddOrder final : public SoftwarePins {
 public:
  OddOrder(const rtl::Wiring& wiring, int deep) : SoftwarePins(wiring), deep_(deep) {}

 private:
  void answer() override {
    for (const int i : {0, 3, 2, 1}) {
      if (get("req", i) == 0) continue;
      put("gnt", i, 1);
      if (clock_ != deep_) return;
    }
  }
  void edge(bool reset) override { clock_ = reset ? 0 : clock_ + 1; }

  int deep_;
  int clock_ = 0;
};

std::string rule_of_odd_order(int deep) {
  const verify::WiredModule module =
      software_module(rtl::RtlKind::n_to_1, kBare, {"order=measured"});
  return run_software(
             module, [&](std::uint32_t) { return std::make_unique<OddOrder>(module.wiring, deep); })
      .rule;
}

}  // namespace

TEST_CASE("An order that is neither from below nor from above is not taken for a fixed one") {
  CHECK(rule_of_odd_order(-1).empty());
}

TEST_CASE("A fault a thousand clocks after a reset is found") {
  CHECK(rule_of_odd_order(1'000) == "one grant");
}

TEST_CASE("A latency that is not the module's is a fault, also where the offer is measured") {
  CHECK_FALSE(run(kStream, Plant::none, {"latency=1"}).rule.empty());
}
