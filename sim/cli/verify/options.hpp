// SPDX-License-Identifier: Apache-2.0
// What `jacquard verify` was asked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/cli/command.hpp"
#include "sim/cli/rtl_options.hpp"

namespace jacquard::cli {

inline constexpr int kCheckDidNotHold = 1;

struct VerifyOptions : RtlOptions {
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
  bool parity = false;
  int rows_per_clock = 1;
  bool no_rotate = false;
  bool list = false;
  std::optional<std::int64_t> cases;

  // The user's RTL.
  std::string kind;
  std::string golden;
  std::optional<int> latency;
  bool no_maximal = false;
  std::optional<std::int64_t> max_wait;
  double min_efficiency = 0;  // 0: not judged
  bool useless_pairs = false;
  bool ports_given = false;
  std::optional<int> outputs, lanes;
  std::vector<std::string> maps, resets, ties, contract;
  std::string emit_bench;  // folder, "" for none
  bool coverage = false;
  bool history = false;
  std::string junit;  // file, "" for none
  std::optional<std::int64_t> cycle_limit;

  // A memory's commands.
  std::string commands;  // file, "" for none
  std::string memory = "hbm3e_9200";

  int groups_of_diagonals() const { return diagonals_per_clock.value_or(ports < 4 ? ports : 4); }
};

// --cases, else 100,000 of a user's arbiter to 16 ports and 10,000 beyond, and 100 of all else.
std::int64_t cases_of(const VerifyOptions& o);

// The default of the ladder scheduler, where the counters are wide enough to have it.
int top_offset_of(const VerifyOptions& o);

// Throws ConfigError for a --trace or --junit that cannot be written.
void check_files(const VerifyOptions& o);

// Where the waveform of a failing case goes: --trace, else "<name>-seed<S>-case<K>.fst" here or in
// --out.
std::string waveform_path(const VerifyOptions& o, const Common& common, const std::string& name,
                          std::int64_t failing_case);

// An RTL core of ours against its golden model. Exit code.
int verify_our_core(const VerifyOptions& o, const Common& common);
report::RowKind our_core_rows();

// Whether --kind is one of those that are wired by role rather than by the names of our ports.
bool is_wired_kind(const std::string& kind);
// RTL of such a kind, against its contract. Exit code.
int verify_wired_rtl(const VerifyOptions& o, const Common& common);
std::vector<report::RowKind> wired_rtl_rows();

// RTL that the user brings, against the rules of its kind or a golden model. Exit code.
int verify_user_rtl(const VerifyOptions& o, const Common& common);
std::vector<report::RowKind> user_rtl_rows();

// A trace of a memory's commands, against the constraints of a memory. Exit code.
int verify_commands(const VerifyOptions& o, const Common& common);
std::vector<report::RowKind> command_rows();

}  // namespace jacquard::cli
