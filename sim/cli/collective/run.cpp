// SPDX-License-Identifier: Apache-2.0
// One collective, or a file of rounds, on one network and one engine.
#include "sim/cli/collective/run.hpp"

#include <filesystem>
#include <memory>
#include <string>

#include "jacquard/base/data_path.hpp"
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
  auto request = run::request_of(config, network);
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
  const Work work = work_of(o, config, network);
  if (!o.rounds_out.empty()) demand::write_rounds(o.rounds_out, work.graph);
  const engine::Result answer = run::run_collective(config, network, work);
  nlohmann::json identity = run::collective_fields().show(config);
  if (!o.rounds.empty()) identity["rounds"] = base::read_file(o.rounds);
  if (network.graph) {
    identity["graph"] = base::read_file(base::as_given_or_shipped(config.network.topology));
  }
  report::Result result("collective", common.seed, identity);
  result.add(common.json ? collective_row(config, network, work, answer)
                         : brief_collective_row(config, network, work, answer));
  for (report::Row& row : run::link_rows(answer)) result.add(std::move(row));
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
