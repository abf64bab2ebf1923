// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/wired_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/rtl/model_stopped.hpp"
#include "sim/verify/grant_bench.hpp"
#include "sim/verify/grant_cases.hpp"
#include "sim/verify/power_ups.hpp"
#include "sim/verify/stream_bench.hpp"

namespace jacquard::verify {
namespace {

constexpr std::int64_t kComparedCases = 4;  // of the directed ones, and as many random ones
constexpr int kMostPlays = 3000;            // to make a failing script short
constexpr int kRounds = 64;                 // of weights
constexpr int kMostPatternBits = 30;

GrantCases cases_of(const WiredModule& module, std::uint64_t seed, std::int64_t random) {
  const auto has = [&](const char* role) { return module.wiring.bus(role).there(); };
  const bool stalls = has("ready") || has("yumi") || module.contract.ends == Ends::ack ||
                      module.contract.ends == Ends::release;
  return {module.kind, module.wiring.shape, stalls, seed, random};
}

class Run {
 public:
  Run(WiredModule& module, const MakeDevice& make, std::uint64_t seed, std::int64_t random,
      bool history, const Progress& progress, Script& script)
      : module_(module),
        make_(make),
        seed_(seed),
        cases_(cases_of(module, seed, random)),
        history_(history),
        progress_(progress),
        script_(script),
        device_(make(static_cast<std::uint32_t>(seed))) {
    report_.directed = cases_.directed();
  }

  WiredReport run() {
    try {
      if (module_.kind == rtl::RtlKind::crossbar) {
        carry();
      } else {
        grant();
      }
    } catch (const rtl::ModelStopped& stopped) {
      report_.stopped = fmt::format("case {} ({}): {}", index_, cases_.label(index_), stopped.why);
      report_.stopped_by_assertion = stopped.is_assertion();
      report_.failing_case = index_;
      report_.label = cases_.label(index_);
      script_ = cases_.at(index_);
    }
    return report_;
  }

 private:
  void grant() {
    GrantBench bench(*device_, module_.kind, module_.wiring, module_.contract, seed_);
    std::vector<std::unique_ptr<rtl::PinDevice>> powered;
    const Play play = [&](const Script& script) {
      const bool early = index_ < kComparedCases || index_ >= cases_.directed();
      const bool compared = early && index_ < cases_.directed() + kComparedCases;
      if (module_.contract.resets && compared) power_up(bench, powered);
      return bench.play(script);
    };
    const config::Document before = contract_fields().show(module_.contract);
    module_.contract = bench.measured();
    const config::Document after = contract_fields().show(module_.contract);
    for (const auto& [key, value] : after.items()) {
      if (value != before[key]) report_.measured.push_back(key + "=" + word_of(value));
    }
    std::uint64_t first = 0;
    for (index_ = 0; index_ < cases_.count() && !failed(); ++index_) {
      try_case(play);
      bench.play_on(*device_, {});
      if (index_ == 0) first = bench.trace_hash();
    }
    if (!failed() && module_.contract.order == Order::weighted) weigh(bench);
    if (!failed() && module_.contract.resets) again(bench, first);
    if (!failed() && history_) remember(bench);
    const Seen& seen = bench.seen();
    report_.clocks = seen.clocks;
    report_.longest_wait = seen.longest_wait;
    report_.patterns = static_cast<std::int64_t>(seen.patterns.size());
    const int requesters = module_.wiring.shape.requesters();
    if (requesters <= kMostPatternBits) report_.patterns_possible = std::int64_t{1} << requesters;
    report_.to_serve = requesters;
    for (const base::Word word : seen.granted) report_.served += base::count_bits(word);
    report_.throughput = ratio(seen.offers, seen.chances);
    report_.cover = bench.cover();
  }

  void power_up(GrantBench& bench, std::vector<std::unique_ptr<rtl::PinDevice>>& powered) const {
    powered.clear();
    std::vector<rtl::PinDevice*> others;
    for (std::uint32_t k = 0; k < kPowerUps; ++k) {
      powered.push_back(make_(static_cast<std::uint32_t>(seed_) + k));
      if (k > 0) others.push_back(powered.back().get());
    }
    bench.play_on(*powered[0], std::move(others));
  }

  // What it does after a reset must not depend on what was before.
  void again(GrantBench& bench, std::uint64_t first) {
    index_ = 0;
    const std::optional<Fault> fault = bench.play(cases_.at(0));
    if (fault || bench.trace_hash() != first) {
      note({"reset",
            "after a reset the same requests are answered otherwise than after the first: "
            "state that no reset clears",
            fault ? fault->clock : 0, "", 0},
           cases_.at(0));
    }
  }

