// SPDX-License-Identifier: Apache-2.0
// Strategies that none beats in both of two figures.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/plan/strategy_row.hpp"

namespace jacquard::planner {

struct Axis {
  const char* name;   // "memory"
  const char* label;  // "memory of a device (GB)"
  bool least;         // the less the better
  bool of_training;   // needs the size of the training
  bool of_devices;    // one count of devices has a front of one point
  std::optional<double> (*of)(const Figures& figures, int devices);  // in the label's unit
};

using Axes = std::array<const Axis*, 2>;

// "memory,throughput" as its two axes. Throws ConfigError at --pareto.
Axes parse_axes(const std::string& text);

// Of all rows those on the front: what fits, or also what does not where memory is an axis or
// `ignore_memory` says so. Throws ConfigError at --pareto for a figure that is not known.
std::vector<std::size_t> front_rows(const std::vector<StrategyRow>& rows, const Axes& axes,
                                    bool ignore_memory);

}  // namespace jacquard::planner
