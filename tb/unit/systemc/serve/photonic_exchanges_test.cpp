// SPDX-License-Identifier: Apache-2.0
// Serving's exchanges on a photonic appliance.
#include <catch2/catch.hpp>

#include "jacquard/base/file.hpp"
#include "support/folder.hpp"
#include "systemc/serve/fabric_exchanges.hpp"
#include "systemc/serve/setup.hpp"

using namespace jacquard;
using namespace jacquard::serve;
using base::Picoseconds;
using tb::Folder;

namespace {

// Mixtral 8x7B has 32 layers of 8 experts, of which a token takes 2, and 4,096 values a token.
constexpr int kXpus = 8;
constexpr int kExchanges = 64;
const char* const kAppliance = R"({"module": "pfm", "modules": 8, "interleave": "4 KiB"})";

struct Server {
  Folder folder;
  Server() { folder.file("eight.json", kAppliance); }

  ServeConfig config(const std::string& fabric, const std::vector<std::string>& set = {}) const {
    ServeConfig config;
    config.model = "mixtral-8x7b";
    config.system = "circuit_64";
    config.npus = kXpus;
    config.precision = "fp8";
    config.policy = Policy::continuous;
    config.fabric = fabric;
    if (fabric == kPhotonic) {
      serve_fields().set(config, "appliance=" + folder.path("eight.json"));
    }
    for (const std::string& assignment : set) serve_fields().set(config, assignment);
    return config;
  }
};

FabricFigures figures_of(const ServeConfig& config, const std::vector<int>& tokens,
                         int workers = 1) {
  FabricExchanges exchanges(setup_of(config), {7, workers, {}});
  std::vector<StepLoad> loads(tokens.size());
  for (std::size_t r = 0; r < tokens.size(); ++r) loads[r].decodes = tokens[r];
  exchanges.carry({loads.data(), loads.size()});
  return exchanges.figures();
}

const std::vector<int> kUneven = {1, 30, 2, 0, 7, 90, 4, 11};
const std::string kSwitch = "photonic.way=switch";
const std::string kIdeal = "photonic.fidelity=ideal";

}  // namespace

TEST_CASE("An appliance delivers the bytes of the same tokens by either way, and decides nothing") {
  const Server server;
  const FabricFigures ideal = figures_of(server.config("ideal"), kUneven);
  for (const std::string& way : {kSwitch, kIdeal, std::string("photonic.read_after=all")}) {
    CAPTURE(way);
    const ServeConfig config = server.config(kPhotonic, {way, "exchange_layers=4"});
    const FabricFigures figures = figures_of(config, kUneven);
    CHECK(figures.bytes ==
          figures_of(server.config("ideal", {"exchange_layers=4"}), kUneven).bytes);
    CHECK(figures.bytes_lost.count() == 0);
    CHECK(figures.decisions == 0);
    CHECK(figures.decision == Picoseconds{0});
    CHECK(figures.guard == Picoseconds{0});
    CHECK(figures.simulated == 8);
    CHECK(figures.exchanges == kExchanges);
    // A port of 900 GB/s, not of 50.
    CHECK(figures.time < ideal.time);
  }
}

