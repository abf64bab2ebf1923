// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/technologies.hpp"

#include "jacquard/config/shipped_nouns.hpp"

namespace jacquard::experiment {

const config::FieldTable<Technology>& technology_fields() {
  using config::field;
  using config::quantity;
  using config::text;
  using T = Technology;
  static const config::FieldTable<T> table(
      "optical_switch", "An optical circuit switch; null where nothing is published.",
      {field<T>(
           "title", [](auto& t) -> auto& { return t.title; }, text("a few words"),
           "Kind and maker."),
       field<T>(
           "ports", [](auto& t) -> auto& { return t.ports; },
           config::optional(config::whole_number(1, 1 << 20)), "Inputs, and as many outputs."),
       field<T>(
           "fastest", [](auto& t) -> auto& { return t.fastest; }, quantity<base::Picoseconds>(),
           "Shortest reconfiguration time published."),
       field<T>(
           "slowest", [](auto& t) -> auto& { return t.slowest; }, quantity<base::Picoseconds>(),
           "Longest: the guard of a circuit that names this switch."),
       field<T>(
           "loss_db", [](auto& t) -> auto& { return t.loss_db; },
           config::optional(config::real_number(0, 100)), "Insertion loss in dB."),
       field<T>(
           "power", [](auto& t) -> auto& { return t.power; },
           config::optional(quantity(base::Watts{0}, base::Watts{1e6})), "Of all its ports."),
       field<T>(
           "basis", [](auto& t) -> auto& { return t.basis; },
           text("published, summary or recalled"), "How well it is known."),
       field<T>(
           "source", [](auto& t) -> auto& { return t.source; }, text("a source"), "Who says so.")});
  return table;
}

void require_consistent(const Technology& one, const config::Place& place) {
  if (one.fastest.count() > 0 && one.fastest <= one.slowest) return;
  (place / "fastest")
      .fail("a time above 0, at most `slowest` (" + config::show_quantity(one.slowest) + ")",
            config::show_quantity(one.fastest));
}

Technology find_technology(const std::string& name_or_path) {
  return config::read_noun(technology_fields(), kOpticalSwitches, name_or_path,
                           config::Place{"circuit/technology", ""});
}

}  // namespace jacquard::experiment
