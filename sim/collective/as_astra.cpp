// SPDX-License-Identifier: Apache-2.0
#include "sim/collective/as_astra.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include "jacquard/astra/run.hpp"
#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::run {
namespace {

using collective::Algorithm;
using collective::Method;
using rounds::CollectiveKind;

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
constexpr std::int64_t kPsPerNs = 1000;

[[noreturn]] void refuse(const std::string& source, const std::string& expected,
                         const std::string& found) {
  throw base::ConfigError({source, "", expected, found, "--mode faithful has it"});
}

astra::Node::Collective kind_of(CollectiveKind kind) {
  switch (kind) {
    case CollectiveKind::all_reduce:
      return astra::Node::Collective::all_reduce;
    case CollectiveKind::reduce_scatter:
      return astra::Node::Collective::reduce_scatter;
    case CollectiveKind::all_gather:
      return astra::Node::Collective::all_gather;
    case CollectiveKind::all_to_all:
      return astra::Node::Collective::all_to_all;
    case CollectiveKind::broadcast:
    case CollectiveKind::send:
      break;
  }
  refuse("--kind", "all-reduce, reduce-scatter, all-gather or all-to-all in ASTRA-sim's modes",
         "broadcast or send");
}

std::vector<astra::Implementation> implementations(const collective::CollectiveRequest& request) {
  std::vector<astra::Implementation> list;
  for (int d = 0; d < request.shape.digits(); ++d) {
    const Algorithm& algorithm = request.algorithm(d);
    if (algorithm.method == Method::two_way_ring) {
      refuse("--algorithm", "an algorithm of ASTRA-sim", "two-way-ring");
    }
    list.push_back({algorithm.method, algorithm.window == 0 ? -1 : algorithm.window, false});
  }
  return list;
}

int whole_nanoseconds(base::Picoseconds time, const std::string& source) {
  if (time.count() % kPsPerNs != 0 || time.count() / kPsPerNs > std::numeric_limits<int>::max()) {
    refuse(source, "whole nanoseconds in ASTRA-sim's modes, below 2 s",
           std::to_string(time.count()) + " ps");
  }
  return static_cast<int>(time.count() / kPsPerNs);
}

astra::Trace trace_of(const CollectiveConfig& config,
                      const collective::CollectiveRequest& request) {
  astra::Node node;
  node.name = "the collective";
  node.type = astra::Node::Type::coll;
  node.collective = kind_of(config.kind);
  node.bytes = request.bytes.count();
  for (int d = 0; d < request.shape.digits(); ++d) node.involved.push_back(request.involves(d));
  return {"--kind", {node}};
}

astra::Input input_of(const CollectiveConfig& config, const collective::CollectiveRequest& request,
                      const topology::Fabric& fabric) {
  if (!request.npus.empty()) refuse("--placement", "identity in ASTRA-sim's modes", "another");
  if (request.uneven) refuse("--demand", "even sizes in ASTRA-sim's modes", "a matrix");
  astra::Input input;
  input.mode = config.mode == engine::Mode::astra_aware ? astra::Mode::aware : astra::Mode::unaware;
  input.system.blueconnect = config.spread == collective::Spread::blueconnect;
  input.system.policy = config.rules.order == engine::Order::lifo ? astra::System::Policy::lifo
                                                                  : astra::System::Policy::fifo;
  input.system.endpoint_delay = whole_nanoseconds(config.rules.endpoint_delay, "--endpoint-delay");
  input.system.active_chunks = config.rules.active_chunks;
  input.system.splits = config.chunks;
  input.system.local_mem_bw = config.rules.local_memory_bandwidth.count();
  input.system.implementations.fill(implementations(request));
  for (const topology::Dimension& d : fabric.all()) {
    if (d.block == topology::Block::crossbar) {
      refuse("--topology", "Ring, FullyConnected and Switch in ASTRA-sim's modes", "Crossbar");
    }
    input.network.push_back({d.block, d.size, d.bandwidth.count() / kGiB,
                             static_cast<double>(d.latency.count()) / kPsPerNs});
  }
  const auto trace = std::make_shared<const astra::Trace>(trace_of(config, request));
  if (fabric.npus() < 2) refuse("--topology", "two NPUs or more in ASTRA-sim's modes", "one");
  input.traces.assign(static_cast<std::size_t>(fabric.npus()), trace);
  input.symmetry = config.symmetry == engine::Symmetry::automatic;
  return input;
}

}  // namespace

void require_astra(const CollectiveConfig& config, const collective::CollectiveRequest& request,
                   const topology::Fabric& fabric) {
  input_of(config, request, fabric);
}

engine::Result as_astra(const CollectiveConfig& config,
                        const collective::CollectiveRequest& request,
                        const topology::Fabric& fabric) {
  const astra::Answer answer = astra::run(input_of(config, request, fabric));
  engine::Result result;
  result.npu_ends.resize(static_cast<std::size_t>(fabric.npus()));
  for (const astra::Finish& finish : answer.finished) {
    const base::Picoseconds end{static_cast<std::int64_t>(finish.time) * kPsPerNs};
    base::at(result.npu_ends, finish.npu) = end;
    result.time = std::max(result.time, end);
  }
  result.collectives = {{base::Picoseconds{0}, result.time}};
  result.messages = answer.messages;
  result.events = answer.events;
  std::vector<int> simulated = answer.stands_for;
  std::sort(simulated.begin(), simulated.end());
  simulated.erase(std::unique(simulated.begin(), simulated.end()), simulated.end());
  result.simulated_npus = static_cast<int>(simulated.size());
  return result;
}

}  // namespace jacquard::run
