// SPDX-License-Identifier: Apache-2.0
// The checks of a run as JUnit XML, which CI servers show.
#pragma once

#include <string>
#include <vector>

#include "jacquard/rtl/wiring.hpp"
#include "sim/verify/verify.hpp"
#include "sim/verify/wired_run.hpp"

namespace jacquard::cli {

struct Check {
  std::string name;
  std::string failure;  // in a line; "" if it held
  std::string detail;   // the failure in full
  bool skipped = false;
};

// A check for each rule of the contract. What comes after the first fault is skipped.
std::vector<Check> checks_of(const verify::WiredModule& module, bool history,
                             const verify::WiredReport& report);
// Ranges of cases, in their order: "directed" and how many.
using CaseGroups = std::vector<std::pair<std::string, std::int64_t>>;
// A check for each group that is not empty. Those that a fault kept from running are skipped.
std::vector<Check> checks_of(const CaseGroups& groups, const verify::Report& report);
// A check for each case; of more than 10,000 for those that failed, and all others together.
std::vector<Check> checks_of_cases(std::int64_t cases, const verify::Report& report);

// Throws ConfigError if the file cannot be written.
void write_junit(const std::string& file, const std::string& suite,
                 const std::vector<Check>& checks);

}  // namespace jacquard::cli