  // Each demand after each other one, against what it is answered after nothing.
  void remember(GrantBench& bench) {
    const std::vector<GrantCases::Demand> demands = cases_.demands();
    using Answers = std::vector<std::uint64_t>;
    std::vector<Answers> alone(demands.size());
    for (std::size_t before = 0; before < demands.size(); ++before) {
      for (std::size_t d = 0; d < demands.size() && !failed(); ++d) {
        Answers answers;
        Script script = demands[before].script;
        std::optional<Fault> fault =
            bench.play_after(script, demands[d].script, before == 0 ? alone[d] : answers);
        if (!fault && (before == 0 || answers == alone[d])) continue;
        const auto same =
            std::mismatch(alone[d].begin(), alone[d].end(), answers.begin(), answers.end());
        const std::string label =
            fmt::format("'{}' after '{}'", demands[d].label, demands[before].label);
        if (!fault) {
          fault = Fault{"history",
                        fmt::format("{} is answered otherwise than after a reset, from its clock "
                                    "{} on",
                                    label, same.first - alone[d].begin()),
                        0, "", 0};
        }
        script.insert(script.end(), demands[d].script.begin(), demands[d].script.end());
        index_ = cases_.count() - 1;
        note(*fault, script);
        if (fault->rule == "history") {
          report_.failing_clock = GrantBench::kResetClocks + bench.clocks() -
                                  static_cast<std::int64_t>(answers.end() - same.second);
        }
        report_.failing_case = cases_.count();
        report_.label = label;
      }
    }
  }

  void weigh(GrantBench& bench) {
    const std::vector<int> weights =
        module_.contract.weight_list(module_.wiring.shape.requesters());
    std::int64_t round = 0;
    for (const int weight : weights) round += weight;
    index_ = 0;
    const Script script = cases_.saturated(kRounds * round);
    if (const std::optional<Fault> fault = bench.play_weighted(script, weights))
      note(*fault, script);
  }

  void carry() {
    module_.contract.latency = 0;
    StreamBench bench(*device_, module_.wiring, module_.contract, seed_);
    const Play play = [&](const Script& script) { return bench.play(script); };
    for (index_ = 0; index_ < cases_.count() && !failed(); ++index_) try_case(play);
    const StreamBench::Seen& seen = bench.seen();
    report_.clocks = seen.clocks;
    report_.longest_wait = seen.longest_wait;
    report_.to_serve = std::int64_t{module_.wiring.shape.inputs} * module_.wiring.shape.outputs;
    for (const base::Word word : seen.pairs) report_.served += base::count_bits(word);
    report_.throughput = ratio(seen.words, seen.output_clocks);
    report_.cover = bench.cover();
  }

  static double ratio(std::int64_t part, std::int64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  }

  bool failed() const { return !report_.fault.empty(); }

  void try_case(const Play& play) {
    const Script script = cases_.at(index_);
    const std::optional<Fault> fault = play(script);
    if (index_ >= cases_.directed()) ++report_.cases;
    if (progress_) progress_(index_ + 1);
    if (!fault) return;
    const Script shortest = minimal(script, play, fault->rule, kMostPlays);
    const std::optional<Fault> shown = play(shortest);
    note(shown && shown->rule == fault->rule ? *shown : *fault, shown ? shortest : script);
  }

  void note(const Fault& fault, const Script& script) {
    report_.rule = fault.rule;
    report_.fault = fault.text;
    report_.pins = fault.pins;
    report_.failing_case = index_;
    report_.failing_clock = fault.clock;
    report_.label = cases_.label(index_);
    report_.minimal_clocks = static_cast<std::int64_t>(script.size());
    script_ = script;
  }

  WiredModule& module_;
  const MakeDevice& make_;
  std::uint64_t seed_;
  GrantCases cases_;
  bool history_;
  const Progress& progress_;
  Script& script_;
  std::unique_ptr<rtl::PinDevice> device_;
  std::int64_t index_ = 0;
  WiredReport report_;
};

}  // namespace

WiredReport verify_wired(WiredModule& module, const MakeDevice& make, std::uint64_t seed,
                         std::int64_t random_cases, bool history, const Progress& progress,
                         Script& script) {
  return Run(module, make, seed, random_cases, history, progress, script).run();
}

std::optional<Fault> play_wired(const WiredModule& module, rtl::PinDevice& device,
                                std::uint64_t seed, const Script& script) {
  const GrantCases cases = cases_of(module, seed, 0);
  std::optional<Fault> fault;
  const auto all = [&](auto& bench) {
    if (!script.empty()) fault = bench.play(script);
    for (std::int64_t k = 0; script.empty() && !fault && k + 1 < cases.count(); ++k) {
      fault = bench.play(cases.at(k));
    }
  };
  if (module.kind == rtl::RtlKind::crossbar) {
    StreamBench bench(device, module.wiring, module.contract, seed);
    all(bench);
  } else {
    GrantBench bench(device, module.kind, module.wiring, module.contract, seed);
    all(bench);
  }
  return fault;
}

}  // namespace jacquard::verify
