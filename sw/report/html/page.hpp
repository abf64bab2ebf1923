// SPDX-License-Identifier: Apache-2.0
// The report a person reads: one HTML file that needs nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/report/rtl_run.hpp"
#include "jacquard/schedule/parallel/share.hpp"
#include "jacquard/schedule/schedule.hpp"
#include "jacquard/schedule/summary.hpp"

namespace jacquard::report {

struct SchedulerRun {
  std::string name;
  std::string summary;  // what it does, one line
  std::string source;   // where it is published
  schedule::Summary figures;
  schedule::Schedule schedule;
  std::optional<std::int64_t> decision_wall_ns;    // absent under --no-timing
  std::vector<schedule::SwitchShare> shares = {};  // of parallel switches; empty: one switch
};

struct ScheduleReport {
  std::string title;
  std::string demand_name;  // the file and index, or the generator
  std::string command;      // what was typed
  demand::DemandMatrix bytes;
  demand::QuantaMatrix quanta;
  std::vector<SchedulerRun> runs;
  std::optional<RtlRun> rtl;
};

// No scripts, no links to the outside; follows the reader's light or dark preference. Beyond
// kMostPainted port settings a schedule's picture is left out, and the page says so.
inline constexpr std::int64_t kMostPainted = 50'000'000;
std::string html_page(const ScheduleReport& report);

}  // namespace jacquard::report
