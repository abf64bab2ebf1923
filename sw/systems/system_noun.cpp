// SPDX-License-Identifier: Apache-2.0
#include "jacquard/systems/system_noun.hpp"

#include <algorithm>

#include "jacquard/config/find_config.hpp"
#include "jacquard/config/unknown_name.hpp"
#include "jacquard/systems/cluster_system.hpp"
#include "jacquard/systems/npus_word.hpp"
#include "jacquard/topology/nccl_topology.hpp"
#include "jacquard/workload/model_name.hpp"

namespace jacquard::systems {
namespace {

bool is_cluster(const config::Json& json) {
  if (!json.is_object() || json.contains("network")) return false;
  const auto& infos = cluster_fields().infos();
  return std::any_of(infos.begin(), infos.end(), [&](const config::FieldInfo& field) {
    return field.key != "name" && field.key != "source" && json.contains(field.key);
  });
}

// What every device has and no system.
bool is_device(const config::Json& json) { return json.is_object() && json.contains("processors"); }

// "8x./my_device.json".
bool has_count(const std::string& word) {
  const std::size_t x = word.find_first_not_of("0123456789");
  return x != 0 && x != std::string::npos && (word[x] == 'x' || word[x] == 'X');
}

FoundSystem read(const config::Noun& noun) {
  FoundSystem found;
  found.place = noun.place;
  if (is_cluster(noun.keys)) {
    found.cluster.emplace();
    cluster_fields().read(*found.cluster, noun.keys, noun.place);
    require_complete(*found.cluster, noun.place);
    found.system = system_of(*found.cluster);
  } else {
    topology::system_fields().read(found.system, noun.keys, noun.place);
    const topology::NetworkConfig& network = found.system.network;
    if (!topology::is_graph_file(network.topology)) {
      topology::build_fabric(network, noun.place / "network");  // so that mistakes have a place
    }
  }
  return found;
}

// The shipped system of this name in any spelling.
std::optional<std::string> shipped_name(const std::string& word) {
  const std::vector<std::string> names = config::shipped_configs(kSystems);
  if (std::find(names.begin(), names.end(), word) != names.end()) return word;
  const std::string wanted = workload::letters_and_digits(word);
  const auto found = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
    return !wanted.empty() && workload::letters_and_digits(name) == wanted;
  });
  return found == names.end() ? std::nullopt : std::optional(*found);
}

// What stands before the device in a word for NPUs: "8x", "dgx-", "2xhgx-".
std::string before_device(const std::string& word) {
  std::size_t at = has_count(word) ? word.find_first_of("xX") + 1 : 0;
  for (const char* box : {"dgx", "hgx"}) {
    if (word.compare(at, 3, box) == 0 && word.size() > at + 3) at += 4;
  }
  return word.substr(0, at);
}

[[noreturn]] void throw_unknown(const std::string& word, const config::Place& place) {
  const std::string before = before_device(word);
  std::vector<std::string> names;
  if (before.empty()) names = config::shipped_configs(kSystems);
  for (const std::string& device : device_words()) names.push_back(before + device);
  config::fail_unknown(
      place, "NPUs such as 8xh200 or dgx-h100, a name of configs/systems, or a file", word, names);
}

FoundSystem of_npus(const std::string& word, const config::Place& place) {
  auto npus = npus_named(word, place);
  if (!npus) throw_unknown(word, place);
  return {std::move(npus->system), std::nullopt, npus->node_room, place};
}

}  // namespace

FoundSystem find_system(const config::Json& json, const config::Place& place) {
  if (json.is_object()) return read({json, place});
  if (!json.is_string()) {
    place.fail("NPUs such as 8xh200, a name of configs/systems, a file, or an object",
               config::brief(json));
  }
  const auto word = json.get<std::string>();
  if (const auto name = shipped_name(word)) {
    return read(config::noun_of(config::Json(*name), place, kSystems));
  }
  if (topology::is_nccl_topology(word)) return read({{{"network", {{"topology", word}}}}, place});
  if (!config::is_path(word) || has_count(word)) return of_npus(word, place);
  const config::Noun noun = config::noun_of(json, place, kSystems);
  return is_device(noun.keys) ? of_npus(word, place) : read(noun);
}

FoundSystem find_system(const std::string& text, const config::Place& place) {
  const bool is_object = text.rfind('{', 0) == 0;
  return find_system(is_object ? config::parse_json(text, place.source) : config::Json(text),
                     place);
}

Cluster find_cluster(const std::string& text, const config::Place& place) {
  FoundSystem found = find_system(text, place);
  if (found.cluster) return std::move(*found.cluster);
  return cluster_of(found.system, text, found.place);
}

std::optional<topology::System> whole_system(const config::Json& json, const config::Place& place) {
  if (json.is_object() && !is_cluster(json)) return std::nullopt;
  return find_system(json, place).system;
}

std::optional<Cluster> whole_cluster(const config::Json& json, const config::Place& place) {
  if (json.is_object() && !json.contains("network")) return std::nullopt;
  FoundSystem found = find_system(json, place);
  if (found.cluster) return found.cluster;
  return cluster_of(found.system, json.is_string() ? json.get<std::string>() : "", found.place);
}

std::vector<std::string> cluster_names() {
  std::vector<std::string> names = config::shipped_configs(kSystems);
  names.erase(std::remove_if(names.begin(), names.end(),
                             [](const std::string& name) {
                               const config::Place place{name, ""};
                               return !is_cluster(
                                   config::noun_of(config::Json(name), place, kSystems).keys);
                             }),
              names.end());
  return names;
}

}  // namespace jacquard::systems
