// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::synth {

struct JoinedLiberty {
  std::string text;
  std::set<std::string> cells;
  std::set<std::string> flip_flops;  // of the cells, those with an ff group
};

// One Liberty library of several, as Yosys reads a single one: the first's attributes, and the
// templates and cells of all. Left out: comments, what power takes unless it is asked for, and
// cells whose names match one of `not_used` (* stands for any text). Throws ConfigError with
// `names` for a text that is no library.
JoinedLiberty join_liberty(const std::vector<std::string>& texts,
                           const std::vector<std::string>& names,
                           const std::vector<std::string>& not_used, bool with_power = false);

// The direction of each pin of a cell, by name.
std::map<std::string, std::string> pins_of(const std::string& liberty, const std::string& cell);

// Whether `pattern`, in which * stands for any text, means `name`.
bool matches(std::string_view pattern, std::string_view name);

}  // namespace jacquard::synth
