// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/astra/files.hpp"

#include "jacquard/astra/faithful.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/hash.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/system_option.hpp"

namespace jacquard::cli {
namespace {

// ASTRA-sim takes any name with "empty" in it as no file.
bool is_empty(const std::string& path) {
  return path.empty() || path.find("empty") != std::string::npos;
}

// The network and the algorithms of a cluster of configs/systems.
void take_cluster(const std::string& cluster, astra::AstraFiles& files) {
  const topology::System system = read_system(cluster);
  require_identity(system);
  files.network = astra::network_of(topology::build_fabric(system.network));
  std::vector<astra::Implementation> algorithms;
  for (const std::string& name : system.algorithm) {
    const collective::Algorithm algorithm = collective::algorithm_named(name, "--system");
    algorithms.push_back({algorithm.method, algorithm.window == 0 ? -1 : algorithm.window, false});
  }
  if (!algorithms.empty()) files.system.system.implementations.fill(algorithms);
}

}  // namespace

astra::AstraFiles read_astra_files(const AstraOptions& o, bool quiet) {
  astra::AstraFiles files;
  astra::UnknownKeys unknown;
  astra::UnknownKeys* const passed_over = o.lenient ? &unknown : nullptr;
  files.system = astra::read_astra_system(o.system, passed_over);
  if (o.cluster.empty()) {
    files.network = astra::read_astra_network(o.network, passed_over);
  } else {
    take_cluster(o.cluster, files);
  }
  if (!is_empty(o.groups)) {
    files.groups = astra::read_comm_groups(o.groups, npus(files.network));
  }
  if (!o.memory.empty()) files.memory = astra::read_remote_memory(o.memory, passed_over);
  for (const std::string& key : unknown) {
    if (!quiet) complain("jacquard: " + key + ": nobody knows this key, it is passed over");
  }
  files.custom = astra::read_custom_collectives(files.system, npus(files.network));
  files.traces = interop::read_rank_traces(o.workload, npus(files.network));
  for (const std::string& note : files.traces.notes) {
    if (!quiet) complain("jacquard: " + note);
  }
  return files;
}

nlohmann::json astra_identity(const AstraOptions& o, const astra::AstraFiles& files,
                              bool symmetry) {
  nlohmann::json identity = {{"mode", o.mode},
                             {"compute_scale", o.compute_scale},
                             {"comm_scale", o.comm_scale},
                             {"npu_memory", o.npu_memory},
                             {"num_queues_per_dim", o.queues},
                             {"injection_scale", o.injection_scale},
                             {"rendezvous_protocol", o.rendezvous},
                             {"symmetry", symmetry}};
  const auto add = [&identity](const std::string& key, const std::string& path) {
    if (!is_empty(path)) identity[key] = base::fnv1a_hex(base::read_file(path));
  };
  add("system", o.system);
  add("network", o.network);
  if (!o.cluster.empty()) {
    identity["cluster"] = topology::system_fields().show(read_system(o.cluster));
  }
  add("groups", o.groups);
  add("memory", o.memory);
  identity["traces"] = files.traces.digest;
  for (const interop::RankTraces& custom : files.custom) {
    if (custom.ranks() > 0) identity["custom"].push_back(custom.digest);
  }
  return identity;
}

}  // namespace jacquard::cli
