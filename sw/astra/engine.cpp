// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/engine.hpp"

#include <algorithm>
#include <limits>

#include "jacquard/astra/run.hpp"
#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::astra {
namespace {

using collective::Algorithm;
using collective::Method;
using engine::Scenario;
using rounds::CollectiveKind;

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
constexpr std::int64_t kPsPerNs = 1000;

[[noreturn]] void refuse(const std::string& source, const std::string& expected,
                         const std::string& found) {
  throw base::ConfigError({source, "", expected, found, "--mode faithful has it"});
}

std::vector<Implementation> implementations(const collective::CollectiveRequest& request) {
  std::vector<Implementation> list;
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

workload::OpGraph graph_of(const collective::CollectiveRequest& request) {
  if (request.kind == CollectiveKind::broadcast || request.kind == CollectiveKind::send) {
    refuse("--kind", "all-reduce, reduce-scatter, all-gather or all-to-all in ASTRA-sim's modes",
           "broadcast or send");
  }
  workload::OpNode node;
  node.name = "the collective";
  node.kind = workload::OpKind::collective;
  node.stream = workload::Stream::network;
  node.collective = request.kind;
  node.bytes = request.bytes;
  for (int d = 0; d < request.shape.digits(); ++d) node.involved.push_back(request.involves(d));
  return {"--kind", {node}};
}

System system_of(const Scenario& s) {
  const collective::CollectiveRequest& request = *s.work.request;
  System system;
  system.blueconnect = request.spread == collective::Spread::blueconnect;
  system.policy =
      s.rules.order == engine::Order::lifo ? System::Policy::lifo : System::Policy::fifo;
  system.endpoint_delay = whole_nanoseconds(s.rules.endpoint_delay, "--endpoint-delay");
  system.active_chunks = s.rules.active_chunks;
  system.splits = request.chunks;
  system.local_mem_bw = s.rules.local_memory_bandwidth.count();
  system.implementations.fill(implementations(request));
  return system;
}

Input input_of(const Scenario& s) {
  const collective::CollectiveRequest& request = *s.work.request;
  const topology::Fabric& fabric = *s.network.fabric();
  if (!request.npus.empty()) refuse("--placement", "identity in ASTRA-sim's modes", "another");
  if (request.uneven) refuse("--demand", "even sizes in ASTRA-sim's modes", "a matrix");
  Input input;
  input.mode = s.mode == engine::Mode::astra_aware ? Mode::aware : Mode::unaware;
  input.system = system_of(s);
  for (const topology::Dimension& d : fabric.all()) {
    if (d.block == topology::Block::crossbar) {
      refuse("--topology", "Ring, FullyConnected and Switch in ASTRA-sim's modes", "Crossbar");
    }
    input.network.push_back({d.block, d.size, d.bandwidth.count() / kGiB,
                             static_cast<double>(d.latency.count()) / kPsPerNs});
  }
  workload::OpGraph graph = graph_of(request);
  if (fabric.npus() < 2) refuse("--topology", "two NPUs or more in ASTRA-sim's modes", "one");
  input.job.add(std::move(graph), fabric.npus());
  input.symmetry = s.symmetry == engine::Symmetry::automatic;
  return input;
}

// Keys that ASTRA-sim has no word for are an error, not ignored.
std::optional<base::InputFault> refuse_rules(const Scenario& s) {
  const std::string mode = std::string("--mode ") + name_of(s.mode);
  if (auto fault = refuse_job(s, "event")) return fault;
  if (s.rules.forwarding == engine::Forwarding::store_and_forward) {
    return base::InputFault{mode, "", "no --forwarding: ASTRA-sim has its own", "store-and-forward",
                            ""};
  }
  if (!s.disturbance.empty()) {
    return base::InputFault{mode, "", "no --disturbance: ASTRA-sim's NPUs and links are alike",
                            s.disturbance.source, "--mode faithful has it"};
  }
  if (s.guard > base::Picoseconds{0}) {
    return base::InputFault{mode, "", "no --guard, as ASTRA-sim has no circuits", "one",
                            "--engine cycle has it"};
  }
  if (auto fault = refuse_graph(s, "event")) return fault;
  if (s.work.request == nullptr) {
    return base::InputFault{mode, "", "--mode faithful; ASTRA-sim knows its own collectives only",
                            "--rounds", ""};
  }
  return {};
}

// A fault that names no place is of the collective's size.
Answer answer_of(const Scenario& s) {
  try {
    return run(input_of(s));
  } catch (const base::ConfigError& error) {
    base::InputFault fault = error.fault();
    if (fault.source.empty()) fault.source = s.origin.source;
    throw base::ConfigError(fault);
  }
}

}  // namespace

std::optional<base::InputFault> AstraEngine::refusal(const Scenario& s) const {
  if (auto fault = refuse_rules(s)) return fault;
  try {
    input_of(s);
  } catch (const base::ConfigError& error) {
    return error.fault();
  }
  return {};
}

engine::Result AstraEngine::answer(const Scenario& s) const {
  const Answer answer = answer_of(s);
  engine::Result result;
  result.npu_ends.resize(static_cast<std::size_t>(s.network.npus()));
  for (const Finish& finish : answer.finished) {
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

}  // namespace jacquard::astra
