// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/schedule_row.hpp"

#include "jacquard/report/html/text.hpp"

namespace jacquard::report {

Row schedule_row(const std::string& scheduler, const schedule::Summary& figures,
                 std::optional<std::int64_t> decision_wall_ns) {
  Row row;
  row["scheduler"] = scheduler;
  row["ports"] = figures.ports;
  row["permutations"] = figures.permutations;
  row["slots"] = figures.slots;
  row["max_line_quanta"] = figures.max_line_quanta;
  row["efficiency"] = figures.efficiency;
  row["efficiency_bytes"] = figures.efficiency_bytes;
  row["served_quanta"] = figures.served_quanta;
  row["idle_quanta"] = figures.idle_quanta;
  row["useless_pairs"] = figures.useless_pairs;
  row["makespan_ps"] = figures.makespan.count();
  row["lower_bound_ps"] = figures.lower_bound.count();
  row["first_permutation_slots"] = figures.first_permutation_slots;
  if (decision_wall_ns) row["decision_wall_ns"] = *decision_wall_ns;
  row["hops"] = figures.hops;
  row["valid"] = figures.valid;
  row["quantum_bytes"] = figures.quantum.count();
  row["stuffed_quanta"] = figures.stuffed_quanta;
  row["relayed_quanta"] = figures.relayed_quanta;
  row["guard_ps"] = figures.guard_time.count();
  row["eta"] = figures.eta;
  return row;
}

Row brief_row(const std::string& scheduler, const schedule::Summary& figures,
              std::optional<std::int64_t> decision_wall_ns) {
  const bool bounded = figures.lower_bound > base::Picoseconds{0};
  Row row;
  row["scheduler"] = scheduler;
  row["permutations"] = figures.permutations;
  row["slots"] = figures.slots;
  row["efficiency"] = figures.efficiency;
  row["efficiency_bytes"] = figures.efficiency_bytes;
  row["makespan"] = time_text(figures.makespan);
  row["over_bound"] = bounded ? figures.makespan / figures.lower_bound : 1.0;
  row["first_held"] = figures.first_permutation_slots;
  row["idle_quanta"] = figures.idle_quanta;
  row["hops"] = figures.hops;
  if (decision_wall_ns)
    row["decided_wall"] = time_text(base::Picoseconds{*decision_wall_ns * 1000});
  row["valid"] = figures.valid;
  return row;
}

}  // namespace jacquard::report
