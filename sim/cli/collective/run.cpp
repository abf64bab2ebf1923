// SPDX-License-Identifier: Apache-2.0
// One collective, or a file of rounds, on one network and one engine.
#include "sim/cli/collective/run.hpp"

#include <filesystem>
#include <memory>
#include <string>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/collective/generate.hpp"
#include "jacquard/demand/rounds/rounds_file.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/collective/collective_row.hpp"

namespace jacquard::cli {
namespace {

using run::CollectiveConfig;
using run::Work;

struct Options {
  std::string rounds;
  std::string rounds_out;
};

Work work_of(const Options& o, const CollectiveConfig& config, const topology::Network& network) {
  if (!o.rounds.empty()) return {demand::read_rounds(o.rounds), std::nullopt};
  auto request = run::request_of(config, *network.fabric, network.placement);
  auto graph = generate(request);
  // "Up" is towards the next rank, which need not be the next NPU.
  if (!network.placement.is_identity()) {
    for (demand::Channel& channel : graph.channels) {
      channel.direction = demand::Channel::Direction::any;
    }
  }
  return {std::move(graph), std::move(request)};
}

int run_one(const Options& o, const Common& common, const CollectiveConfig& config) {
  const topology::Network network = topology::build_network(config.network);
  if (!network.fabric) {
    throw base::ConfigError({"--topology", "", "blocks such as \"Ring(4) Switch(8)\"",
                             "'" + config.network.topology + "', a graph of links",
                             "collectives are generated on the dimensions of blocks"});
  }
  const Work work = work_of(o, config, network);
  if (!o.rounds_out.empty()) demand::write_rounds(o.rounds_out, work.graph);
  const engine::Result answer = run::run_collective(config, *network.fabric, work);
  nlohmann::json identity = run::collective_fields().show(config);
  if (!o.rounds.empty()) identity["rounds"] = base::read_file(o.rounds);
  report::Result result("collective", common.seed, identity);
  result.add(common.json ? collective_row(config, *network.fabric, work, answer)
                         : brief_collective_row(config, *network.fabric, work, answer));
  print(result, common);
  return 0;
}

}  // namespace

std::function<int()> add_collective_run(CLI::App& app, const Common& common) {
  auto o = std::make_shared<Options>();
  const auto given = add_field_options(app, run::collective_fields().infos(), "collectives");
  app.add_option("--rounds", o->rounds, "Run the rounds of this file instead of --kind");
  app.add_option("--rounds-out", o->rounds_out, "Write the rounds to this file");
  return [o, given, &common] {
    return run_one(*o, common, resolve(run::collective_fields(), *given, common));
  };
}

}  // namespace jacquard::cli
