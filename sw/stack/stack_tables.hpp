// SPDX-License-Identifier: Apache-2.0
// The large parts of a stack as comma-separated lines below a line of names.
#pragma once

#include <cstdint>
#include <string>

#include "jacquard/stack/stack.hpp"

namespace jacquard::stack {

inline constexpr std::int64_t kMostSlots = std::int64_t{1} << 52;  // of a step: 46 days of 1 ns

// nodes.csv, calls.csv, slots.csv, reserved.csv.
std::string nodes_table(const Plan& plan);
std::string calls_table(const Plan& plan);
std::string slots_table(const Timeline& timeline);
std::string reserved_table(const Timeline& timeline);

// What these write. Throw ConfigError with the line for other columns and for what is no whole
// number. Throw it for numbers of nodes, calls or rounds that the plan does not have. Actors and
// templates are known already; calls are read before nodes.
void read_calls(const std::string& path, Plan& plan);
void read_nodes(const std::string& path, Plan& plan);
void read_slots(const std::string& path, const Plan& plan, int channels, Timeline& timeline);
void read_reserved(const std::string& path, const Plan& plan, int channels, Timeline& timeline);

}  // namespace jacquard::stack
