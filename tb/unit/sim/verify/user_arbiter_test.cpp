// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/user_arbiter.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <set>
#include <tuple>

#include "jacquard/rtl/model_stopped.hpp"
#include "jacquard/schedule/core/arbiter_core.hpp"
#include "sim/verify/arbiter_requests.hpp"
#include "sim/verify/arbiter_rules.hpp"

using namespace jacquard;
using verify::ArbiterRequest;
using verify::ArbiterRules;
using verify::Report;
using verify::Rows;

namespace {

constexpr int kPorts = 3;

Rows wave_front_rows(const ArbiterRequest& request) {
  Rows rows(request.rows.size(), 0);
  const auto columns = schedule::wave_front(request.rows, request.priority);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (columns[i] >= 0) rows[i] = base::Word{1} << columns[i];
  }
  return rows;
}

// Only the first input that asks gets anything.
Rows first_only(const ArbiterRequest& request) {
  Rows grants = request.rows;
  bool granted = false;
  for (base::Word& row : grants) {
    row = granted ? 0 : row & (~row + 1);
    granted = granted || row != 0;
  }
  return grants;
}

// Answers as it is told to, so many clocks later; a reset empties it.
class Told final : public verify::ArbiterDevice {
 public:
  using Answer = std::function<Rows(const ArbiterRequest&)>;
  Told(int latency, Answer answer) : latency_(latency), answer_(std::move(answer)) {}

  const Rows& step(const ArbiterRequest& request, bool reset) override {
    ++clocks;
    dumped += dumping;
    since_reset_ = reset ? 0 : since_reset_ + 1;
    pipe_[static_cast<std::size_t>(clocks % kDepth)] = answer_(request);
    // Anything, before its time.
    shown_ = since_reset_ > latency_ ? pipe_[static_cast<std::size_t>((clocks - latency_) % kDepth)]
                                     : Rows(request.rows.size(), 7);
    return shown_;
  }
  void dump(bool on) override { dumping = on; }

  int clocks = 0, dumped = 0;
  bool dumping = true;

 private:
  static constexpr int kDepth = 16;
  int latency_;
  Answer answer_;
  int since_reset_ = 0;
  std::vector<Rows> pipe_ = std::vector<Rows>(kDepth);
  Rows shown_;
};

Report run(Told& device, const ArbiterRules& rules, const verify::Replay& replay = {}) {
  return verify::verify_user_arbiter(device, kPorts, rules, {50, 7}, {}, replay);
}

Report run(const Told::Answer& answer, ArbiterRules rules = {}) {
  Told device(rules.latency, answer);
  return run(device, rules);
}

}  // namespace

TEST_CASE(
    "An arbiter that answers as it should passes at every latency, resets and gaps included") {
  for (const int latency : {0, 1, 3, 15}) {
    const ArbiterRules rules{latency, true, true, true};
    Told device(latency, wave_front_rows);
    const Report report = run(device, rules);
    INFO(report.first_mismatch);
    CHECK(report.mismatches == 0);
    CHECK(report.cases == 50);
    CHECK(report.exhaustive_cases == 512 * 3);  // every request at every priority
    CHECK(report.cycles_max == latency);
    CHECK(report.efficiency_mean > 0.5);
    CHECK(report.stopped.empty());
  }
}

TEST_CASE("An arbiter that answers a clock too early or too late is caught") {
  for (const int actual : {1, 3}) {
    Told device(actual, wave_front_rows);
    CHECK(run(device, {2, true, false, true}).mismatches > 0);
  }
}

TEST_CASE("Each broken rule is named with the ports it is about") {
  using Catch::Contains;
  const auto fault = [](const Told::Answer& answer) { return run(answer).first_mismatch; };
  CHECK_THAT(fault([](const ArbiterRequest& r) { return r.rows; }),
             Contains("granted several outputs: 0, 1, 2"));
  CHECK_THAT(fault([](const ArbiterRequest& r) {
               Rows rows(r.rows.size());
               for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = r.rows[i] & (~r.rows[i] + 1);
               return rows;
             }),
             Contains("output 0 is granted to several inputs: 0, 1, 2"));
  CHECK_THAT(fault([](const ArbiterRequest& r) {
               Rows rows = wave_front_rows(r);
               if (rows[0] + rows[1] + rows[2] == 0) rows[1] = 4;
               return rows;
             }),
             Contains("input 1 is granted output 2, which it did not ask for") &&
                 Contains("case 0") && Contains("req_i = 9'h000") && Contains("gnt_o = 9'h020"));
  CHECK_THAT(fault([](const ArbiterRequest& r) {
               Rows rows = wave_front_rows(r);
               rows[2] = 0;
               return rows;
             }),
             Contains("not maximal: input 2 asks for output 0"));
}

