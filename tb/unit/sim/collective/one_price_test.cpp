// SPDX-License-Identifier: Apache-2.0
// A step and a collective alone ask the same functions on the same network: every shipped system.
#include <catch2/catch.hpp>

#include "jacquard/config/find_config.hpp"
#include "jacquard/rounds/names.hpp"
#include "jacquard/systems/system_noun.hpp"
#include "sim/collective/compare_rows.hpp"
#include "systemc/collective/compare.hpp"
#include "systemc/collective/reached.hpp"
#include "unit/systemc/train/jobs.hpp"

using namespace jacquard;
using rounds::CollectiveKind;

namespace {

constexpr CollectiveKind kKinds[] = {CollectiveKind::all_reduce, CollectiveKind::reduce_scatter,
                                     CollectiveKind::all_gather, CollectiveKind::all_to_all};
constexpr std::int64_t kSizes[] = {1'000, 98'304, 8'388'608, 1'000'000'000};

// A step that does nothing but these collectives of all NPUs.
train::Step step_of(const topology::System& system, int npus) {
  train::TrainConfig config = tb::small_job("Switch(2)", "dp=2", 2);
  config.system = system;
  config.parallel.dp = config.batch = npus;
  config.ignore_memory = true;
  train::Step step = train::without_program(config, {"job", ""});
  workload::StepProgram program;
  program.grid = config.parallel.grid();
  for (const CollectiveKind kind : kKinds) {
    for (const std::int64_t size : kSizes) {
      workload::CommWork& comm = program.comms.emplace_back();
      comm.kind = kind;
      comm.bytes = base::Bytes{size};
      comm.axes = workload::mask_of(workload::Axis::dp);
    }
  }
  train::set_program(step, std::move(program));
  return step;
}

std::string words_of(const run::Combination& how, CollectiveKind kind, bool several) {
  std::string words = how.algorithm;
  if (!several) return words;
  if (kind == CollectiveKind::all_reduce) words += std::string(", ") + run::name_of(how.spread);
  return words + ", " + std::to_string(how.chunks) + (how.chunks == 1 ? " chunk" : " chunks");
}

}  // namespace

TEST_CASE("A step and a collective alone have one network, one law and one way on every system") {
  constexpr int kMostNpus = 16'384;
  int in_nodes = 0, by_ways = 0;
  for (const std::string& name : config::shipped_configs("systems")) {
    const topology::System system = systems::find_system(name, {"--system", ""}).system;
    const topology::Network network = topology::build_network(system.network);
    if (!network.fabric || network.npus() > kMostNpus || !network.placement.is_identity()) continue;
    INFO(name);
    run::CollectiveConfig config = run::collective_on(system, {"--system", ""});
    const run::Reached reached = run::reached_of(config, &system, network);
    const train::Step step = step_of(system, network.npus());
    CHECK(step.fabric == *reached.carrier(network).fabric);
    CHECK(step.config.rules.endpoint_delay == config.rules.endpoint_delay);
    if (system.npu.memory_bandwidth.count() > 0 || !system.npu.device.empty()) {
      CHECK(step.config.rules.local_memory_bandwidth.count() ==
            config.rules.local_memory_bandwidth.count());
    }
    const std::vector<std::string> ways = train::ways_of(step);
    for (std::size_t c = 0; c < ways.size(); ++c) {
      const workload::CommWork& comm = step.program.comms[c];
      config.kind = comm.kind;
      config.bytes = comm.bytes;
      INFO(rounds::name_of(comm.kind) << " of " << comm.bytes.count());
      const auto request = run::request_of(config, network, 1);
      const auto law = run::node_time_of(config, reached, network, request);
      CHECK(law.has_value() == step.node_comms[c].has_value());
      if (law) {
        CHECK(law->time == *step.node_comms[c]);
        CHECK(law->algorithm == ways[c]);
        ++in_nodes;
      } else if (system.algorithm.empty()) {
        const auto how = run::usual_way(config, network, reached, 1);
        REQUIRE(how);
        CHECK(ways[c] == words_of(*how, comm.kind, request.shape.digits() > 1));
        ++by_ways;
      }
    }
  }
  CHECK(in_nodes >= 32);
  CHECK(by_ways >= 200);
}
