// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/config/field_table.hpp"
#include "jacquard/demand/read_demand.hpp"

namespace jacquard::demand {

inline constexpr base::Bytes kLargestToken{std::int64_t{1} << 40};

// How a demand is read, as fields of a struct that holds ReadOptions; `reading` gives them from it.
// What tokens weigh comes first.
template <class T, class Reading>
std::vector<config::Field<T>> reading_fields(Reading reading) {
  using config::field;
  using config::whole_number;
  return {
      field<T>(
          "bytes_per_token", [=](auto& t) -> auto& { return reading(t).bytes_per_token; },
          config::quantity(base::Bytes{1}, kLargestToken),
          "What one token weighs; multiplies a demand that is counted in tokens."),
      field<T>(
          "demand_unit", [=](auto& t) -> auto& { return reading(t).demand_unit; },
          config::optional(config::quantity(base::Bytes{1}, kLargestToken)),
          "What 1 stands for in a CSV matrix, such as \"1 MB\"; fractions are rounded to bytes. "
          "None: entries are bytes, and a fraction is an error."),
      field<T>(
          "drop_diagonal", [=](auto& t) -> auto& { return reading(t).drop_diagonal; },
          config::boolean(), "Leave out what a port sends to itself."),
      field<T>(
          "ports", [=](auto& t) -> auto& { return reading(t).ports; }, whole_number(1, kMaxPorts),
          "Ports over which routing counts and raw routing logs are spread; other demands "
          "bring their own."),
      field<T>(
          "experts", [=](auto& t) -> auto& { return reading(t).experts; },
          whole_number(1, kMaxExperts), "Experts a raw routing log may name."),
      field<T>(
          "top_k", [=](auto& t) -> auto& { return reading(t).top_k; }, whole_number(1, kMaxTopK),
          "Experts per token in a raw routing log."),
  };
}

}  // namespace jacquard::demand
