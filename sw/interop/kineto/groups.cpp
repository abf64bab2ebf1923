// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/kineto/groups.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "jacquard/base/at.hpp"
#include "jacquard/config/codec.hpp"

namespace jacquard::interop {
namespace {

using config::Json;
using config::Place;

constexpr int kMostRanks = 1 << 24;
constexpr const char* kRanks = "Process Group Ranks";

std::vector<int> list_of(const Json& json, const Place& place) {
  std::vector<int> ranks;
  if (!json.is_array()) place.fail("a list of ranks", config::brief(json));
  for (const Json& rank : json) {
    ranks.push_back(
        static_cast<int>(config::read_whole_number(rank, 0, kMostRanks, "a rank", place)));
  }
  return ranks;
}

std::vector<int> evenly(int first, int stride, int size) {
  std::vector<int> ranks;
  for (int i = 0; i < size; ++i) ranks.push_back(first + i * stride);
  return ranks;
}

std::vector<int> said(const GroupText& text, const Json& configs, int world, const Place& place) {
  if (!text.ranks.empty() && text.ranks.find("...") == std::string::npos) {
    return list_of(config::parse_json(text.ranks, place.source + place.where), place / kRanks);
  }
  if (configs.is_array()) {
    for (const Json& group : configs) {
      if (!group.is_object() || group.value("pg_name", Json()) != Json(text.name)) continue;
      const Json ranks = group.value("ranks", Json());
      const Place here = Place{place.source, ""} / "distributedInfo" / "pg_config" / "ranks";
      if (ranks.is_array() && !ranks.empty()) return list_of(ranks, here);
    }
  }
  const bool is_even = text.first >= 0 && text.stride > 0 && text.size > 0 &&
                       (text.size - 1) <= (kMostRanks - text.first) / text.stride;
  if (is_even) return evenly(text.first, text.stride, text.size);
  if (text.size == world) return evenly(0, 1, world);
  (place / kRanks)
      .fail("all ranks of process group '" + text.name.substr(0, 60) + "', here or in pg_config",
            text.ranks.empty() ? "none" : "'" + text.ranks.substr(0, 60) + "'");
}

}  // namespace

std::string GroupText::key() const {
  return name + '\n' + ranks + '\n' + std::to_string(size) + ' ' + std::to_string(first) + ' ' +
         std::to_string(stride);
}

GroupText group_text(const Json& args, const Place& place) {
  GroupText group;
  const auto text = [&](const char* key, std::string& into) {
    const auto found = args.find(key);
    if (found == args.end()) return;
    into = found->is_string() ? found->get<std::string>() : found->dump();
  };
  const auto number = [&](const char* key, int& into) {
    const auto found = args.find(key);
    if (found == args.end()) return;
    into = static_cast<int>(
        config::read_whole_number(*found, -1, kMostRanks, "a whole number from -1", place / key));
  };
  text("Process Group Name", group.name);
  text("Process Group Description", group.about);
  text(kRanks, group.ranks);
  number("Group size", group.size);
  number("Global rank start", group.first);
  number("Global rank stride", group.stride);
  return group;
}

std::vector<int> members_of(const GroupText& text, const Json& configs, int own, int world,
                            const Place& place) {
  std::vector<int> members = said(text, configs, world, place);
  const auto fail = [&](const std::string& expected, const std::string& found) {
    (place / kRanks).fail(expected + " in process group '" + text.name.substr(0, 60) + "'", found);
  };
  std::set<int> seen;
  for (const int rank : members) {
    if (rank >= world) fail("ranks of 0.." + std::to_string(world - 1), std::to_string(rank));
    if (!seen.insert(rank).second) fail("each rank once", std::to_string(rank) + " twice");
  }
  if (seen.count(own) == 0) fail("rank " + std::to_string(own), "others");
  if (text.size >= 0 && base::index(text.size) != members.size()) {
    fail(std::to_string(text.size) + " ranks (Group size)", std::to_string(members.size()));
  }
  return members;
}

}  // namespace jacquard::interop
