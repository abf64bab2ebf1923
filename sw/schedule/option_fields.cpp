// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/option_fields.hpp"

#include "jacquard/demand/demand_matrix.hpp"

namespace jacquard::schedule {

const config::FieldTable<SchedulerOptions>& option_fields() {
  using config::field;
  using config::whole_number;
  using O = SchedulerOptions;
  static const config::FieldTable<O> table(
      "options", "The knobs of schedulers.",
      {
          field<O>(
              "top_offset", [](auto& o) -> auto& { return o.top_offset; }, whole_number(0, 31),
              "ladder: start this many levels below that of the largest entry."),
          field<O>(
              "floor", [](auto& o) -> auto& { return o.floor; }, whole_number(0, 31),
              "ladder: lowest level; every permutation is held for at least 2^floor slots."),
          field<O>(
              "fill", [](auto& o) -> auto& { return o.fill; }, config::boolean(),
              "ladder: a second lap serves what the first left free."),
          field<O>(
              "descend", [](auto& o) -> auto& { return o.descend; }, config::boolean(),
              "ladder: a wave that found nothing serves the next level on its second lap. Fewer "
              "clocks, somewhat more slots."),
          field<O>(
              "diagonals_per_clock", [](auto& o) -> auto& { return o.diagonals_per_clock; },
              whole_number(1, demand::kMaxPorts),
              "unit, ladder: wrapped diagonals a wave passes per clock (S)."),
          field<O>(
              "matchings", [](auto& o) -> auto& { return o.matchings; }, whole_number(0, 1 << 20),
              "greedy-max-weight: most matchings; 0: as many as it documents."),
          field<O>(
              "window", [](auto& o) -> auto& { return o.window; }, whole_number<std::int64_t>(0),
              "tms, eclipse, eclipse-coarse: slots scheduled at a time; 0: as each documents."),
          field<O>(
              "hold", [](auto& o) -> auto& { return o.hold; }, whole_number<std::int64_t>(0),
              "round-robin, round-robin-vlb: slots per setting; 0: as each documents."),
          field<O>(
              "iterations", [](auto& o) -> auto& { return o.iterations; }, whole_number(0, 1 << 10),
              "islip, qps: rounds of request, grant, accept per slot; 0: as each documents."),
          field<O>(
              "effort", [](auto& o) -> auto& { return o.effort; }, whole_number(0, 1 << 10),
              "best: searches for each number of settings; 0: as it documents."),
          field<O>(
              "shape", [](auto& o) -> auto& { return o.shape; },
              config::text("sizes of the ports' digits, such as 8x8, or auto"),
              "shifts, spread: sizes of the ports' digits, such as 8x8; a byte takes a hop for "
              "each. auto: "
              "the shape of the shortest makespan."),
      });
  return table;
}

}  // namespace jacquard::schedule