TEST_CASE("An arbiter that grants nothing is said never to answer, maximal or not") {
  const auto nothing = [](const ArbiterRequest& r) { return Rows(r.rows.size(), 0); };
  for (const bool maximal : {true, false}) {
    const Report report = run(nothing, {2, maximal, false, false});
    CHECK(report.mismatches > 0);
    CHECK_THAT(report.first_mismatch, Catch::Contains("never answers"));
  }
}

TEST_CASE("A matching that is not maximal passes where that is allowed") {
  CHECK(run(first_only).mismatches > 0);
  CHECK(run(first_only, {0, false, false, false}).mismatches == 0);
}

TEST_CASE("A maximal matching that is not the golden one is caught only against the golden one") {
  const auto other = [](const ArbiterRequest& r) {
    return wave_front_rows({r.rows, (r.priority + 1) % kPorts});
  };
  CHECK(run(other, {0, true, false, true}).mismatches == 0);
  const Report report = run(other, {0, true, true, true});
  CHECK(report.mismatches > 0);
  CHECK_THAT(report.first_mismatch,
             Catch::Contains("expected: gnt_o") && Catch::Contains("prio_i"));
}

TEST_CASE("The exhaustive requests of few ports are each request once a priority") {
  const verify::ArbiterRequests requests(2, true, {0, 1});
  CHECK(requests.exhaustive() == 32);
  std::set<std::tuple<base::Word, base::Word, int>> seen;
  for (std::int64_t i = requests.directed(); i < requests.count(); ++i) {
    const ArbiterRequest request = requests.at(i);
    seen.emplace(request.rows[0], request.rows[1], request.priority);
  }
  CHECK(seen.size() == 32);
  CHECK(verify::ArbiterRequests(5, true, {0, 1}).exhaustive() == 0);
}

TEST_CASE("The directed requests have every single pair, every full row, and every full column") {
  const verify::ArbiterRequests requests(5, false, {0, 1});
  std::set<Rows> seen;
  for (std::int64_t i = 0; i < requests.directed(); ++i) seen.insert(requests.at(i).rows);
  for (std::size_t i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) {
      Rows single(5, 0);
      single[i] = base::Word{1} << j;
      CHECK(seen.count(single) == 1);
    }
    Rows row(5, 0);
    row[i] = 31;
    CHECK(seen.count(row) == 1);
    CHECK(seen.count(Rows(5, base::Word{1} << i)) == 1);
  }
  CHECK(seen.count(Rows(5, 31)) == 1);
  CHECK(seen.count(Rows(5, 0)) == 1);
}

TEST_CASE("A replay runs to the case it is about and shows it, and little before it") {
  const auto wrong_once = [](const ArbiterRequest& r) {
    const bool wrong = r.rows[0] == 7 && r.rows[1] == 0 && r.rows[2] == 7;
    return wrong ? Rows(3, 0) : wave_front_rows(r);
  };
  Told first(3, wrong_once);
  const ArbiterRules rules{3, true, false, false};
  const Report report = run(first, rules);
  REQUIRE(report.first_mismatch_case > 0);
  Told again(3, wrong_once);
  again.dumping = false;
  const Report seen =
      run(again, rules, {report.first_mismatch_case, [&](bool on) { again.dump(on); }});
  CHECK(seen.first_mismatch == report.first_mismatch);
  CHECK(again.dumped > 3);
  CHECK(again.dumped <= 16 + 3 + 2);
  CHECK(again.clocks < first.clocks);
}

TEST_CASE("RTL that stops by itself ends the run with where and why") {
  int asked = 0;
  const Report report = run([&](const ArbiterRequest& r) -> Rows {
    if (++asked == 20) throw rtl::ModelStopped{"arb.sv:3: $finish was called"};
    return wave_front_rows(r);
  });
  CHECK(report.mismatches == 0);
  // Three clocks of reset, then a case a clock.
  CHECK_THAT(report.stopped, Catch::Contains("case 16") && Catch::Contains("clock 19") &&
                                 Catch::Contains("$finish was called"));
  CHECK(report.first_mismatch_case == 16);
}

TEST_CASE("A request is written as Verilog writes it") {
  CHECK(verify::verilog_number({1, 0, 4}, 3) == "9'h101");
  CHECK(verify::verilog_number({1}, 1) == "1'h1");
  CHECK(verify::verilog_number({1, 2, 4, 8}, 4) == "16'h8421");
}

