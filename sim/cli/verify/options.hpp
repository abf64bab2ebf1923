// SPDX-License-Identifier: Apache-2.0
// What `jacquard verify` was asked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/cli/command.hpp"

namespace jacquard::cli {

inline constexpr int kCheckDidNotHold = 1;

struct VerifyOptions {
  std::string core;
  std::string demand_class = "mixed";
  std::string trace;
  int ports = 16;
  int bits = 8;
  std::optional<int> diagonals_per_clock;
  std::string shape = "auto";  // shift
  std::optional<int> top_offset;
  int floor = 0;
  bool no_fill = false;
  bool descend = false;
  int rows_per_clock = 1;
  bool no_rotate = false;
  bool list = false;
  std::optional<std::int64_t> cases;

  // The user's RTL.
  std::vector<std::string> rtl;
  std::vector<std::string> file_lists;
  std::vector<std::string> include_folders;
  std::vector<std::string> defines;
  std::vector<std::string> parameters;
  std::string top;
  std::string kind;
  std::string golden;
  std::optional<int> latency;
  bool no_maximal = false;
  std::optional<std::int64_t> max_wait;
  double min_efficiency = 0;  // 0: not judged
  bool useless_pairs = false;
  std::optional<std::int64_t> cycle_limit;

  // A memory's commands.
  std::string commands;  // file, "" for none
  std::string memory = "hbm3e_9200";

  bool has_user_rtl() const { return !rtl.empty() || !file_lists.empty(); }
  int groups_of_diagonals() const { return diagonals_per_clock.value_or(ports < 4 ? ports : 4); }
};

// --cases, else 100,000 of a user's arbiter to 16 ports and 10,000 beyond, and 100 of all else.
std::int64_t cases_of(const VerifyOptions& o);

// The default of the ladder scheduler, where the counters are wide enough to have it.
int top_offset_of(const VerifyOptions& o);

// Where the waveform of a failing case goes: --trace, else "<name>-seed<S>-case<K>.fst" here or in
// --out.
std::string waveform_path(const VerifyOptions& o, const Common& common, const std::string& name,
                          std::int64_t failing_case);

// An RTL core of ours against its golden model. Exit code.
int verify_our_core(const VerifyOptions& o, const Common& common);
report::RowKind our_core_rows();

// RTL that the user brings, against the rules of its kind or a golden model. Exit code.
int verify_user_rtl(const VerifyOptions& o, const Common& common);
std::vector<report::RowKind> user_rtl_rows();

// A trace of a memory's commands, against the constraints of a memory. Exit code.
int verify_commands(const VerifyOptions& o, const Common& common);
std::vector<report::RowKind> command_rows();

}  // namespace jacquard::cli
