// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/field_table.hpp"
#include "jacquard/topology/graph_plan.hpp"
#include "jacquard/topology/infragraph.hpp"

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

void require_keys(const Json& json, const std::vector<const char*>& keys, const Place& place) {
  std::vector<config::FieldInfo> known;
  for (const char* key : keys) known.emplace_back().key = key;
  config::require_known_keys(json, known, place);
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

const std::vector<const char*> kRoutingKeys = {"equal_routes", "npus_forward", "pxn", "routes"};

std::vector<UserGraph::OwnRoute> read_own_routes(const Json& json, const Place& place) {
  if (!json.is_array()) place.fail("a list of routes", config::brief(json));
  const auto node = config::whole_number<int>(0, UserGraph::kMostNodes - 1);
  std::vector<UserGraph::OwnRoute> routes;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const Place at = place / i;
    require_keys(json[i], {"from", "to", "via"}, at);
    for (const char* key : {"from", "to", "via"}) {
      if (!json[i].contains(key)) (at / key).fail("a node, or of via a list of them", "nothing");
    }
    routes.push_back({node.read(json[i]["from"], at / "from"), node.read(json[i]["to"], at / "to"),
                      config::list(node).read(json[i]["via"], at / "via"), at});
  }
  return routes;
}

// Overwrites what the file says of routing.
void read_routing(const Json& json, const Place& place, UserGraph::Options& options) {
  using Equal = UserGraph::EqualRoutes;
  if (const auto words = json.find("equal_routes"); words != json.end()) {
    const auto choice = config::choice<Equal>({{"lowest", Equal::lowest},
                                               {"spread", Equal::spread},
                                               {"digit", Equal::digit},
                                               {"hash", Equal::hash},
                                               {"spray", Equal::spray},
                                               {"adaptive", Equal::adaptive}});
    options.equal_routes = choice.read(*words, place / "equal_routes");
  }
  if (const auto flag = json.find("npus_forward"); flag != json.end()) {
    options.npus_forward = config::boolean().read(*flag, place / "npus_forward");
  }
  if (const auto pxn = json.find("pxn"); pxn != json.end()) {
    require_keys(*pxn, {"npus_per_host"}, place / "pxn");
    options.pxn_npus_per_host = count_of(*pxn, "npus_per_host", 1, place / "pxn");
  }
  if (const auto routes = json.find("routes"); routes != json.end()) {
    options.own_routes = read_own_routes(*routes, place / "routes");
  }
}

GraphPlan read_nodes_and_links(const Json& json, const Place& place, const LinkDefaults& defaults) {
  GraphPlan plan;
  plan.npus = count_of(json, "npus", 1, place);
  plan.switches = count_of(json, "switches", 0, place);
  if (const auto nodes = json.find("circuit_switches"); nodes != json.end()) {
    const auto node = config::whole_number<int>(0, UserGraph::kMostNodes - 1);
    plan.options.circuit_switches = config::list(node).read(*nodes, place / "circuit_switches");
  }
  const Place at = place / "links";
  const auto links = json.find("links");
  if (links == json.end()) at.fail("a list of links", "nothing");
  if (!links->is_array()) at.fail("a list of links", config::brief(*links));
  for (std::size_t i = 0; i < links->size(); ++i) {
    LinkEntry entry;
    link_fields().read(entry, (*links)[i], at / i);
    for (const char* end : {"from", "to"}) {
      if (!(*links)[i].contains(end)) (at / i / end).fail("the number of a node", "nothing");
    }
    Link link{entry.from, entry.to, entry.bandwidth.value_or(defaults.bandwidth),
              entry.latency.value_or(defaults.latency)};
    plan.edges.push_back({link, at / i});
    if (!entry.both_ways) continue;
    std::swap(link.from, link.to);
    plan.edges.push_back({link, at / i});
  }
  return plan;
}

GraphPlan read_plan(const Json& json, const Place& place, const LinkDefaults& defaults) {
  const auto known = [&](std::vector<const char*> keys) {
    keys.insert(keys.end(), kRoutingKeys.begin(), kRoutingKeys.end());
    require_keys(json, keys, place);
  };
  if (json.is_object() && json.contains("fat_tree")) {
    known({"fat_tree"});
    return plan_fat_tree(json["fat_tree"], place / "fat_tree", defaults);
  }
  if (json.is_object() && json.contains("rails")) {
    known({"rails"});
    return plan_rails(json["rails"], place / "rails", defaults);
  }
  if (is_infragraph(json)) return plan_infragraph(json, place, defaults);
  known({"npus", "switches", "links", "circuit_switches", "fat_tree", "rails"});
  return read_nodes_and_links(json, place, defaults);
}

}  // namespace

std::unique_ptr<UserGraph> read_user_graph(const Json& json, const Place& place,
                                           const LinkDefaults& defaults) {
  GraphPlan plan = read_plan(json, place, defaults);
  if (!is_infragraph(json)) read_routing(json, place, plan.options);
  return std::make_unique<UserGraph>(plan.npus, plan.switches, plan.edges, place, plan.options);
}

}  // namespace jacquard::topology