TEST_CASE("A fixed priority starves, which is a fault where a longest wait is asked for") {
  const auto fixed = [](const ArbiterRequest& r) { return wave_front_rows({r.rows, 0}); };
  const Report waived = run(fixed);
  CHECK(waived.mismatches == 0);
  CHECK(waived.starved_pairs == 6);  // all but the diagonal that is always first
  ArbiterRules rules;
  rules.max_wait = 9;
  const Report judged = run(fixed, rules);
  CHECK(judged.mismatches == 1);
  CHECK_THAT(judged.first_mismatch, Catch::Contains("held: all inputs ask for all outputs") &&
                                        Catch::Contains("asked for output 1 in 9 clocks on end"));
  CHECK(judged.fault.find("input 0 asked for output 1") == 0);
  CHECK(judged.mismatch_clocks == std::vector<std::int64_t>{judged.first_mismatch_clock});
}

TEST_CASE(
    "A rotating wave front grants a held pair within N answers, and not always within fewer") {
  ArbiterRules rules{2, true, true, true};
  rules.max_wait = kPorts;
  const Report enough = run(wave_front_rows, rules);
  CHECK(enough.mismatches == 0);
  CHECK(enough.longest_wait == kPorts);
  rules.max_wait = kPorts - 1;
  CHECK(run(wave_front_rows, rules).mismatches == 1);
  CHECK(verify::default_max_wait(kPorts, true, true) == kPorts);
  CHECK(verify::default_max_wait(kPorts, false, true) == kPorts * kPorts);
  CHECK(verify::default_max_wait(kPorts, false, false) == 0);
}

TEST_CASE("A lone request that is never granted is a fault, maximal or not") {
  const auto never_alone = [](const ArbiterRequest& r) {
    int asked = 0;
    for (const base::Word row : r.rows) asked += base::count_bits(row);
    return asked == 1 ? Rows(r.rows.size(), 0) : wave_front_rows(r);
  };
  const Report report = run(never_alone, {0, false, false, false});
  CHECK(report.mismatches == 1);
  CHECK_THAT(report.first_mismatch,
             Catch::Contains("held: only input 0 asks for output 0") && Catch::Contains("alone"));
}

TEST_CASE("The efficiency is that of grants over a maximum matching, and is judged if asked") {
  // One grant per clock; of 3x3 pairs that ask with probability 1/2 the mean maximum is, over all
  // 512 requests, 2.27.
  double maxima = 0;
  for (int all = 0; all < 512; ++all) {
    int best = 0;
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) {
        if (a == b) continue;
        const int c = 3 - a - b;
        best = std::max(best, (all >> a & 1) + (all >> (3 + b) & 1) + (all >> (6 + c) & 1));
      }
    }
    maxima += best / 512.0;
  }
  ArbiterRules rules{0, false, false, false};
  const Report report = run(first_only, rules);
  CHECK(report.mismatches == 0);
  CHECK(report.efficiency_saturated == Approx((511.0 / 512) / maxima).epsilon(0.02));
  rules.min_efficiency = 0.5;
  CHECK(run(first_only, rules).mismatches == 1);
  CHECK_THAT(run(first_only, rules).first_mismatch, Catch::Contains("--min-efficiency"));
  rules.min_efficiency = 0.4;
  CHECK(run(first_only, rules).mismatches == 0);
}

TEST_CASE("With valid_i a gap asks for nothing whatever req_i shows, and valid_o must say so") {
  struct Valid final : verify::ArbiterDevice {
    const Rows& step(const ArbiterRequest& r, bool) override {
      rows = wave_front_rows(r);
      valid = r.valid || !honest;
      return rows;
    }
    bool answered() const override { return valid; }
    Rows rows;
    bool valid = false, honest = true;
  };
  ArbiterRules rules;
  rules.valids = true;
  Valid device;
  CHECK(verify::verify_user_arbiter(device, kPorts, rules, {200, 7}, {}).mismatches == 0);
  device.honest = false;
  const Report report = verify::verify_user_arbiter(device, kPorts, rules, {200, 7}, {});
  CHECK(report.mismatches > 0);
  CHECK_THAT(report.first_mismatch, Catch::Contains("valid_o is 1 though nothing was asked"));
}

TEST_CASE("A request on a port with an ascending range is written as that port has it") {
  CHECK(verify::verilog_number({1, 0}, 2, {3, 2, 1, 0}) == "4'h8");
}