// 250 copies of each of 125 tokens' choices: 4,096 values with 32 scales of 4 bytes there, 2 bytes
// a value back, at 900 GB/s with 12 B for each 256, and three latencies.
TEST_CASE("A permutation of tokens through the switch takes its bytes over the port's rate") {
  const Server server;
  std::string text;
  for (int i = 0; i < kXpus; ++i) {
    for (int j = 0; j < kXpus; ++j) {
      text += (j == 0 ? "" : ",") + std::to_string(j == (i + 3) % kXpus ? 9 : 0);
    }
    text += "\n";
  }
  server.folder.file("log.csv", text);
  const FabricFigures figures = figures_of(
      server.config(kPhotonic, {kSwitch, "expert_routing=" + server.folder.path("log.csv"),
                                "exchange_layers=2"}),
      std::vector<int>(kXpus, 125));
  const auto lanes = [](double bytes) { return bytes / 256 * 268 / 0.9; };
  const double there = lanes(250 * 4224), back = lanes(250 * 8192);
  // Beside latencies: the last piece of 16 cells in the switch and on the receiver's lanes.
  const double form = 32 * (there + back + 2 * 250'000.0);
  CHECK(static_cast<double>(figures.time.count()) > form);
  CHECK(static_cast<double>(figures.time.count()) < form + 64 * 10'000.0);
}

TEST_CASE("An appliance's steps do not depend on the number of workers") {
  const Server server;
  for (const std::string& way : {kSwitch, kIdeal}) {
    const ServeConfig config = server.config(kPhotonic, {way, "exchange_layers=4"});
    const FabricFigures one = figures_of(config, kUneven, 1), two = figures_of(config, kUneven, 2);
    CHECK(one.time == two.time);
    CHECK(one.wait == two.wait);
    CHECK(one.bytes == two.bytes);
    CHECK(one.schedule_hash == two.schedule_hash);
  }
}

TEST_CASE("The arbiter in RTL carries a step as its golden model does") {
  const Server server;
  server.folder.file("rtl.json",
                     R"({"module": "pfm", "modules": 8, "switch": {"arbiter": "wwfa_rtl"}})");
  const auto by = [&](const std::string& file) {
    return figures_of(server.config(kPhotonic, {"appliance=" + server.folder.path(file), kSwitch,
                                                "exchange_layers=1"}),
                      kUneven)
        .time;
  };
  CHECK(by("rtl.json") == by("eight.json"));
}

TEST_CASE("XPUs before an appliance exchange on it, each with requests of its own") {
  ServeConfig config;
  config.model = "deepseek-v2-lite";
  config.system = "16xpfa-described";
  config.policy = Policy::continuous;
  config.fabric = kPhotonic;
  config.exchange_layers = 1;
  const Deployment deployment = setup_of(config).deployment;
  CHECK(deployment.attention_dp == 16);
  CHECK(deployment.expert_ep == 16);
  const FabricFigures figures = figures_of(config, std::vector<int>(16, 2));
  CHECK(figures.time > Picoseconds{0});
  CHECK(figures.bytes_lost.count() == 0);
  // As NPUs around a switch have it with pfa.
  config.system = "circuit_64";
  config.npus = 16;
  CHECK(figures_of(config, std::vector<int>(16, 2)).time == figures.time);
}

TEST_CASE("An appliance of other ports than NPUs is refused, and both sides are named") {
  const Server server;
  CHECK_THROWS_WITH(figures_of(server.config(kPhotonic, {"appliance=pfa_next"}), kUneven),
                    Catch::Contains("expected 8, as many as NPUs exchange, found 64"));
  CHECK_THROWS_WITH(figures_of(server.config(kPhotonic, {"appliance=pfa"}), kUneven),
                    Catch::Contains("/modules: expected 8, as many as NPUs exchange, found 16"));
  ServeConfig unnamed = server.config(kPhotonic);
  unnamed.appliance = nullptr;
  CHECK_THROWS_WITH(figures_of(unnamed, kUneven),
                    Catch::Contains("--npus: expected 16 or 64 NPUs with --fabric photonic") &&
                        Catch::Contains("found 8 (or --appliance FILE with modules 8)"));
  CHECK_THROWS_WITH(figures_of(server.config(kPhotonic, {"decide=last"}), kUneven),
                    Catch::Contains("on_demand, as --fabric photonic decides nothing"));
  CHECK_THROWS_WITH(server.config(kPhotonic, {"appliance=pfa_nxt"}), Catch::Contains("pfa_next"));
}

TEST_CASE("A journal of a log that says something else by now is refused") {
  const Server server;
  const std::string log = server.folder.path("log.csv");
  const auto write = [&](int weight) {
    std::string text;
    for (int i = 0; i < kXpus; ++i) text += "1,1,1,1,1,1,1," + std::to_string(weight) + "\n";
    base::write_file(log, text);
  };
  write(1);
  const ServeConfig config = server.config(
      "ideal", {"expert_routing=" + log, "journal=" + server.folder.path("steps.jsonl")});
  const FabricFigures once = figures_of(config, kUneven);
  CHECK(figures_of(config, kUneven).time == once.time);
  write(5);
  CHECK_THROWS_WITH(figures_of(config, kUneven), Catch::Contains("journal"));
}
