// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/schedule/matching/maximum_matching.hpp"
#include "sim/verify/arbiter_requests.hpp"
#include "sim/verify/arbiter_rules.hpp"
#include "sim/verify/verify.hpp"

namespace jacquard::verify {
namespace {

using schedule::ArbiterInputs;
using schedule::ArbiterOutputs;
using schedule::kUnmatched;
using schedule::Matching;

int maximum(const std::vector<base::Word>& requests, int ports) {
  base::BitMatrix edges(ports, ports);
  for (int i = 0; i < ports; ++i) edges.row(i)[0] = base::at(requests, i);
  return schedule::MaximumMatching(ports).augment(edges);
}

// Why `columns` is no maximal matching within `requests`, or "".
std::string judge(const std::vector<base::Word>& requests, const Matching& columns) {
  base::Word taken = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] == kUnmatched) continue;
    if (columns[i] < 0 || columns[i] >= static_cast<int>(columns.size())) {
      return fmt::format("input {} has several grants", i);
    }
    const base::Word bit = base::Word{1} << columns[i];
    if ((requests[i] & bit) == 0) return fmt::format("input {} is granted what it did not ask", i);
    if ((taken & bit) != 0) return fmt::format("output {} is granted twice", columns[i]);
    taken |= bit;
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] == kUnmatched && (requests[i] & ~taken) != 0) {
      return fmt::format("input {} is idle though it asks for an idle output", i);
    }
  }
  return "";
}

}  // namespace

Report verify_arbiter(schedule::ArbiterCore& golden, schedule::ArbiterCore& device, int ports,
                      const Cases& cases, const Progress& progress, const Replay& replay) {
  Report report;
  golden.reset();
  device.reset();
  base::Rng rng(cases.seed, "verify/gaps");
  double efficiency = 0;
  std::string fault;
  const auto clock = [&](const ArbiterInputs& in) -> const ArbiterOutputs& {
    const ArbiterOutputs& expected = golden.step(in);
    const ArbiterOutputs& got = device.step(in);
    ++report.clocks;
    if (fault.empty() && expected != got) {
      fault = fmt::format("clock {}: valid {} and {}, columns [{}] and [{}]", report.clocks - 1,
                          expected.valid, got.valid, fmt::join(expected.columns, " "),
                          fmt::join(got.columns, " "));
    }
    return got;
  };
  for (std::int64_t index = 0; index < cases.count; ++index) {
    fault.clear();
    if (replay.only_case == index) replay.dump(true);
    ArbiterInputs in;
    in.requests = random_requests(cases, index, ports);
    in.valid = true;
    clock(in);
    in.valid = rng.chance(0.5);  // requests may follow each other without a gap
    const ArbiterOutputs answer = clock(in);
    if (fault.empty()) fault = judge(in.requests, answer.columns);
    in.valid = false;
    clock(in);
    if (!fault.empty() && report.mismatch_in(index)) {
      report.first_mismatch_case = index;
      report.first_mismatch = fmt::format("seed {}, case {}: {}\n  stimulus: {}", cases.seed, index,
                                          fault, verilog_number(in.requests, ports));
    }
    if (replay.only_case == index) break;
    const auto granted = std::count_if(answer.columns.begin(), answer.columns.end(),
                                       [](int column) { return column != kUnmatched; });
    const int most = maximum(in.requests, ports);
    efficiency += most == 0 ? 1.0 : static_cast<double>(granted) / most;
    ++report.cases;
    if (progress) progress(report.cases);
  }
  report.cycles_mean = report.cases > 0 ? 1 : 0;
  report.cycles_max = report.first_permutation_cycles_max = report.cases > 0 ? 1 : 0;
  report.efficiency_mean =
      efficiency / static_cast<double>(std::max<std::int64_t>(report.cases, 1));
  return report;
}

}  // namespace jacquard::verify
