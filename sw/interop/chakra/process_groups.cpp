// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/process_groups.hpp"

#include <limits>
#include <set>
#include <unordered_map>

#include "jacquard/base/error.hpp"
#include "jacquard/config/codec.hpp"
#include "jacquard/config/json_reader.hpp"

namespace jacquard::interop {
namespace {

using config::Json;
using config::Place;

// The one text of ["..."] or ['...'], as it is meant.
std::string inner_text(const std::string& values, const std::string& source) {
  if (values.size() < 4 || values.front() != '[') return values;
  if (values[1] == '"') {
    const Json outer = config::parse_json(values, source);
    if (outer.is_array() && outer.size() == 1 && outer[0].is_string()) return outer[0];
    return values;
  }
  const bool python = values[1] == '\'' && values.compare(values.size() - 2, 2, "']") == 0;
  return python ? values.substr(2, values.size() - 4) : values;
}

std::vector<int> ranks_of(const Json& json, const Place& place) {
  if (!json.is_array()) place.fail("a list of ranks", config::brief(json));
  constexpr int most = std::numeric_limits<int>::max();
  std::vector<int> ranks;
  std::set<int> seen;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const auto rank = static_cast<int>(config::read_whole_number(
        json[i], 0, most, config::whole_number_expected(0, most), place / i));
    if (!seen.insert(rank).second) (place / i).fail("each rank once", std::to_string(rank));
    ranks.push_back(rank);
  }
  return ranks;
}

ProcessGroup group_of(const Json& json, const Place& place) {
  if (!json.is_object() || !json.contains("pg_name") || !json["pg_name"].is_string()) {
    place.fail("a process group with its \"pg_name\"", config::brief(json));
  }
  if (!json.contains("ranks")) place.fail("its \"ranks\"");
  return {json["pg_name"].get<std::string>(), ranks_of(json["ranks"], place / "ranks")};
}

}  // namespace

std::vector<ProcessGroup> process_groups(const ChakraTrace& trace) {
  std::vector<ProcessGroup> groups;
  std::unordered_map<std::string, std::size_t> place_of;
  for (const ChakraNode& node : trace.nodes) {
    if (node.type != ChakraNodeType::metadata) continue;
    if (node.inputs.values.find("pg_name") == std::string::npos) continue;
    const std::string source = trace.source + ", " + describe(node) + ", inputs";
    const Json json = config::parse_json(inner_text(node.inputs.values, source), source);
    const Place place{source, ""};
    if (!json.is_array()) place.fail("a list of process groups", config::brief(json));
    for (std::size_t i = 0; i < json.size(); ++i) {
      ProcessGroup group = group_of(json[i], place / i);
      const auto [known, is_new] = place_of.try_emplace(group.name, groups.size());
      if (is_new) {
        groups.push_back(std::move(group));
      } else {
        groups[known->second] = std::move(group);
      }
    }
  }
  return groups;
}

}  // namespace jacquard::interop
