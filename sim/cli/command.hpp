// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/report/result.hpp"
#include "sim/cli/arguments.hpp"

namespace jacquard::cli {

// Options with the same meaning everywhere.
struct Common {
  bool json = false;
  bool csv = false;
  bool wide = false;  // tables with all their columns
  bool quiet = false;
  bool no_timing = false;
  bool view = false;   // open what the command leaves in a browser
  std::string figure;  // format of a figure for a paper; "" for none
  std::string figure_size = "column";
  bool no_report = false;  // no files that a command writes without being asked
  int threads = 0;         // 0: as many as the machine has
  std::uint64_t seed = 1;
  std::string view_folder;  // under --view; "" without
  std::string out;  // folder for files a command writes; "" where the command chooses
  std::vector<std::string> set;
  std::vector<std::string> sweep;  // "KEY=A,B,C" each
  std::vector<std::string> words;  // of the command, as they were typed
  // Takes the result in place of stdout, where the command is one point of a sweep.
  std::function<void(const report::Result&)> sink;
  const struct Command* command = nullptr;  // that runs
  mutable bool has_answered = false;        // a sentence stands above what will be printed
  mutable bool has_drawn = false;           // the verb has made its figure itself
  mutable std::string printed;              // as JSON, for --figure
  mutable std::string answer;               // what was said, for the page of --view

  bool for_people() const { return !json && !csv && !sink; }
};

// What the picture of a sweep shows of a command: one figure of one kind of row.
struct Headline {
  const char* row_kind;  // "" for rows without
  const char* figure;    // its key
  std::string words;     // what the picture calls it, without its unit: "step time"
  // Keys whose values tell lines apart; none: one line, of each point's first such row.
  std::vector<const char*> lines = {};
};

struct Command {
  const char* name;
  const char* summary;
  const char* examples;  // shown under --help, one command a line
  // Adds its own options to `app` and returns what to run once they are parsed; that returns the
  // exit code. `common` outlives the call. Options' storage is captured by the returned function.
  std::function<int()> (*setup)(Arguments& app, const Common& common);
  bool has_keys =
      false;            // it takes a configuration; where there is nothing to set, --set is refused
  bool writes = false;  // it writes files; where it writes none, --out is refused
  std::vector<report::RowKind> (*rows)() = nullptr;  // every kind of row of its results
  std::vector<Headline> headlines = {};  // a sweep draws the first that its rows have; none: none
  // Whether it does this --sweep itself; none: the program runs it for each value.
  bool (*sweeps)(const Common& common) = nullptr;
};

// Throws ConfigError for --set or --out that the command has no use for, or beside --no-report.
void refuse_unused(const Command& command, const Common& common);

// Every verb, in the order of --help. Each is defined in the file of its name under commands/.
base::Span<const Command> commands();

// Says one line of what went wrong on stderr. A stderr that cannot be written changes nothing.
void complain(const std::string& line);

// With --out, writes what --json would print to DIR/<name>.json.
void write_result(report::Result result, const Common& common, const std::string& name);

// Columns that tables for people may have: those of the terminal, else 100; any under --wide.
int table_width(const Common& common);

// Prints a result on stdout as --json, as --csv or as tables, without wall-clock keys under
// --no-timing.
void print(report::Result& result, const Common& common);

}  // namespace jacquard::cli
