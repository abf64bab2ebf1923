// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/files/comm_groups.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "jacquard/base/at.hpp"
#include "jacquard/config/codec.hpp"

namespace jacquard::astra {

AstraCommGroups parse_comm_groups(const config::Json& json, int npus, const std::string& source) {
  const config::Place root{source, ""};
  if (!json.is_object()) {
    root.fail("an object of groups, as {\"1\": [0, 1]}", config::brief(json));
  }
  AstraCommGroups groups;
  for (const auto& [name, ranks] : json.items()) {
    const config::Place place = root / name;
    const bool digits = !name.empty() && name.size() <= 9 &&
                        name.find_first_not_of("0123456789") == std::string::npos;
    if (!digits) place.fail("a group's number as its name", config::brief(name.substr(0, 60)));
    if (!ranks.is_array() || ranks.empty()) {
      place.fail("a list of ranks", ranks.is_array() ? "an empty one" : config::brief(ranks));
    }
    if (std::stoi(name) == 0) {
      place.fail("a group's number above 0", config::brief(name),
                 "0 is everybody: ASTRA-sim stops at a group of that number");
    }
    const auto [entry, is_new] = groups.try_emplace(std::stoi(name));
    if (!is_new) place.fail("each group once", "the number of another group");
    std::vector<bool> seen(static_cast<std::size_t>(npus), false);
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      const auto rank = config::read_whole_number(
          ranks[i], 0, npus - 1, config::whole_number_expected(0, npus - 1), place / i);
      if (base::at(seen, rank)) {
        (place / i).fail("each rank once", std::to_string(rank) + " again");
      }
      base::at(seen, rank) = true;
      entry->second.push_back(static_cast<int>(rank));
    }
  }
  return groups;
}

std::string write_comm_groups(const AstraCommGroups& groups) {
  std::string text = "{";
  const char* between = "";
  for (const auto& [number, ranks] : groups) {
    text += fmt::format("{}\n \"{}\": [{}]", between, number, fmt::join(ranks, ", "));
    between = ",";
  }
  return text + "\n}\n";
}

AstraCommGroups read_comm_groups(const std::string& path, int npus) {
  return parse_comm_groups(config::read_json(path), npus, path);
}

}  // namespace jacquard::astra
