// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/technologies.hpp"

#include <algorithm>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/field_table.hpp"

namespace jacquard::experiment {
namespace {

using config::field;
using config::quantity;
using config::text;

const config::FieldTable<Technology>& technology_fields() {
  static const config::FieldTable<Technology> table(
      "technology", "An optical switch technology.",
      {
          field<Technology>(
              "name", [](auto& t) -> auto& { return t.name; }, text("a name"), "Its name."),
          field<Technology>(
              "what", [](auto& t) -> auto& { return t.what; }, text("a few words"), "What it is."),
          field<Technology>(
              "fastest", [](auto& t) -> auto& { return t.fastest; }, quantity<base::Picoseconds>(),
              "Shortest reconfiguration time published."),
          field<Technology>(
              "slowest", [](auto& t) -> auto& { return t.slowest; }, quantity<base::Picoseconds>(),
              "Longest."),
          field<Technology>(
              "basis", [](auto& t) -> auto& { return t.basis; },
              text("published, summary or recalled"), "How well it is known."),
          field<Technology>(
              "source", [](auto& t) -> auto& { return t.source; }, text("a source"),
              "Who says so."),
      });
  return table;
}

std::vector<Technology> read_technologies() {
  const std::string path = base::data_path("configs/technologies/optical_switches.json");
  const config::Json json = config::read_json(path);
  const config::Place place{path, ""};
  if (!json.is_array()) place.fail("a list of technologies", config::brief(json));
  std::vector<Technology> all;
  for (std::size_t i = 0; i < json.size(); ++i) {
    Technology technology;
    technology_fields().read(technology, json[i], place / i);
    all.push_back(std::move(technology));
  }
  return all;
}

}  // namespace

const std::vector<Technology>& technologies() {
  static const std::vector<Technology> all = read_technologies();
  return all;
}

const Technology& find_technology(const std::string& name) {
  std::vector<std::string> names;
  for (const Technology& t : technologies()) {
    if (t.name == name) return t;
    names.push_back(t.name);
  }
  base::throw_unknown_name("circuit/technology", "a switch technology", name, names);
}

}  // namespace jacquard::experiment
