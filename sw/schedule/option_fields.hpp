// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/config/field_table.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::schedule {

// The schedulers' knobs as fields of a struct that holds them; `options` gives them from it. The
// seed is not among them: it is the program's own option.
template <class T, class Options>
std::vector<config::Field<T>> option_fields(Options options) {
  using config::field;
  using config::whole_number;
  return {
      field<T>(
          "top_offset", [=](auto& t) -> auto& { return options(t).top_offset; },
          whole_number(0, 31), "ladder: start this many levels below that of the largest entry."),
      field<T>(
          "floor", [=](auto& t) -> auto& { return options(t).floor; }, whole_number(0, 31),
          "ladder: lowest level; every permutation is held for at least 2^floor slots."),
      field<T>(
          "fill", [=](auto& t) -> auto& { return options(t).fill; }, config::boolean(),
          "ladder: a second lap serves what the first left free."),
      field<T>(
          "diagonals_per_clock", [=](auto& t) -> auto& { return options(t).diagonals_per_clock; },
          whole_number(1, demand::kMaxPorts),
          "unit, ladder: wrapped diagonals a wave passes per clock (S)."),
      field<T>(
          "matchings", [=](auto& t) -> auto& { return options(t).matchings; },
          whole_number(0, 1 << 20),
          "greedy-max-weight: most matchings; 0: as many as it documents."),
      field<T>(
          "window", [=](auto& t) -> auto& { return options(t).window; },
          whole_number<std::int64_t>(0),
          "tms, eclipse, eclipse-coarse: slots scheduled at a time; 0: as each documents."),
      field<T>(
          "hold", [=](auto& t) -> auto& { return options(t).hold; }, whole_number<std::int64_t>(0),
          "round-robin, round-robin-vlb: slots per setting; 0: as each documents."),
      field<T>(
          "iterations", [=](auto& t) -> auto& { return options(t).iterations; },
          whole_number(0, 1 << 10),
          "islip, qps: rounds of request, grant, accept per slot; 0: as each documents."),
  };
}

}  // namespace jacquard::schedule
