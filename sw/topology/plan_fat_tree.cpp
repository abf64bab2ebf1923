// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/field_table.hpp"
#include "jacquard/topology/graph_plan.hpp"

namespace jacquard::topology {
namespace {

using config::Json;
using config::Place;

struct FatTree {
  std::vector<int> down;
  std::vector<int> up;
  std::vector<base::BytesPerSecond> bandwidth;
  std::vector<base::Picoseconds> latency;
};

constexpr int kMostNodes = UserGraph::kMostNodes;

const config::FieldTable<FatTree>& fat_tree_fields() {
  using config::field;
  const auto counts = config::list(config::whole_number<int>(1, kMostNodes));
  static const config::FieldTable<FatTree> table(
      "fat tree", "Levels of switches above the NPUs.",
      {field<FatTree>(
           "down", [](auto& t) -> auto& { return t.down; }, counts,
           "Links down of a switch of each level, the lowest first."),
       field<FatTree>(
           "up", [](auto& t) -> auto& { return t.up; }, counts,
           "Links up of an NPU, then of a switch of each level but the last; none: as many as "
           "down."),
       field<FatTree>(
           "bandwidth", [](auto& t) -> auto& { return t.bandwidth; },
           config::list(config::quantity(base::BytesPerSecond{1})),
           "Of the links below each level, one for all or one for each."),
       field<FatTree>(
           "latency", [](auto& t) -> auto& { return t.latency; },
           config::list(config::quantity<base::Picoseconds>()), "The same for their latency.")});
  return table;
}

void require_levels(std::size_t count, std::size_t levels, const Place& place) {
  if (count == levels) return;
  place.fail(std::to_string(levels) + ", one for each level", std::to_string(count));
}

template <class Quantity>
Quantity of_level(const std::vector<Quantity>& values, std::size_t level, Quantity otherwise) {
  if (values.empty()) return otherwise;
  return values[values.size() == 1 ? 0 : level];
}

}  // namespace

GraphPlan plan_fat_tree(const Json& json, const Place& place, const LinkDefaults& defaults) {
  FatTree tree;
  fat_tree_fields().read(tree, json, place);
  const std::size_t levels = tree.down.size();
  if (levels == 0) (place / "down").fail("a number for each level", "none");
  if (tree.up.empty()) {
    tree.up.assign(tree.down.begin(), tree.down.end() - 1);
    tree.up.insert(tree.up.begin(), 1);
  }
  require_levels(tree.up.size(), levels, place / "up");
  if (tree.bandwidth.size() > 1) {
    require_levels(tree.bandwidth.size(), levels, place / "bandwidth");
  }
  if (tree.latency.size() > 1) require_levels(tree.latency.size(), levels, place / "latency");
  // Nodes of level l: a copy of each of parents[l] in each of trees[l] trees of that height.
  std::int64_t npus = 1;
  for (const int children : tree.down) {
    npus *= children;  // at most 2^32 by the check below
    if (npus > kMostNodes) {
      (place / "down").fail("at most " + std::to_string(kMostNodes) + " NPUs and switches", "more");
    }
  }
  std::vector<std::int64_t> parents = {1};
  std::vector<std::int64_t> trees = {npus};
  std::vector<std::int64_t> first = {0, npus};  // node of each level
  for (std::size_t l = 0; l < levels; ++l) {
    parents.push_back(parents[l] * tree.up[l]);
    trees.push_back(trees[l] / tree.down[l]);
    first.push_back(first.back() + parents.back() * trees.back());
    if (parents.back() > kMostNodes || first.back() > kMostNodes) {
      place.fail("at most " + std::to_string(kMostNodes) + " NPUs and switches", "more");
    }
  }
  std::int64_t links = 0;
  for (std::size_t l = 0; l < levels; ++l) links += 2 * parents[l] * trees[l] * tree.up[l];
  if (links > kMostPlannedLinks) {
    place.fail("at most " + std::to_string(kMostPlannedLinks) + " links", std::to_string(links));
  }
  GraphPlan plan;
  plan.npus = static_cast<int>(npus);
  plan.switches = static_cast<int>(first.back() - npus);
  plan.options.equal_routes = UserGraph::EqualRoutes::digit;
  for (std::size_t l = 0; l < levels; ++l) {
    const auto bandwidth = of_level(tree.bandwidth, l, defaults.bandwidth);
    const auto latency = of_level(tree.latency, l, defaults.latency);
    for (std::int64_t node = 0; node < parents[l] * trees[l]; ++node) {
      for (int i = 0; i < tree.up[l]; ++i) {
        const std::int64_t in_tree = node % parents[l] + parents[l] * i;
        const std::int64_t parent = node / parents[l] / tree.down[l] * parents[l + 1] + in_tree;
        const int below = static_cast<int>(first[l] + node);
        const int above = static_cast<int>(first[l + 1] + parent);
        plan.edges.push_back({{below, above, bandwidth, latency}, place});
        plan.edges.push_back({{above, below, bandwidth, latency}, place});
      }
    }
  }
  return plan;
}

}  // namespace jacquard::topology
