// SPDX-License-Identifier: Apache-2.0
// A schedule on disk; docs/schedulers.md describes the format, version 1.
#pragma once

#include <string>
#include <string_view>

#include "jacquard/base/error.hpp"
#include "jacquard/base/units.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

struct ScheduleFile {
  Schedule schedule;
  std::string scheduler;   // who made it; "" if the file does not say
  base::Bytes quantum{0};  // bytes in one of its quanta; 0 if the file does not say
};

// A file in the right format whose content no crossbar could do: a hold below 1, a port that is no
// 16-bit number. What a Schedule can hold but a crossbar cannot, check() judges.
class InvalidSchedule : public base::ConfigError {
 public:
  using base::ConfigError::ConfigError;
};

inline constexpr std::size_t kLargestScheduleFile = std::size_t{1} << 30;

// Throws ConfigError with the JSON pointer for a file that is unreadable, larger than
// kLargestScheduleFile, no JSON, of another format or version, or has missing, unknown, or wrong
// keys; InvalidSchedule as above.
ScheduleFile read_schedule(const std::string& path);
// The same from text; `source` names it in errors.
ScheduleFile parse_schedule(std::string_view text, const std::string& source);

// The text that parse_schedule reads back, one line per setting.
std::string schedule_text(const ScheduleFile& file);

// Every setting in full, for spreadsheets: entry, start_slot, slots, then one column per port with
// its destination, empty where its input is idle. Relays are not part of it.
std::string schedule_csv(const Schedule& schedule);

// Writes the CSV if `path` ends in ".csv", else the format. Throws ConfigError if it cannot.
void write_schedule(const std::string& path, const ScheduleFile& file);

}  // namespace jacquard::schedule
