// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/command_trace.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <ostream>
#include <string_view>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/parse_number.hpp"

namespace jacquard::memory {
namespace {

constexpr const char* kHead = "clock,time_ps,channel,command,group,bank,row,column";
constexpr std::size_t kColumns = 8;
constexpr std::int64_t kMostChannel = 65'535;

const std::vector<CommandKind>& kinds() {
  static const std::vector<CommandKind> all = {CommandKind::activate, CommandKind::read,
                                               CommandKind::write,    CommandKind::precharge,
                                               CommandKind::refresh,  CommandKind::refresh_bank};
  return all;
}

CommandKind kind_of(const std::string& word, const config::Place& place) {
  std::vector<std::string> names;
  for (const CommandKind kind : kinds()) {
    if (word == name_of(kind)) return kind;
    names.push_back(name_of(kind));
  }
  place.fail(config::words_expected(names), "\"" + word + "\"");
}

std::int64_t number(const std::string& text, const char* what, std::int64_t lo, std::int64_t hi,
                    const config::Place& place) {
  const auto value = base::parse_number<std::int64_t>(text);
  if (!value || *value < lo || *value > hi) {
    place.fail(std::string(what) + ", " + config::whole_number_expected(lo, hi),
               "\"" + text + "\"");
  }
  return *value;
}

TracedCommand line_of(std::string_view text, const config::Place& place) {
  const std::vector<std::string> cells = base::comma_list(text);
  if (cells.size() != kColumns) {
    place.fail(std::string("the columns ") + kHead, "\"" + std::string(text) + "\"");
  }
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 4;
  constexpr int most_banks = kMostBanks - 1;
  TracedCommand line;
  Command& c = line.command;
  c.clock = number(cells[0], "a clock", 0, most, place);
  line.channel = static_cast<int>(number(cells[2], "a channel", 0, kMostChannel, place));
  c.kind = kind_of(cells[3], place);
  c.group = static_cast<int>(number(cells[4], "a bank group", -1, most_banks, place));
  c.bank = static_cast<int>(number(cells[5], "a bank", -1, most_banks, place));
  c.row = number(cells[6], "a row", 0, most, place);
  c.column =
      static_cast<int>(number(cells[7], "a column", 0, std::numeric_limits<int>::max(), place));
  return line;
}

}  // namespace

void write_trace_head(std::ostream& out) { out << kHead << '\n'; }

void write_trace_line(std::ostream& out, const TracedCommand& line, const Organisation& o) {
  const Command& c = line.command;
  out << c.clock << ',' << time_of(c.clock, o).count() << ',' << line.channel << ','
      << name_of(c.kind) << ',' << c.group << ',' << c.bank << ',' << c.row << ',' << c.column
      << '\n';
}

std::vector<TracedCommand> read_command_trace(const std::string& path) {
  return parse_command_trace(base::read_file(path), path);
}

std::vector<TracedCommand> parse_command_trace(const std::string& text, const std::string& name) {
  std::vector<TracedCommand> commands;
  std::map<int, Clock> latest;  // of each channel
  std::size_t number_of_line = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line(text.data() + begin, end - begin);
    begin = end + 1;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    const config::Place place{name, "line " + std::to_string(++number_of_line)};
    if (number_of_line == 1) {
      if (line != kHead) place.fail(kHead, "\"" + std::string(line) + "\"");
      continue;
    }
    if (line.empty()) continue;
    const TracedCommand one = line_of(line, place);
    Clock& before = latest[one.channel];
    if (one.command.clock < before) {
      place.fail("a clock not before " + std::to_string(before) + ", the channel's latest",
                 std::to_string(one.command.clock));
    }
    before = one.command.clock;
    commands.push_back(one);
  }
  if (number_of_line == 0) config::Place{name, "line 1"}.fail(kHead, "nothing");
  return commands;
}

std::vector<CheckedChannel> check_trace(const MemoryConfig& config,
                                        const std::vector<TracedCommand>& trace) {
  std::map<int, Checker> checkers;
  for (const TracedCommand& line : trace) {
    checkers.try_emplace(line.channel, config).first->second.see(line.command);
  }
  std::vector<CheckedChannel> channels;
  for (const auto& [channel, checker] : checkers) {
    channels.push_back({channel, checker.seen(), checker.count(), checker.violations()});
  }
  return channels;
}

}  // namespace jacquard::memory
