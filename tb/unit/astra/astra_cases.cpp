// SPDX-License-Identifier: Apache-2.0
#include "unit/astra/astra_cases.hpp"

#include "jacquard/config/json_reader.hpp"
#include "support/source_tree.hpp"

namespace jacquard::tb {
namespace {

using config::Json;

// As a user would have it on disk; JSON lists are YAML.
std::vector<astra::Dimension> network_of(const Json& json, const std::string& source) {
  std::string text;
  for (const auto& [key, value] : json.items()) text += key + ": " + value.dump() + "\n";
  return astra::parse_astra_network(text, source);
}

interop::RankTraces traces_of(const Json& json, const std::string& source) {
  interop::RankTraces traces;
  for (const Json& entry : json) {
    const Json trace = {{"nodes", entry["nodes"]}};
    for (int rank = entry["ranks"][0]; rank <= entry["ranks"][1]; ++rank) {
      traces.of_rank.push_back(traces.distinct.size());
    }
    traces.distinct.push_back(interop::parse_chakra_json(trace.dump(), source));
  }
  return traces;
}

AstraAnswer answer_of(const Json& json) {
  AstraAnswer answer;
  if (json.is_object()) {
    answer.fails = json["fails"];
    return answer;
  }
  for (const Json& run : json) {
    answer.ranks.insert(answer.ranks.end(), run[0].get<std::size_t>(),
                        AstraFinish{run[1].get<std::int64_t>(), run[2].get<std::int64_t>()});
  }
  return answer;
}

AstraCase case_of(const Json& json) {
  AstraCase c;
  c.name = json["name"];
  c.network = network_of(json["network"], c.name);
  c.system = astra::parse_astra_system(json["system"], c.name);
  if (json.contains("groups")) {
    c.groups = astra::parse_comm_groups(json["groups"], npus(c.network), c.name);
  }
  if (json.contains("memory")) c.memory = astra::parse_remote_memory(json["memory"], c.name);
  if (json.contains("flags")) c.flags = json["flags"].get<std::map<std::string, double>>();
  c.traces = traces_of(json["traces"], c.name);
  c.unaware = answer_of(json["finished"]["unaware"]);
  if (json["finished"].contains("aware")) c.aware = answer_of(json["finished"]["aware"]);
  return c;
}

}  // namespace

const std::vector<std::string>& astra_case_files() {
  static const std::vector<std::string> names = {
      "one_dimension", "many_dimensions", "trees", "graphs",       "pipelines",
      "groups",        "remote_memory",   "flags", "transformers", "large"};
  return names;
}

std::vector<AstraCase> astra_cases(const std::string& file) {
  std::vector<AstraCase> cases;
  const std::string path = in_source_tree("tb/vectors/astra/" + file + ".json");
  for (const Json& json : config::read_json(path)) cases.push_back(case_of(json));
  return cases;
}

}  // namespace jacquard::tb
