// SPDX-License-Identifier: Apache-2.0
// What ASTRA-sim is given in files, as values. The readers of the files are in sw/interop.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "jacquard/astra/input_error.hpp"
#include "jacquard/collective/algorithm.hpp"
#include "jacquard/engine/limits.hpp"
#include "jacquard/topology/fabric.hpp"
#include "jacquard/workload/job.hpp"

namespace jacquard::astra {

using rounds::CollectiveKind;
using workload::OpGraph;
using workload::OpKind;
using workload::OpNode;
using workload::Stream;

enum class Mode { unaware, aware };

// One entry of "all-reduce-implementation" and its like.
struct Implementation {
  collective::Method method = collective::Method::ring;
  int window = -1;    // direct: messages in flight at once; -1: no limit
  bool flat = false;  // "one...": all NPUs as one dimension

  friend bool operator==(const Implementation& a, const Implementation& b) {
    return a.method == b.method && a.window == b.window && a.flat == b.flat;
  }
};

// system.json
struct System {
  enum class Policy { lifo, fifo, by_priority };
  Policy policy = Policy::lifo;
  bool blueconnect = false;  // "localBWAware"
  int endpoint_delay = 10;   // ns
  int active_chunks = 1;     // per dimension
  int splits = 0;            // preferred-dataset-splits
  double peak_perf = 0;      // flop/s
  double local_mem_bw = 0;   // B/s
  bool roofline = false;
  bool replay_only = false;
  // By kind, for each dimension: all-reduce, reduce-scatter, all-gather, all-to-all.
  std::array<std::vector<Implementation>, 4> implementations;
};

// network.yml. ASTRA-sim's own units, as their product decides the last nanosecond.
struct Dimension {
  topology::Block block = topology::Block::ring;
  int npus = 2;
  double bandwidth = 50;  // 2^30 B/s
  double latency = 500;   // ns
};

// remote_memory.json
struct RemoteMemory {
  enum class Kind { none, per_npu, per_node, pool };
  Kind kind = Kind::none;
  std::int64_t latency = 0;  // ns
  double bandwidth = 0;      // B/ns
  int npus_per_node = 1;
};

// A collective as traces of sends, receives and computations, one for each place in it.
using CustomCollective = std::vector<OpGraph>;

struct Input {
  FileNames names;  // for errors
  Mode mode = Mode::unaware;
  // ASTRA-sim from f9e3b02 (November 2025) on: groups smaller than the cluster run the configured
  // algorithm where there is one for all dimensions, and custom collectives.
  bool since_november_2025 = false;
  System system;
  std::vector<Dimension> network;
  RemoteMemory memory;
  workload::Job job;
  // By kind, as implementations: instead of them, where not empty.
  std::array<CustomCollective, 4> custom;
  int queues_per_dimension = 1;
  double injection_scale = 1;  // of the endpoint delay
  bool rendezvous = false;
  bool symmetry = true;        // one NPU stands for all that do the same, where that is exact
  bool measure_links = false;  // for Answer::links
  std::vector<int> shown;      // NPUs, for Answer::spells
  // A run that would take more is refused before it begins.
  engine::Limits limits = engine::kLimitsOfJobs;
  // How many messages of how many, estimated, the simulated NPUs have sent: before the run, and
  // every million events. Asked for nothing where empty.
  std::function<void(std::int64_t done, double of)> progress;
};

int npus(const std::vector<Dimension>& network);
int npus(const Input& input);

}  // namespace jacquard::astra
