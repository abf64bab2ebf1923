// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/field_table.hpp"
#include "jacquard/topology/user_graph.hpp"

namespace jacquard::topology {
namespace {

using config::Json;
using config::Place;

struct LinkEntry {
  int from = 0;
  int to = 0;
  std::optional<base::BytesPerSecond> bandwidth;
  std::optional<base::Picoseconds> latency;
  bool both_ways = true;
};

const config::FieldTable<LinkEntry>& link_fields() {
  using config::field;
  constexpr int last = UserGraph::kMostNodes - 1;
  static const config::FieldTable<LinkEntry> table(
      "link", "A link of a user's graph.",
      {field<LinkEntry>(
           "from", [](auto& l) -> auto& { return l.from; }, config::whole_number<int>(0, last),
           "Node; switches come after the NPUs."),
       field<LinkEntry>(
           "to", [](auto& l) -> auto& { return l.to; }, config::whole_number<int>(0, last),
           "Node at the other end."),
       field<LinkEntry>(
           "bandwidth", [](auto& l) -> auto& { return l.bandwidth; },
           config::optional(config::quantity(base::BytesPerSecond{1})), "In each direction."),
       field<LinkEntry>(
           "latency", [](auto& l) -> auto& { return l.latency; },
           config::optional(config::quantity<base::Picoseconds>()), "From one end to the other."),
       field<LinkEntry>(
           "both_ways", [](auto& l) -> auto& { return l.both_ways; }, config::boolean(),
           "Two links, there and back.")});
  return table;
}

int count_of(const Json& json, const char* key, int least, const Place& place) {
  const auto found = json.find(key);
  if (found == json.end()) {
    if (least == 0) return 0;
    (place / key).fail("a whole number, at least " + std::to_string(least), "nothing");
  }
  return static_cast<int>(config::read_whole_number(
      *found, least, UserGraph::kMostNodes,
      config::whole_number_expected(least, UserGraph::kMostNodes), place / key));
}

UserGraph::Options options_of(const Json& json, const Place& place) {
  using Equal = UserGraph::EqualRoutes;
  UserGraph::Options options;
  if (const auto nodes = json.find("circuit_switches"); nodes != json.end()) {
    const auto node = config::whole_number<int>(0, UserGraph::kMostNodes - 1);
    options.circuit_switches = config::list(node).read(*nodes, place / "circuit_switches");
  }
  if (const auto words = json.find("equal_routes"); words != json.end()) {
    const auto choice =
        config::choice<Equal>({{"lowest", Equal::lowest}, {"spread", Equal::spread}});
    options.equal_routes = choice.read(*words, place / "equal_routes");
  }
  return options;
}

}  // namespace

std::unique_ptr<UserGraph> read_user_graph(const Json& json, const Place& place,
                                           const LinkDefaults& defaults) {
  std::vector<config::FieldInfo> known;
  for (const char* key : {"npus", "switches", "links", "circuit_switches", "equal_routes"}) {
    known.emplace_back().key = key;
  }
  config::require_known_keys(json, known, place);
  const int npus = count_of(json, "npus", 1, place);
  const int switches = count_of(json, "switches", 0, place);
  const Place at = place / "links";
  const auto links = json.find("links");
  if (links == json.end()) at.fail("a list of links", "nothing");
  if (!links->is_array()) at.fail("a list of links", config::brief(*links));
  std::vector<UserGraph::Edge> edges;
  for (std::size_t i = 0; i < links->size(); ++i) {
    LinkEntry entry;
    link_fields().read(entry, (*links)[i], at / i);
    for (const char* end : {"from", "to"}) {
      if (!(*links)[i].contains(end)) (at / i / end).fail("the number of a node", "nothing");
    }
    Link link{entry.from, entry.to, entry.bandwidth.value_or(defaults.bandwidth),
              entry.latency.value_or(defaults.latency)};
    edges.push_back({link, at / i});
    if (!entry.both_ways) continue;
    std::swap(link.from, link.to);
    edges.push_back({link, at / i});
  }
  return std::make_unique<UserGraph>(npus, switches, edges, place, options_of(json, place));
}

}  // namespace jacquard::topology
