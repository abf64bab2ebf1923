// SPDX-License-Identifier: Apache-2.0
// The commands of a memory as CSV, for spreadsheets, other tools, and the checker:
//   clock,time_ps,channel,command,group,bank,row,column
//   46,20000,0,ACT,1,2,417,0
// Groups and banks that a refresh has all of are -1.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "jacquard/memory/checker.hpp"
#include "jacquard/memory/command.hpp"

namespace jacquard::memory {

struct TracedCommand {
  int channel = 0;
  Command command;
};

void write_trace_head(std::ostream& out);
void write_trace_line(std::ostream& out, const TracedCommand& line, const Organisation& o);

// Reads what these wrote, or another simulator did; time_ps follows from the clock and is not read.
// Throws ConfigError naming the line of what is wrong, or a channel or clock that no memory has.
std::vector<TracedCommand> read_command_trace(const std::string& path);
// The same of a text, named `name` in errors.
std::vector<TracedCommand> parse_command_trace(const std::string& text, const std::string& name);

struct CheckedChannel {
  int channel = 0;
  std::int64_t commands = 0;
  std::int64_t violations = 0;
  std::vector<Violation> first;  // at most Checker::kMostKept
};

// Each channel of the trace by the checker; requires a consistent config.
std::vector<CheckedChannel> check_trace(const MemoryConfig& config,
                                        const std::vector<TracedCommand>& trace);

}  // namespace jacquard::memory
