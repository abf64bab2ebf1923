// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/manifest.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/parse_number.hpp"
#include "jacquard/config/json_object.hpp"
#include "jacquard/interop/log/read_call.hpp"

namespace jacquard::interop {
namespace {

using config::Document;
using config::Json;
using config::JsonObject;
using config::Place;

constexpr const char* kFormat = "jacquard-log";
constexpr int kVersion = 1;

const Json& list(const JsonObject& object, const char* key) {
  const Json& json = object.at(key, "a list");
  if (!json.is_array()) object.place(key).fail("a list", config::brief(json));
  return json;
}

// Names stand in errors, which are one line.
std::string name_in(const JsonObject& object, const char* key, const std::string& otherwise) {
  std::string name = object.text(key, otherwise);
  for (char& c : name) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return name;
}

void add_group(const Json& json, const Place& place, Log& log) {
  const JsonObject object(json, {"id", "name", "family", "ranks"}, place);
  const int id = object.number("id", 0, 1 << 30);
  LogGroup group;
  group.name = name_in(object, "name", std::to_string(id));
  group.family = name_in(object, "family", "");
  group.ranks = read_ranks(list(object, "ranks"), log.ranks, object.place("ranks"));
  if (id == 0) {
    const bool all = static_cast<int>(group.ranks.size()) == log.ranks &&
                     std::is_sorted(group.ranks.begin(), group.ranks.end());
    if (!all) object.place("ranks").fail("all ranks in their order, as group 0 is", "others");
    return;
  }
  if (log.groups.count(id) != 0) object.place("id").fail("each group once", std::to_string(id));
  log.groups.emplace(id, std::move(group));
}

std::map<int, std::vector<int>> peers_of(const Json& json, const Place& place, int ranks,
                                         std::size_t of_class) {
  if (!json.is_object()) place.fail("an object of lists of ranks", config::brief(json));
  std::map<int, std::vector<int>> peers;
  for (const auto& [key, value] : json.items()) {
    const std::optional<int> peer = base::parse_number<int>(key);
    const Place at = place / key;
    if (!peer || *peer < 0 || *peer >= ranks) {
      at.fail(fmt::format("a rank of 0..{} as the key", ranks - 1), "another");
    }
    peers[*peer] = read_ranks(value, ranks, at);
    if (peers[*peer].size() == of_class) continue;
    at.fail(fmt::format("a peer for each of {} ranks of the class", of_class),
            std::to_string(peers[*peer].size()));
  }
  return peers;
}

void require_file_name(const std::string& name, const Place& place) {
  if (!name.empty() && name.find('/') == std::string::npos && name != "." && name != "..") return;
  place.fail("the name of a file in this folder", "'" + name + "'");
}

LogClass class_of(const Json& json, const Place& place, int ranks) {
  const JsonObject object(json, {"representative", "ranks", "file", "logged", "peers"}, place);
  LogClass one;
  one.ranks = read_ranks(list(object, "ranks"), ranks, object.place("ranks"));
  one.representative = object.number("representative", 0, ranks - 1);
  const auto at = std::find(one.ranks.begin(), one.ranks.end(), one.representative);
  if (at == one.ranks.end()) {
    object.place("representative").fail("a rank of the class", std::to_string(one.representative));
  }
  one.file = object.text("file");
  require_file_name(one.file, object.place("file"));
  if (object.has("logged")) {
    read_ranks(list(object, "logged"), ranks, object.place("logged"));
  }
  if (!object.has("peers")) return one;
  one.peers = peers_of(json["peers"], object.place("peers"), ranks, one.ranks.size());
  const auto index = static_cast<std::size_t>(at - one.ranks.begin());
  for (const auto& [peer, peers] : one.peers) {
    if (peers[index] == peer) continue;
    (object.place("peers") / std::to_string(peer))
        .fail(fmt::format("{} for the representative", peer), std::to_string(peers[index]));
  }
  return one;
}

void require_each_rank_once(const Log& log, const Place& place) {
  std::vector<int> class_of(static_cast<std::size_t>(log.ranks), -1);
  for (std::size_t c = 0; c < log.classes.size(); ++c) {
    for (const int rank : log.classes[c].ranks) {
      int& own = class_of[static_cast<std::size_t>(rank)];
      if (own >= 0) {
        (place / c / "ranks")
            .fail("each rank in one class",
                  fmt::format("rank {}, which class {} has too", rank, own));
      }
      own = static_cast<int>(c);
    }
  }
  const auto missing = std::find(class_of.begin(), class_of.end(), -1);
  if (missing == class_of.end()) return;
  place.fail("each rank in a class", fmt::format("rank {} in none", missing - class_of.begin()));
}

}  // namespace

Log parse_manifest(const Json& json, const std::string& folder) {
  const Place place{folder + "/" + kManifest, ""};
  const JsonObject object(
      json, {"format", "version", "world_size", "producer", "script", "step", "groups", "classes"},
      place);
  if (object.text("format") != kFormat) {
    object.place("format").fail(std::string("\"") + kFormat + "\"", object.text("format"));
  }
  object.number("version", kVersion, kVersion);
  Log log;
  log.source = folder;
  log.ranks = object.number("world_size", 1, kMostRanks);
  log.producer = object.text("producer", "");
  log.script = object.text("script", "");
  const Json& groups = list(object, "groups");
  for (std::size_t g = 0; g < groups.size(); ++g) {
    add_group(groups[g], object.place("groups") / g, log);
  }
  const Json& classes = list(object, "classes");
  for (std::size_t c = 0; c < classes.size(); ++c) {
    log.classes.push_back(class_of(classes[c], object.place("classes") / c, log.ranks));
  }
  require_each_rank_once(log, object.place("classes"));
  return log;
}

Document show_manifest(const Log& log) {
  Document groups = Document::array();
  for (const auto& [id, group] : log.groups) {
    Document shown = {{"id", id}, {"name", group.name}};
    if (!group.family.empty()) shown["family"] = group.family;
    shown["ranks"] = group.ranks;
    groups.push_back(std::move(shown));
  }
  Document classes = Document::array();
  for (const LogClass& one : log.classes) {
    Document shown = {
        {"representative", one.representative}, {"ranks", one.ranks}, {"file", one.file}};
    for (const auto& [peer, peers] : one.peers) {
      shown["peers"][std::to_string(peer)] = peers;
    }
    classes.push_back(std::move(shown));
  }
  return {{"format", kFormat},
          {"version", kVersion},
          {"world_size", log.ranks},
          {"producer", log.producer},
          {"script", log.script},
          {"groups", std::move(groups)},
          {"classes", std::move(classes)}};
}

}  // namespace jacquard::interop
