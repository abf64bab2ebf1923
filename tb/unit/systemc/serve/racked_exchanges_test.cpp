// SPDX-License-Identifier: Apache-2.0
// Exchanges of experts over racks that a second tier joins.
#include <catch2/catch.hpp>

#include "jacquard/base/file.hpp"
#include "support/folder.hpp"
#include "systemc/serve/fabric_exchanges.hpp"

using namespace jacquard;
using namespace jacquard::serve;
using base::Picoseconds;
using tb::Folder;

namespace {

// Two nodes of eight H100: 450 GB/s and 500 ns to their switch, 50 GB/s and 2 us to their rail's.
// Mixtral 8x7B has 32 layers of 8 experts, of which a token takes 2, and 4,096 values a token.
constexpr int kNode = 8, kNpus = 16, kLayers = 32;

ServeConfig config_of(const std::string& fabric, const std::vector<std::string>& set = {},
                      int npus = kNpus) {
  ServeConfig config;
  config.model = "mixtral-8x7b";
  config.system = "dgx_h100_8x8";
  config.npus = npus;
  config.precision = "fp8";
  config.policy = Policy::continuous;
  config.fabric = fabric;
  for (const std::string& assignment : set) serve_fields().set(config, assignment);
  return config;
}

FabricFigures figures_of(const ServeConfig& config, int tokens, int steps = 1, int workers = 1) {
  const Setup setup = setup_of(config);
  FabricExchanges exchanges(setup, {7, workers, {}});
  std::vector<StepLoad> loads(static_cast<std::size_t>(setup.deployment.attention_dp));
  for (int step = 0; step < steps; ++step) {
    for (std::size_t r = 0; r < loads.size(); ++r) {
      loads[r].decodes = tokens + static_cast<int>(r % 3) * step;
    }
    exchanges.carry({loads.data(), loads.size()});
  }
  return exchanges.figures();
}

// A log in which row i goes to column to(i) alone.
template <class To>
std::string log_in(const Folder& folder, int npus, To to) {
  std::string text;
  for (int i = 0; i < npus; ++i) {
    for (int j = 0; j < npus; ++j) {
      text += (j == 0 ? "" : ",") + std::to_string(j == to(i) ? 9 : 0);
    }
    text += "\n";
  }
  const std::string name = folder.path("log" + std::to_string(npus) + ".csv");
  base::write_file(name, text);
  return "expert_routing=" + name;
}

bool same(const FabricFigures& a, const FabricFigures& b) {
  return a.time == b.time && a.schedule_hash == b.schedule_hash && a.bytes == b.bytes &&
         a.decision == b.decision && a.guard == b.guard && a.wait == b.wait &&
         a.decisions == b.decisions && a.busiest == b.busiest && a.steps == b.steps &&
         a.tiers->time == b.tiers->time && a.tiers->rails == b.tiers->rails &&
         a.tiers->switches == b.tiers->switches && a.tiers->rail_bytes == b.tiers->rail_bytes;
}

constexpr std::int64_t kThere = 4096 + 32 * 4, kBack = 4096 * 2;  // bytes of a token

}  // namespace

// Both choices of a token are one NPU, to which it goes once over the rail: 125 tokens at 50 GB/s.
TEST_CASE("Tokens for the NPU of their place in another rack take their rail alone") {
  const Folder folder;
  const std::string log = log_in(folder, kNpus, [](int i) { return (i + kNode) % kNpus; });
  const FabricFigures ideal = figures_of(config_of("ideal", {log}), 125);
  const std::int64_t delays = 2 * 2 * 2'000'000;
  CHECK(ideal.time == Picoseconds{kLayers * (125 * (kThere + kBack) * 20 + delays)});
  REQUIRE(ideal.tiers);
  CHECK(ideal.tiers->racks == 2);
  CHECK(ideal.tiers->rail_fabric == "ideal");
  CHECK(ideal.tiers->rails == ideal.time);
  CHECK(ideal.tiers->switches == Picoseconds{0});
  CHECK(ideal.bytes.count() == kLayers * kNpus * 125 * (kThere + kBack));
  CHECK(ideal.tiers->rail_bytes == ideal.bytes);
  CHECK(figures_of(config_of("circuit", {log}), 125).tiers->rail_fabric == "packet");
}

// One expert's place further on: once over the rail, and twice over the switch there.
TEST_CASE("Tokens for another place take their rail once and the switch for each choice") {
  const Folder folder;
  const std::string log = log_in(
      folder, kNpus, [](int i) { return (i / kNode * kNode + kNode) % kNpus + (i + 1) % kNode; });
  const FabricFigures ideal = figures_of(config_of("ideal", {log}), 125);
  const auto in_rack = [](std::int64_t bytes) {  // 450 GB/s: 20/9 ps a byte, rounded
    return (bytes * 20 + 4) / 9 + 2 * 500'000;
  };
  const auto on_rail = [](std::int64_t bytes) { return bytes * 20 + 2 * 2'000'000; };
  const std::int64_t each =
      on_rail(125 * kThere) + in_rack(250 * kThere) + on_rail(125 * kBack) + in_rack(250 * kBack);
  CHECK(ideal.time.count() == kLayers * each);
}

