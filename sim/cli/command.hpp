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
  bool quiet = false;
  bool no_timing = false;
  int threads = 0;  // 0: as many as the machine has
  std::uint64_t seed = 1;
  std::string out;  // folder for files a command writes; "" where the command chooses
  std::vector<std::string> set;
};

struct Command {
  const char* name;
  const char* summary;
  const char* examples;  // shown under --help, one command a line
  // Adds its own options to `app` and returns what to run once they are parsed; that returns the
  // exit code. `common` outlives the call. Options' storage is captured by the returned function.
  std::function<int()> (*setup)(Arguments& app, const Common& common);
  bool has_keys =
      false;  // it takes a configuration; --set is refused where there is nothing to set
};

// Every verb, in the order of --help. Each is defined in the file of its name under commands/.
base::Span<const Command> commands();

// Says one line of what went wrong on stderr. A stderr that cannot be written changes nothing.
void complain(const std::string& line);

// Prints a result on stdout as --json or as tables, without wall-clock keys under --no-timing.
void print(report::Result& result, const Common& common);

}  // namespace jacquard::cli
