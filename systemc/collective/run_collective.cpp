// SPDX-License-Identifier: Apache-2.0
#include "systemc/collective/run_collective.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/collective/generate.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/interop/msccl/msccl.hpp"
#include "jacquard/rounds/rounds_file.hpp"
#include "systemc/engines/engines.hpp"

namespace jacquard::run {
namespace {

void require_memory_for(const collective::GraphSize& size, const CollectiveConfig& config) {
  constexpr double kGigabyte = 1e9;
  if (size.bytes <= static_cast<double>(config.most_memory.count())) return;
  throw base::ConfigError(
      {"--most-memory", "", "a run that needs no more memory than that",
       fmt::format("about {:.4g} GB for {:.4g} rounds, above {}", size.bytes / kGigabyte,
                   size.rounds, config::show_quantity(config.most_memory)),
       "fewer NPUs or chunks, or a larger limit"});
}

rounds::RoundGraph rounds_of(const CollectiveConfig& config, const topology::Network& network,
                             const collective::CollectiveRequest& request) {
  constexpr double kMany = 2e6;  // a second
  const collective::GraphSize size = collective::graph_size(request);
  require_memory_for(size, config);
  if (size.rounds > kMany) {
    spdlog::info("collective: making about {:.0f} million rounds", size.rounds / 1e6);
  }
  rounds::RoundGraph graph = generate(request);
  if (const double bytes = rounds::volume(graph); bytes > rounds::kMostVolume) {
    throw base::ConfigError({"--bytes", "", "messages of less than 4e18 bytes in all",
                             fmt::format("{:.3g}", bytes), "fewer bytes, or fewer NPUs"});
  }
  // "Up" is towards the next rank, which need not be the next NPU.
  if (!network.placement.is_identity()) {
    for (rounds::Channel& channel : graph.channels) {
      channel.direction = rounds::Channel::Direction::any;
    }
  }
  return graph;
}

engine::Origin origin_of(const Work& work) {
  return {work.request ? "--bytes" : work.file,
          "fewer bytes (--bytes, comm_size) or a higher bandwidth; see --bandwidth, --latency"};
}

}  // namespace

Work make_work(const CollectiveConfig& config, const topology::Network& network,
               const std::string& rounds_file, std::uint64_t seed) {
  if (!rounds_file.empty()) {
    if (!interop::is_msccl(rounds_file)) {
      return {rounds::read_rounds(rounds_file), std::nullopt, rounds_file};
    }
    const auto algorithm = interop::parse_msccl(base::read_file(rounds_file), rounds_file);
    if (algorithm.ranks() != network.npus()) {
      throw base::ConfigError({rounds_file, algorithm.counted_at,
                               fmt::format("{}, the NPUs of the network", network.npus()),
                               std::to_string(algorithm.ranks()),
                               "another --system or --topology"});
    }
    return {interop::rounds_of(algorithm, config.bytes, config.chunks), std::nullopt, rounds_file};
  }
  auto request = request_of(config, network, seed);
  collective::check(request);
  auto graph = rounds_of(config, network, request);
  return {std::move(graph), std::move(request), ""};
}

engine::Result run_collective(const CollectiveConfig& config, const topology::Network& network,
                              const Work& work, const Progress& progress) {
  if (work.closed) {
    engine::Result result;
    result.time = *work.closed;
    result.collectives = {{base::Picoseconds{0}, result.time}};
    result.messages = rounds::totals(work.graph).messages;
    return result;
  }
  engine::Scenario scenario{{work.graph, work.request ? &*work.request : nullptr},
                            network.view(),
                            config.rules,
                            {},
                            config.mode,
                            config.symmetry,
                            config.guard};
  scenario.limits.events = static_cast<double>(config.most_events);
  scenario.limits.memory = static_cast<double>(config.most_memory.count());
  scenario.origin = origin_of(work);
  if (!config.disturbance.empty()) {
    scenario.disturbance = engine::read_disturbance(config.disturbance);
  }
  double expected = 0;
  if (progress) {
    scenario.expects = [&](const engine::ExpectedWork& cost) {
      expected = cost.events;
      progress(0, expected);
    };
    scenario.progress = [&](std::int64_t events) { progress(events, expected); };
  }
  return run_on(config.engine, scenario);
}

}  // namespace jacquard::run
