// SPDX-License-Identifier: Apache-2.0
// An all-to-all on networks of full bisection takes what the NPUs' own links take, if equally good
// routes are chosen well.
#include <catch2/catch.hpp>

#include "jacquard/collective/generate.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/engine/event/event_engine.hpp"
#include "support/source_tree.hpp"

namespace jacquard::tb {
namespace {

using topology::UserGraph;

constexpr double kBytesPerPs = 0.05;  // 50 GB/s
constexpr std::int64_t kBytes = std::int64_t{64} << 20;

std::unique_ptr<UserGraph> graph(const config::Json& json) {
  return topology::read_user_graph(
      json, {"graph", ""}, {base::BytesPerSecond{kBytesPerPs * 1e12}, base::Picoseconds{500'000}});
}

engine::Result all_to_all(const UserGraph& network) {
  collective::CollectiveRequest request;
  request.kind = collective::CollectiveKind::all_to_all;
  request.shape = rounds::Shape({network.npus()});
  request.algorithms = {{collective::Method::direct, 0}};
  request.bytes = base::Bytes{kBytes};
  const rounds::RoundGraph rounds = collective::generate(request);
  return engine::EventEngine().run({rounds, network, {}, {}});
}

// What an NPU's link to the fabric must carry for `partners` of all NPUs.
double least_ps(int npus, int partners) {
  return static_cast<double>(kBytes / npus * partners) / kBytesPerPs;
}

void check_bytes(const UserGraph& network, const engine::Result& result) {
  std::int64_t bytes = 0;
  for (const engine::Result::Link& link : result.links) {
    bytes += link.bytes.count();
    CHECK(link.utilisation <= 1);
  }
  std::int64_t passed = 0;
  for (int from = 0; from < network.npus(); ++from) {
    for (int to = 0; to < network.npus(); ++to) {
      std::vector<topology::LinkNumber> route;
      network.route(from, to, route);
      passed += static_cast<std::int64_t>(route.size()) * (kBytes / network.npus());
    }
  }
  CHECK(bytes == passed);
  CHECK(result.dimensions[0].bytes.count() == passed);
}

TEST_CASE("Digits, sprayed and adaptive routes use all of a fat tree of two to four levels") {
  const std::vector<std::string> trees = {"[8, 8]", "[4, 2, 8]", "[4, 4, 4]", "[2, 2, 4, 4]"};
  for (const std::string& down : trees) {
    for (const std::string words : {"digit", "spray", "adaptive"}) {
      INFO(down << " " << words);
      const auto network = graph(config::parse_json(
          R"({"fat_tree": {"down": )" + down + R"(}, "equal_routes": ")" + words + "\"}", "g"));
      const engine::Result result = all_to_all(*network);
      CHECK(static_cast<double>(result.time.count()) > least_ps(64, 63));
      CHECK(static_cast<double>(result.time.count()) < 1.05 * least_ps(64, 63));
      check_bytes(*network, result);
    }
  }
}

TEST_CASE("Digits, sprayed and adaptive routes use all of a rail-optimised fabric") {
  for (const std::string shape :
       {R"("hosts": 8)", R"("hosts": 16, "hosts_per_leaf": 8, "spines": 8)"}) {
    for (const std::string words : {"digit", "spray", "adaptive"}) {
      INFO(shape << " " << words);
      const auto network =
          graph(config::parse_json(R"({"rails": {)" + shape + R"(, "npus_per_host": 8},
                                   "equal_routes": ")" +
                                       words + "\"}",
                                   "g"));
      const int npus = network->npus();
      const engine::Result result = all_to_all(*network);
      // The seven others of a host are reached by its own switch.
      CHECK(static_cast<double>(result.time.count()) > least_ps(npus, npus - 8));
      CHECK(static_cast<double>(result.time.count()) < 1.05 * least_ps(npus, npus - 8));
      check_bytes(*network, result);
    }
  }
}

TEST_CASE("The graphs of 256 NPUs that ship take within 5% of what their NPUs' links take") {
  for (const std::string name : {"fat_tree_256_2_levels", "fat_tree_256_3_levels",
                                 "fat_tree_256_4_levels", "rails_256", "rails_256_spines"}) {
    INFO(name);
    const auto network =
        graph(config::read_json(in_source_tree("configs/graphs/" + name + ".json")));
    REQUIRE(network->npus() == 256);
    const int partners = name.rfind("rails", 0) == 0 ? 248 : 255;
    const auto time = static_cast<double>(all_to_all(*network).time.count());
    CHECK(time > least_ps(256, partners));
    CHECK(time < 1.05 * least_ps(256, partners));
  }
}

TEST_CASE("The lowest links of a three-level tree carry everything, as its routes say") {
  const auto network = graph(
      config::parse_json(R"({"fat_tree": {"down": [4, 4, 4]}, "equal_routes": "lowest"})", "g"));
  // All of a leaf's four NPUs go up by one link to the 60 others: 240 messages on it.
  const auto time = static_cast<double>(all_to_all(*network).time.count());
  CHECK(time > least_ps(64, 4 * 60));
}

}  // namespace
}  // namespace jacquard::tb
