// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/schedule/idle_knobs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "jacquard/base/error.hpp"
#include "jacquard/demand/demand_from.hpp"
#include "jacquard/schedule/schedule_config.hpp"

namespace jacquard::cli {
namespace {

// "unit, ladder: what it does": the schedulers that read the knob; none where all do.
std::vector<std::string> readers_of(const config::FieldInfo& field) {
  std::vector<std::string> names;
  std::istringstream list(field.doc.substr(0, field.doc.find(':')));
  for (std::string name; std::getline(list >> std::ws, name, ',');) {
    const auto is_it = [&](const schedule::Scheduler& s) { return name == s.name; };
    const auto& all = schedule::schedulers();
    if (std::none_of(all.begin(), all.end(), is_it)) return {};
    names.push_back(name);
  }
  return names;
}

}  // namespace

void refuse_idle_knobs(const ScheduleOptions& o, const GivenOptions& given, const Common& common,
                       const std::vector<const schedule::Scheduler*>& chosen) {
  const std::vector<std::string> of_files = {"bytes_per_token", "demand_unit", "ports", "experts",
                                             "top_k"};
  const bool generated = demand::names_generator(o.demand);
  for (const config::FieldInfo& field : schedule::schedule_fields().infos()) {
    const auto sets_it = [&](const std::string& assignment) {
      return config::split_assignment(assignment).path == field.key;
    };
    if (!was_given(given, schedule::schedule_fields().infos(), field.key) &&
        std::none_of(common.set.begin(), common.set.end(), sets_it)) {
      continue;
    }
    const std::string name = option_name(field.key);
    if (generated && std::find(of_files.begin(), of_files.end(), field.key) != of_files.end()) {
      throw base::ConfigError({name, "", "a file of tokens as --demand", "'" + o.demand + "'", ""});
    }
    const std::vector<std::string> readers = readers_of(field);
    const bool read = std::any_of(chosen.begin(), chosen.end(), [&](const auto* scheduler) {
      return std::find(readers.begin(), readers.end(), scheduler->name) != readers.end();
    });
    if (readers.empty() || (read && o.check.empty())) continue;
    throw base::ConfigError(
        {name, "", fmt::format("a --scheduler that reads it: {}", fmt::join(readers, " or ")),
         o.check.empty() ? "'" + o.scheduler + "'" : "--check", ""});
  }
}

}  // namespace jacquard::cli
