// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "jacquard/base/span.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/schedule/core/core.hpp"

namespace jacquard::schedule {

inline constexpr int kMostCorePorts = 256;
// Up to so many, advice and the papers' studies take a decision's time from a core.
inline constexpr int kMostTimedPorts = 64;
inline constexpr int kMostCoreBits = 16;

// Of what a core shows.
int hold_bits(const CoreShape& shape);

// Throws ConfigError if no ladder of so many ports loads so many rows a clock.
void require_rows_per_clock(int rows, int ports, const config::Place& place);

// A core that decomposes demands, by the name that users give it.
struct CoreName {
  const char* name;
  CoreKind kind;
  // Whether the scheduler of that name gives the core's schedule: minhold's start rotates, and the
  // core's schedule has a few permutations more. What shift shows does not say what circuits carry,
  // nor does choose where it picks shift.
  bool same_schedule;
};

// Whether it knows ports by digits. Its holds are sums of counters.
inline bool has_digits(CoreKind kind) {
  return kind == CoreKind::shift || kind == CoreKind::choose;
}

// Whether it has the options of the ladder.
inline bool has_levels(CoreKind kind) {
  return kind == CoreKind::ladder || kind == CoreKind::choose;
}

// Whether it crosses so many diagonals per clock.
inline bool has_diagonals(CoreKind kind) {
  return kind != CoreKind::shift && kind != CoreKind::few;
}

base::Span<const CoreName> core_names();

// The core of that name; none if there is no such core.
std::optional<CoreKind> core_named(std::string_view name);

// The same if it decides as the scheduler of that name does.
std::optional<CoreKind> core_of_scheduler(std::string_view name);

const char* name_of(CoreKind kind);

}  // namespace jacquard::schedule