TEST_CASE("A log whose experts are in the own rack uses no rail, and takes what one rack takes") {
  const Folder folder;
  const auto to = [](int i) { return i / kNode * kNode + (i + 3) % kNode; };
  const std::string two = log_in(folder, kNpus, to), one = log_in(folder, kNode, to);
  for (const char* const fabric : {"ideal", "circuit", "packet"}) {
    const FabricFigures racks = figures_of(config_of(fabric, {two}), 125);
    const FabricFigures alone = figures_of(config_of(fabric, {one}, kNode), 125);
    CHECK(racks.time == alone.time);
    CHECK(racks.bytes == alone.bytes * 2);
    CHECK(racks.tiers->rails == Picoseconds{0});
    CHECK(!alone.tiers);
  }
}

TEST_CASE("One rack of several is what a system of one rack is") {
  const auto of = [](const char* system, int npus) {
    ServeConfig config = config_of("circuit", {"exchange_layers=1"}, npus);
    config.model = "deepseek-r1";
    config.system = system;
    return figures_of(config, 8);
  };
  const FabricFigures one = of("gb200_nvl72", 0), first = of("gb200_nvl72_8", 72);
  CHECK(one.time == first.time);
  CHECK(one.schedule_hash == first.schedule_hash);
  CHECK(!first.tiers);
}

TEST_CASE("Racks decided in RTL are those of the golden model, for any number of workers") {
  const auto with = [](const std::string& kind, int workers, const char* rails = "packet") {
    return figures_of(config_of("circuit", {"scheduler.kind=" + kind, "exchange_layers=3",
                                            std::string("scale_out=") + rails}),
                      9, 2, workers);
  };
  const FabricFigures rtl = with("rtl", 1), model = with("software", 1);
  CHECK(same(rtl, model));
  CHECK(same(model, with("software", 3)));
  // Two racks decide twice for each of three layers' two exchanges, in each of two steps.
  CHECK(model.decisions == 2 * 2 * 3 * 2 * 2);
  CHECK(model.tiers->time >= model.tiers->rails);
  CHECK(model.tiers->time <= model.tiers->rails + model.tiers->switches);
  CHECK(model.bytes_lost.count() == 0);
  const FabricFigures circuits = with("rtl", 1, "circuit");
  CHECK(same(circuits, with("software", 2, "circuit")));
  CHECK(circuits.decisions > model.decisions);
  CHECK(circuits.bytes == model.bytes);
}

TEST_CASE("Experts on more NPUs than there are experts have copies over several racks") {
  ServeConfig config = config_of("circuit", {}, 0);
  config.model = "deepseek-r1";
  config.system = "gb200_nvl72_8";
  const Setup racks = setup_of(config);
  CHECK(racks.deployment.expert_ep == 576);
  CHECK(racks.deployment.redundant_experts == 320);
  config.npus = 144;
  CHECK(setup_of(config).deployment.redundant_experts == 32);
}

TEST_CASE("What several racks have not is refused, and what would do is said") {
  const auto refused = [](const ServeConfig& config, const char* words) {
    CHECK_THROWS_WITH(figures_of(config, 4), Catch::Contains(words));
  };
  refused(config_of("circuit", {}, 12), "--npus: expected up to 8 or a multiple of it up to 64");
  refused(config_of("circuit", {}, 128), "found 128 (--npus 64 would do)");
  refused(config_of("circuit", {"decide=last"}), "--decide: expected on_demand over 2 racks");
  refused(config_of("circuit", {"expert_start=setting"}), "--expert-start: expected end over 2");
  refused(config_of("circuit", {"circuit.keep_settings=true"}), "circuit.keep_settings: expected");
  refused(config_of("circuit", {"faults.dead_ports=1"}), "faults: expected none over 2 racks");
  refused(config_of("circuit", {"scale_out=ideal"}, kNode),
          "--scale-out: expected auto, as the NPUs that exchange are around one switch");
  ServeConfig many = config_of("ideal", {}, 0);
  many.system = "h100_400g_131072";
  refused(many, "--npus: expected at most 8192 with --fabric, as a rail has up to 1024 ports");
  ServeConfig parts = config_of("ideal", {"tp=1", "dp=12", "ep=12"}, 24);
  parts.redundant_experts = 4;
  refused(parts, "--tp, --dp: expected a replica in one rack of 8 NPUs, or on whole racks");
}
