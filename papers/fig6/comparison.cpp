// SPDX-License-Identifier: Apache-2.0
#include "papers/fig6/comparison.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::studies::fig6 {
namespace {

constexpr base::Picoseconds kNanosecond{1'000};
constexpr base::Picoseconds kMicrosecond{1'000'000};

constexpr const char* kTuned = "dcqcn-tuned";

}  // namespace

Comparison compare(const Results& results, const Baseline& baseline, const Accounting& how) {
  std::vector<double> faster;
  double sum = 0;
  for (std::size_t k = 0; k < baseline.matrices.size(); ++k) {
    const auto circuit = circuit_completion(matrix(results.options, baseline.matrices[k]), how);
    faster.push_back(1 - circuit / baseline.completions[k]);
    sum += faster.back();
  }
  JQ_CHECK(!faster.empty(), "a baseline has matrices");
  std::sort(faster.begin(), faster.end());
  const auto ranked = [&](std::size_t percent) {
    return faster[std::max<std::size_t>((faster.size() * percent + 99) / 100, 1) - 1];
  };
  return {static_cast<std::int64_t>(faster.size()), sum / static_cast<double>(faster.size()),
          ranked(50), ranked(99), faster.back()};
}

const Baseline& baseline_named(const Results& results, const std::string& name) {
  const auto named = [&](const Baseline& b) { return b.name == name; };
  const auto it = std::find_if(results.baselines.begin(), results.baselines.end(), named);
  JQ_CHECK(it != results.baselines.end(), "every baseline asked for was simulated");
  return *it;
}

Accounting as_chronos() {
  Accounting how;
  how.headers = how.acks = false;
  return how;
}

Accounting as_built() {
  Accounting how;
  how.schedule = CircuitSchedule::ladder;
  how.decision = CircuitDecision::clocked;
  how.guard = 10 * kNanosecond;
  return how;
}

std::vector<Sensitivity> sensitivities(const Results& results) {
  const Accounting plain;
  const auto with = [](auto change) {
    Accounting how;
    change(how);
    return how;
  };
  std::vector<Sensitivity> all = {
      {"headers and acks", "both", kTuned, plain},
      {"headers and acks", "packets only", kTuned, as_chronos()},
      {"acks", "both", kTuned, plain},
      {"acks", "packets only", kTuned, with([](auto& a) { a.acks = false; })},
      {"headers", "both", kTuned, plain},
      {"headers", "packets only", kTuned, with([](auto& a) { a.headers = false; })},
      {"headers", "neither", "dcqcn-tuned, no headers", with([](auto& a) { a.headers = false; })},
      {"guard", "0", kTuned, plain},
      {"guard", "10 ns", kTuned, with([](auto& a) { a.guard = 10 * kNanosecond; })},
      {"guard", "1 us", kTuned, with([](auto& a) { a.guard = kMicrosecond; })},
      {"decision", "0", kTuned, plain},
      {"decision", "ladder core at 0.8 ns, 8 bits", kTuned, with([](auto& a) {
         a.schedule = CircuitSchedule::ladder;
         a.decision = CircuitDecision::clocked;
       })},
      {"decision", "software, 0.5 ms (Chronos Table 2)", kTuned, with([](auto& a) {
         a.decision = CircuitDecision::latency;
         a.latency = 500 * kMicrosecond;
       })},
      {"quantisation", "exact", kTuned, plain},
      {"quantisation", "8 bits, exact", kTuned,
       with([](auto& a) { a.schedule = CircuitSchedule::exact_8_bits; })},
      {"quantisation", "8 bits, ladder", kTuned,
       with([](auto& a) { a.schedule = CircuitSchedule::ladder; })},
      {"diagonal", "kept", kTuned, plain},
      {"diagonal", "dropped", "dcqcn-tuned, diagonal dropped",
       with([](auto& a) { a.diagonal = false; })},
      {"all of it", "headers, acks, 10 ns guard, ladder core, 8 bits", kTuned, as_built()},
  };
  for (const Baseline& b : results.baselines) {
    if (b.headers && b.diagonal) all.push_back({"baseline", b.name, b.name, plain});
  }
  return all;
}

}  // namespace jacquard::studies::fig6
