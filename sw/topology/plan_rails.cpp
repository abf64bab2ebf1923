// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/field_table.hpp"
#include "jacquard/topology/graph_plan.hpp"

namespace jacquard::topology {
namespace {

using config::Json;
using config::Place;

constexpr int kMostNodes = UserGraph::kMostNodes;

struct Rails {
  int hosts = 32;
  int npus_per_host = 8;
  int hosts_per_leaf = 0;
  int spines = 0;
  base::BytesPerSecond host_bandwidth{450e9};
  base::Picoseconds host_latency{100'000};
  std::optional<base::BytesPerSecond> bandwidth;
  std::optional<base::Picoseconds> latency;
  bool pxn = true;
};

const config::FieldTable<Rails>& rails_fields() {
  using config::field;
  const auto count = config::whole_number<int>(1, kMostNodes);
  const auto any_count = config::whole_number<int>(0, kMostNodes);
  static const config::FieldTable<Rails> table(
      "rails", "A rail-optimised fabric.",
      {field<Rails>(
           "hosts", [](auto& r) -> auto& { return r.hosts; }, count, "How many."),
       field<Rails>(
           "npus_per_host", [](auto& r) -> auto& { return r.npus_per_host; }, count,
           "Each on a rail of its own."),
       field<Rails>(
           "hosts_per_leaf", [](auto& r) -> auto& { return r.hosts_per_leaf; }, any_count,
           "That a leaf switch of a rail joins; 0: all."),
       field<Rails>(
           "spines", [](auto& r) -> auto& { return r.spines; }, any_count,
           "Switches above, each joined to every leaf."),
       field<Rails>(
           "host_bandwidth", [](auto& r) -> auto& { return r.host_bandwidth; },
           config::quantity(base::BytesPerSecond{1}), "Of an NPU to its host's switch."),
       field<Rails>(
           "host_latency", [](auto& r) -> auto& { return r.host_latency; },
           config::quantity<base::Picoseconds>(), "Of that link."),
       field<Rails>(
           "bandwidth", [](auto& r) -> auto& { return r.bandwidth; },
           config::optional(config::quantity(base::BytesPerSecond{1})), "Of the other links."),
       field<Rails>(
           "latency", [](auto& r) -> auto& { return r.latency; },
           config::optional(config::quantity<base::Picoseconds>()), "Of the other links."),
       field<Rails>(
           "pxn", [](auto& r) -> auto& { return r.pxn; }, config::boolean(),
           "To another rail by the NPU of one's own host that is on it.")});
  return table;
}

}  // namespace

GraphPlan plan_rails(const Json& json, const Place& place, const LinkDefaults& defaults) {
  Rails rails;
  rails_fields().read(rails, json, place);
  const int per_leaf = rails.hosts_per_leaf == 0 ? rails.hosts : rails.hosts_per_leaf;
  if (rails.hosts % per_leaf != 0) {
    (place / "hosts_per_leaf")
        .fail("a divisor of the " + std::to_string(rails.hosts) + " hosts",
              std::to_string(per_leaf));
  }
  const int leaves_of_rail = rails.hosts / per_leaf;
  if (rails.spines == 0 && leaves_of_rail > 1) {
    (place / "spines").fail("at least 1, as a rail has several leaves", "0");
  }
  if (rails.spines == 0 && !rails.pxn && rails.hosts > 1 && rails.npus_per_host > 1) {
    (place / "spines").fail("at least 1, as nothing else joins rails without pxn", "0");
  }
  const std::int64_t npus = std::int64_t{rails.hosts} * rails.npus_per_host;
  const std::int64_t leaves = std::int64_t{leaves_of_rail} * rails.npus_per_host;
  if (npus + rails.hosts + leaves + rails.spines > kMostNodes) {
    place.fail("at most " + std::to_string(kMostNodes) + " NPUs and switches",
               std::to_string(npus + rails.hosts + leaves + rails.spines));
  }
  const std::int64_t links = 2 * (2 * npus + leaves * rails.spines);
  if (links > kMostPlannedLinks) {
    place.fail("at most " + std::to_string(kMostPlannedLinks) + " links", std::to_string(links));
  }
  GraphPlan plan;
  plan.npus = static_cast<int>(npus);
  plan.switches = rails.hosts + static_cast<int>(leaves) + rails.spines;
  plan.options.equal_routes = UserGraph::EqualRoutes::digit;
  plan.options.npus_forward = false;
  plan.options.pxn_npus_per_host = rails.pxn ? rails.npus_per_host : 0;
  const auto bandwidth = rails.bandwidth.value_or(defaults.bandwidth);
  const auto latency = rails.latency.value_or(defaults.latency);
  const auto join = [&](int a, int b, base::BytesPerSecond rate, base::Picoseconds delay) {
    plan.edges.push_back({{a, b, rate, delay}, place});
    plan.edges.push_back({{b, a, rate, delay}, place});
  };
  const int first_leaf = plan.npus + rails.hosts;
  const int first_spine = first_leaf + static_cast<int>(leaves);
  for (int npu = 0; npu < plan.npus; ++npu) {
    const int host = npu / rails.npus_per_host;
    const int rail = npu % rails.npus_per_host;
    join(npu, plan.npus + host, rails.host_bandwidth, rails.host_latency);
    join(npu, first_leaf + rail * leaves_of_rail + host / per_leaf, bandwidth, latency);
    plan.options.places.push_back(rail * rails.hosts + host);  // neighbours on a leaf in a row
  }
  for (int leaf = first_leaf; leaf < first_spine; ++leaf) {
    for (int i = 0; i < rails.spines; ++i) join(leaf, first_spine + i, bandwidth, latency);
  }
  return plan;
}

}  // namespace jacquard::topology
