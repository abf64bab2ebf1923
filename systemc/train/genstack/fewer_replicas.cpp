// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/genstack/fewer_replicas.hpp"

#include <fmt/format.h>

#include <set>

#include "jacquard/base/error.hpp"
#include "systemc/train/genstack/job_source.hpp"

namespace jacquard::genstack {
namespace {

using workload::Axis;
using workload::Parallelism;

[[noreturn]] void refuse(const std::vector<int>& lost, const std::string& found,
                         const std::string& hint) {
  throw base::ConfigError({"--fail", "",
                           fmt::format("a job that runs without rank {}, for which no spare port "
                                       "is left",
                                       lost.front()),
                           found, hint});
}

// Places on the data-parallel axis of these ranks.
std::set<int> replicas_of(const workload::RankGrid& grid, const std::vector<int>& ranks) {
  std::set<int> replicas;
  for (const int rank : ranks) replicas.insert(grid.place(rank, Axis::dp));
  return replicas;
}

}  // namespace

stack::SmallerPlan without_replicas(const GenstackConfig& config, const std::vector<int>& lost) {
  const Parallelism& healthy = config.job.parallel;
  if (!config.log.empty()) refuse(lost, "a log, which says no degree of parallelism", "--job");
  if (config.node_links) {
    refuse(lost, "collectives on the links of whole nodes", "--set node_links=false");
  }
  const workload::RankGrid grid = healthy.grid();
  const std::set<int> replicas = replicas_of(grid, lost);
  const int left = healthy.dp - static_cast<int>(replicas.size());
  if (left < 1) {
    refuse(lost, fmt::format("{} of {} replicas with failed NPUs", replicas.size(), healthy.dp),
           "more spares");
  }
  GenstackConfig smaller = config;
  smaller.job.parallel.dp = left;
  smaller.job.batch = config.job.batch / healthy.dp * left;
  topology::NetworkConfig network;
  network.topology = fmt::format("Crossbar({})", smaller.job.parallel.npus());
  network.bandwidth.resize(1);
  network.latency.resize(1);
  smaller.job.system.network = network;
  stack::SmallerPlan made;
  const JobSource source = job_of(smaller, {});
  made.plan = stack::plan_of(source.work, {config.fabric.control});
  made.plan.source = source.name;
  for (int rank = 0; rank < grid.size(); ++rank) {
    if (replicas.count(grid.place(rank, Axis::dp)) == 0) made.was.push_back(rank);
  }
  return made;
}

}  // namespace jacquard::genstack
