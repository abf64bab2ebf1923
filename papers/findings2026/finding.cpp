// SPDX-License-Identifier: Apache-2.0
#include "papers/findings2026/finding.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "papers/findings2026/all.hpp"

namespace jacquard::studies::findings2026 {

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return "holds";
    case Verdict::fails:
      return "fails";
    default:
      return "depends";
  }
}

const std::vector<Finding>& findings() {
  static const std::vector<Finding> all = {
      fast_switching(),  fragments(),      reconfiguration(),  phase_rails(), parallel_switches(),
      in_network_sums(), disaggregation(), recorded_routing(), spares(),      token_energy()};
  return all;
}

std::vector<Finding> chosen_findings(const std::string& list, const std::string& option) {
  if (list.empty()) return findings();
  std::vector<int> numbers;
  for (const std::string& word : base::comma_list(list)) {
    const auto number = base::parse_number<int>(word);
    const auto is_it = [&](const Finding& f) { return f.number == number; };
    if (!number || std::none_of(findings().begin(), findings().end(), is_it)) {
      throw base::ConfigError({option, "",
                               fmt::format("numbers of findings, 1..{}", findings().size()),
                               "'" + word + "'", ""});
    }
    numbers.push_back(*number);
  }
  std::vector<Finding> chosen;
  for (const Finding& f : findings()) {
    if (std::find(numbers.begin(), numbers.end(), f.number) != numbers.end()) chosen.push_back(f);
  }
  return chosen;
}

}  // namespace jacquard::studies::findings2026
