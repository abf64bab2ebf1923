// SPDX-License-Identifier: Apache-2.0
#include "sim/experiment/experiment.hpp"

#include <set>

#include "jacquard/base/error.hpp"

namespace jacquard::experiment {
namespace {

using config::choice;
using config::Codec;
using config::Document;
using config::field;
using config::Json;
using config::list;
using config::nested;
using config::Place;
using config::text;
using E = ExperimentConfig;

const config::FieldTable<FabricChoice>& choice_fields() {
  static const config::FieldTable<FabricChoice> table(
      "fabric choice", "A fabric of the comparison.",
      {
          field<FabricChoice>(
              "name", [](auto& f) -> auto& { return f.name; }, text("a name for the rows"),
              "As rows and pictures call it."),
          field<FabricChoice>(
              "kind", [](auto& f) -> auto& { return f.kind; },
              choice<FabricKind>(
                  {{"circuit", FabricKind::circuit}, {"packet", FabricKind::packet}}),
              "Circuit switches, or a packet switch."),
          field<FabricChoice>(
              "set", [](auto& f) -> auto& { return f.set; }, list(text("key=value")),
              "Keys of the experiment that are different for this fabric."),
      });
  return table;
}

Codec<FabricChoice> fabric_choice() {
  const auto& table = choice_fields();
  return {"an object with name, kind and set", table.schema(), config::TextForm::json,
          [&table](const Json& json, const Place& place) {
            FabricChoice choice;
            table.read(choice, json, place);
            if (choice.name.empty()) (place / "name").fail("a name", "");
            return choice;
          },
          [&table](const FabricChoice& choice) { return table.show(choice); }};
}

const config::FieldTable<Sweep>& sweep_fields() {
  static const config::FieldTable<Sweep> table(
      "sweep", "The same for each of some values of a key.",
      {
          field<Sweep>(
              "key", [](auto& s) -> auto& { return s.key; },
              text("a key such as circuit.guard, or nothing"), "Which key; none: no sweep."),
          field<Sweep>(
              "values", [](auto& s) -> auto& { return s.values; },
              list(text("a value, as --set takes it")), "Its values, as texts."),
      });
  return table;
}

void require_distinct(const std::vector<FabricChoice>& fabrics) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < fabrics.size(); ++i) {
    if (names.insert(fabrics[i].name).second) continue;
    throw base::ConfigError({"experiment", "/fabrics/" + std::to_string(i) + "/name",
                             "a name of its own", "'" + fabrics[i].name + "' again", ""});
  }
}

}  // namespace

const config::FieldTable<ExperimentConfig>& experiment_fields() {
  static const config::FieldTable<ExperimentConfig> table(
      "experiment", "Traffic through fabrics, simulated by the cycle engine.",
      {
          field<E>(
              "title", [](auto& e) -> auto& { return e.title; }, text("a title"),
              "Heads the report."),
          nested<E>(
              "traffic", [](auto& e) -> auto& { return e.traffic; }, traffic_fields()),
          nested<E>(
              "fabric", [](auto& e) -> auto& { return e.fabric; }, systemc::packet_fields()),
          nested<E>(
              "circuit", [](auto& e) -> auto& { return e.circuit; }, systemc::circuit_fields()),
          nested<E>(
              "scheduler", [](auto& e) -> auto& { return e.scheduler; }, scheduler_fields()),
          nested<E>(
              "faults", [](auto& e) -> auto& { return e.faults; }, systemc::fault_fields()),
          field<E>(
              "fabrics", [](auto& e) -> auto& { return e.fabrics; }, list(fabric_choice()),
              "What is compared, in the order of the rows."),
          nested<E>(
              "sweep", [](auto& e) -> auto& { return e.sweep; }, sweep_fields()),
      });
  return table;
}

std::vector<Case> cases_of(const ExperimentConfig& config) {
  if (config.fabrics.empty()) {
    throw base::ConfigError({"experiment", "/fabrics", "at least one fabric", "none", ""});
  }
  require_distinct(config.fabrics);
  const bool sweeps = !config.sweep.key.empty();
  if (sweeps && config.sweep.values.empty()) {
    throw base::ConfigError({"experiment", "/sweep/values", "at least one value", "none", ""});
  }
  const std::vector<std::string> points =
      sweeps ? config.sweep.values : std::vector<std::string>{""};
  std::vector<Case> cases;
  for (const std::string& point : points) {
    for (const FabricChoice& fabric : config.fabrics) {
      Case one{fabric.name, fabric.kind, point, config};
      const auto& table = experiment_fields();
      if (sweeps) table.set(one.config, config.sweep.key, point, "sweep/" + config.sweep.key);
      for (const std::string& assignment : fabric.set) table.set(one.config, assignment);
      cases.push_back(std::move(one));
    }
  }
  return cases;
}

}  // namespace jacquard::experiment
