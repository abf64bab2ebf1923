// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/genstack/job_source.hpp"

#include <fmt/format.h>

#include "jacquard/astra/files/comm_groups.hpp"
#include "jacquard/base/at.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"
#include "jacquard/interop/log/durations.hpp"
#include "jacquard/interop/log/job_from.hpp"
#include "systemc/train/traced_source.hpp"

namespace jacquard::genstack {
namespace {

using workload::CollectiveKind;

// "tp", "cp+dp": which axes a group of a step's job is of.
void name_groups(workload::Job& job) {
  for (const auto& [group, digits] : job.partitions) {
    std::string name;
    for (std::size_t a = 0; a < workload::kAxes; ++a) {
      const auto axis = static_cast<workload::Axis>(a);
      if ((static_cast<unsigned>(group) & workload::mask_of(axis)) == 0) continue;
      name += (name.empty() ? "" : "+") + std::string(workload::name_of(axis));
    }
    job.group_names[group] = name;
  }
}

void use_algorithm(const std::string& name, engine::job::JobWork& work) {
  using collective::Method;
  for (std::size_t k = 0; k < work.algorithms.size(); ++k) {
    const auto kind = static_cast<CollectiveKind>(k);
    collective::Algorithm algorithm = collective::algorithm_named(name, "--algorithm");
    const bool tree = algorithm.method == Method::double_binary_tree;
    const bool halves = algorithm.method == Method::halving_doubling;
    const bool all_to_all = kind == CollectiveKind::all_to_all;
    if ((tree && kind != CollectiveKind::all_reduce) || (halves && all_to_all)) algorithm = {};
    // Libraries send an all-to-all straight to each member (NCCL's ncclSend and ncclRecv).
    if (all_to_all && algorithm.method == Method::ring) algorithm.method = Method::direct;
    work.algorithms[k].by_dimension = {algorithm};
  }
}

std::map<int, std::vector<int>> groups_beside(const std::string& prefix) {
  const std::string path = train::groups_beside(prefix);
  const int ranks = interop::count_rank_files(prefix);
  if (ranks == 0 || path.empty()) return {};
  return astra::read_comm_groups(path, ranks);
}

JobSource job_of_log(const GenstackConfig& config) {
  const cost::Device device = cost::device_of(config.device, {"device", ""});
  interop::LogJob made = interop::job_from(config.log, groups_beside(config.log));
  interop::set_durations(made.job, device);
  JobSource source;
  source.name = config.log;
  source.notes = std::move(made.notes);
  source.work.job = std::move(made.job);
  return source;
}

}  // namespace

engine::job::JobWork work_of(const train::Step& step, const std::string& algorithm) {
  engine::job::JobWork work = train::job_work(step);
  name_groups(work.job);
  use_algorithm(algorithm, work);
  work.chunks = 1;
  work.ways.clear();
  return work;
}

topology::NetworkConfig crossbar_network(const stack::Fabric& fabric, int npus) {
  topology::NetworkConfig network;
  network.topology = fmt::format("Crossbar({})", npus);
  network.bandwidth = {base::BytesPerSecond{static_cast<double>(fabric.rate.count()) / 8}};
  network.latency = {base::Picoseconds{fabric.flight.count() / 2}};
  return network;
}

train::TrainConfig at_one_crossbar(const GenstackConfig& config) {
  train::TrainConfig job = config.job;
  job.engine = "event";
  job.stack.clear();
  job.collectives.reset();
  job.mode = engine::Mode::faithful;
  if (config.node_links) return job;
  const int npus = topology::build_fabric(job.system.network).npus();
  job.system.network = crossbar_network(config.fabric, npus);
  job.system.node = 0;
  job.system.algorithm = {"ring"};
  return job;
}

JobSource job_of(const GenstackConfig& config, const train::JobPlaces& places) {
  if (!config.log.empty()) {
    JobSource source = job_of_log(config);
    use_algorithm(config.algorithm, source.work);
    return source;
  }
  JobSource source;
  const train::Step step = train::prepare(at_one_crossbar(config), places);
  source.name = config.job.title.empty() ? config.job.model.name : config.job.title;
  source.work = work_of(step, config.algorithm);
  return source;
}

}  // namespace jacquard::genstack
