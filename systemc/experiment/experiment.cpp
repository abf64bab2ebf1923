// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/experiment.hpp"

#include <set>

#include "jacquard/base/error.hpp"
#include "jacquard/config/composed.hpp"
#include "systemc/experiment/set_of_variant.hpp"

namespace jacquard::experiment {
namespace {

using config::Codec;
using config::composed;
using config::field;
using config::Json;
using config::list;
using config::nested;
using config::noun_of_variant;
using config::Place;
using config::text;
using E = ExperimentConfig;

// Folders of configs/ in which nouns are found by their names.
constexpr const char* kSchedulers = "schedulers";
constexpr const char* kCircuits = "circuits";
constexpr const char* kFabrics = "fabrics";
constexpr const char* kFaults = "faults";
constexpr const char* kTraffic = "traffic";
constexpr const char* kRotors = "rotors";

Codec<const FabricKind*> kind_codec() {
  config::Words<const FabricKind*> words;
  for (const FabricKind& kind : fabric_kinds()) words.emplace_back(kind.name, &kind);
  return config::choice(std::move(words));
}

const config::FieldTable<FabricChoice>& choice_fields() {
  static const config::FieldTable<FabricChoice> table(
      "fabric choice", "A fabric of the comparison.",
      {
          field<FabricChoice>(
              "name", [](auto& f) -> auto& { return f.name; }, text("a name for the rows"),
              "As rows and pictures call it."),
          field<FabricChoice>(
              "kind", [](auto& f) -> auto& { return f.kind; }, kind_codec(),
              "Circuit switches, a packet switch, both side by side, or rotors."),
          field<FabricChoice>(
              "set", [](auto& f) -> auto& { return f.set; }, list(text("key=value")),
              "Keys of the experiment that are different for this fabric."),
          field<FabricChoice>(
              "scheduler", [](auto& f) -> auto& { return f.scheduler; },
              noun_of_variant(scheduler_fields(), kSchedulers), "In place of the experiment's."),
          field<FabricChoice>(
              "circuit", [](auto& f) -> auto& { return f.circuit; },
              noun_of_variant(systemc::circuit_fields(), kCircuits),
              "In place of the experiment's."),
          field<FabricChoice>(
              "fabric", [](auto& f) -> auto& { return f.fabric; },
              noun_of_variant(systemc::packet_fields(), kFabrics), "In place of the experiment's."),
          field<FabricChoice>(
              "faults", [](auto& f) -> auto& { return f.faults; },
              noun_of_variant(systemc::fault_fields(), kFaults), "In place of the experiment's."),
          field<FabricChoice>(
              "rotor", [](auto& f) -> auto& { return f.rotor; },
              noun_of_variant(systemc::rotor_fields(), kRotors), "In place of the experiment's."),
      });
  return table;
}

Codec<FabricChoice> fabric_choice() {
  const auto& table = choice_fields();
  return {"an object with name, kind, set and nouns of its own", table.schema(),
          config::TextForm::json,
          [&table](const Json& json, const Place& place) {
            FabricChoice choice;
            table.read(choice, json, place);
            if (choice.name.empty()) (place / "name").fail("a name", "");
            return choice;
          },
          [&table](const FabricChoice& choice) { return table.show(choice); }};
}

// The nouns that a variant may have of its own.
struct VariantNoun {
  const char* key;
  Json FabricChoice::*own;
  void (*reset)(E&);
};
constexpr VariantNoun kVariantNouns[] = {
    {"scheduler", &FabricChoice::scheduler, [](E& e) { e.scheduler = {}; }},
    {"circuit", &FabricChoice::circuit, [](E& e) { e.circuit = {}; }},
    {"fabric", &FabricChoice::fabric, [](E& e) { e.fabric = {}; }},
    {"faults", &FabricChoice::faults, [](E& e) { e.faults = {}; }},
    {"rotor", &FabricChoice::rotor, [](E& e) { e.rotor = {}; }}};

void replace_nouns(const FabricChoice& fabric, E& config) {
  for (const VariantNoun& noun : kVariantNouns) {
    if (!(fabric.*noun.own).is_null()) noun.reset(config);
  }
}

// The keys that the fabric's own nouns say.
void set_nouns(const FabricChoice& fabric, E& config) {
  Json nouns = Json::object();
  for (const VariantNoun& noun : kVariantNouns) {
    if (!(fabric.*noun.own).is_null()) nouns[noun.key] = fabric.*noun.own;
  }
  experiment_fields().read(config, nouns, Place{"experiment", "/fabrics/" + fabric.name});
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
          composed<E>(
              "traffic", [](auto& e) -> auto& { return e.traffic; }, traffic_fields(), kTraffic),
          composed<E>(
              "fabric", [](auto& e) -> auto& { return e.fabric; }, systemc::packet_fields(),
              kFabrics),
          composed<E>(
              "circuit", [](auto& e) -> auto& { return e.circuit; }, systemc::circuit_fields(),
              kCircuits),
          composed<E>(
              "scheduler", [](auto& e) -> auto& { return e.scheduler; }, scheduler_fields(),
              kSchedulers),
          composed<E>(
              "faults", [](auto& e) -> auto& { return e.faults; }, systemc::fault_fields(),
              kFaults),
          nested<E>(
              "hybrid", [](auto& e) -> auto& { return e.hybrid; }, systemc::hybrid_fields()),
          composed<E>(
              "rotor", [](auto& e) -> auto& { return e.rotor; }, systemc::rotor_fields(), kRotors),
          field<E>(
              "fabrics", [](auto& e) -> auto& { return e.fabrics; }, list(fabric_choice()),
              "What is compared, in the order of the rows."),
          nested<E>(
              "sweep", [](auto& e) -> auto& { return e.sweep; }, sweep_fields()),
      });
  return table;
}

std::optional<schedule::CoreShape> rtl_core_of(const Case& c) {
  return c.kind->rtl_core == nullptr ? std::nullopt : c.kind->rtl_core(c.config);
}

std::vector<Case> cases_of(const ExperimentConfig& config) {
  if (config.fabrics.empty()) {
    throw base::ConfigError({"experiment", "/fabrics", "at least one fabric", "none", ""});
  }
  require_distinct(config.fabrics);
  const bool sweeps = !config.sweep.key.empty();
  std::vector<Case> cases;
  for (const std::string& point : points_of(config.sweep)) {
    for (const FabricChoice& fabric : config.fabrics) {
      Case one{fabric.name, fabric.kind, point, config};
      const auto& table = experiment_fields();
      replace_nouns(fabric, one.config);
      if (sweeps) table.set(one.config, config.sweep.key, point, "sweep/" + config.sweep.key);
      set_nouns(fabric, one.config);
      for (const std::string& assignment : fabric.set) {
        set_of_variant(table, assignment, "fabrics/" + fabric.name, one.config);
      }
      if (fabric.kind->check != nullptr) fabric.kind->check(one.config);
      cases.push_back(std::move(one));
    }
  }
  return cases;
}

}  // namespace jacquard::experiment
