// SPDX-License-Identifier: Apache-2.0
#include "jacquard/launch/manifest.hpp"

#include "jacquard/config/json_object.hpp"
#include "jacquard/interop/recipes/shell.hpp"

namespace jacquard::launch {
namespace {

using config::Json;
using config::Place;
using Words = std::vector<std::string>;

constexpr int kMostReplicas = 1 << 16;

Words words_at(const Json& container, const char* key, const Place& place) {
  Words words;
  if (!container.contains(key)) return words;
  const Json& list = container[key];
  const Place here = place / key;
  if (!list.is_array()) here.fail("a list of words", config::brief(list));
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json& word = list[i];
    if (word.is_structured() || word.is_null()) (here / i).fail("a word", config::brief(word));
    words.push_back(word.is_string() ? word.get<std::string>() : word.dump());
  }
  return words;
}

// Those of a shell's script, or the words of one command. As in a container, arguments are further
// words of the command.
std::vector<Words> commands_of(const Json& container, const Place& place) {
  Words words = words_at(container, "command", place);
  for (std::string& word : words_at(container, "args", place)) words.push_back(std::move(word));
  const bool by_shell =
      !words.empty() && words[0].size() >= 2 && words[0].compare(words[0].size() - 2, 2, "sh") == 0;
  for (std::size_t i = 1; by_shell && i + 1 < words.size(); ++i) {
    if (words[i][0] != '-' || words[i][1] == '-' || words[i].find('c') == std::string::npos)
      continue;
    const interop::recipes::Shell shell = interop::recipes::read_shell(words[i + 1], true);
    interop::recipes::require_quotes_end(shell, place);
    return shell.commands;
  }
  return {words};
}

const Json& inside(const Json& json, const std::vector<const char*>& keys, Place& place) {
  static const Json none = Json::object();
  const Json* at = &json;
  for (const char* key : keys) {
    if (!at->is_object() || !at->contains(key)) return none;
    at = &(*at)[key];
    place = place / key;
  }
  return *at;
}

std::string text_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

ManifestWorker worker_of(const Json& json, Place place) {
  if (!json.is_object()) place.fail("an object", config::brief(json));
  ManifestWorker worker;
  worker.place = place;
  for (const char* key : {"componentType", "type", "subComponentType"}) {
    if (const std::string said = text_at(json, key); !said.empty()) worker.type = said;
  }
  if (json.contains("replicas")) {
    worker.replicas = config::read_int(json["replicas"], 0, kMostReplicas, place / "replicas");
  }
  Place of_pod = place;
  const Json& main = inside(json, {"extraPodSpec", "mainContainer"}, place);
  const Json& containers = inside(json, {"podTemplate", "spec", "containers"}, of_pod);
  if (main.is_object() && !main.empty()) {
    worker.commands = commands_of(main, place);
  } else if (containers.is_array() && !containers.empty() && containers[0].is_object()) {
    worker.commands = commands_of(containers[0], of_pod / std::size_t{0});
  }
  return worker;
}

}  // namespace

bool is_manifest(const Json& json) {
  return json.is_object() && text_at(json, "kind") == "DynamoGraphDeployment";
}

std::vector<ManifestWorker> workers_of(const Json& manifest, const std::string& path) {
  std::vector<ManifestWorker> workers;
  Place place{path, ""};
  const Json& spec = inside(manifest, {"spec"}, place);
  if (spec.is_object() && spec.contains("components") && spec["components"].is_array()) {
    const Json& all = spec["components"];
    for (std::size_t i = 0; i < all.size(); ++i) {
      workers.push_back(worker_of(all[i], place / "components" / i));
    }
  } else if (spec.is_object() && spec.contains("services") && spec["services"].is_object()) {
    for (const auto& [name, service] : spec["services"].items()) {
      workers.push_back(worker_of(service, place / "services" / name));
    }
  } else {
    place.fail("a list of components, or services");
  }
  return workers;
}

}  // namespace jacquard::launch
