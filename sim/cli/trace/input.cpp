// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/trace/input.hpp"

#include <filesystem>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "sim/cli/command.hpp"

namespace jacquard::cli {
namespace {

TraceInput noted(TraceInput input) {
  for (const std::string& note : input.traces.notes) complain("jacquard: " + note);
  return input;
}

}  // namespace

TraceInput read_trace_input(const std::string& word, int ranks) {
  if (word.empty()) {
    throw base::ConfigError(
        {"INPUT", "", "a trace, or the PREFIX of PREFIX.0.et, PREFIX.1.et, ...", "", ""});
  }
  std::error_code ignored;
  if (std::filesystem::is_regular_file(base::as_given_or_shipped(word), ignored)) {
    if (ranks != 0) {
      throw base::ConfigError({"--ranks", "", "a PREFIX as the input, not one file", word, ""});
    }
    const bool is_goal = interop::is_goal_file(word);
    return noted({interop::read_rank_traces(word, is_goal ? 0 : 1), !is_goal});
  }
  const int there = interop::count_rank_files(word);
  if (there == 0 && ranks == 0) {
    throw base::ConfigError({word, "", "a trace, or the PREFIX of PREFIX.0.et, PREFIX.1.et, ...",
                             "neither that file nor " + interop::rank_file(word, 0), ""});
  }
  return noted({interop::read_rank_traces(word, ranks == 0 ? there : ranks), false});
}

}  // namespace jacquard::cli
