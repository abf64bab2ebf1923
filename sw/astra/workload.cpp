// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/astra/delays.hpp"
#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::astra {

namespace {

constexpr int kCpu = 0;
constexpr int kCompute = 1;
constexpr int kCommunication = 2;
constexpr int kNothing = 3;

Tick delay_of(const OpGraph& trace, const OpNode& node, double nanoseconds) {
  if (!(nanoseconds >= 0 && nanoseconds <= kLongestDelay)) {
    trace.fail(node, "an operation of 0 to 100 days", fmt::format("{:.4g} ns", nanoseconds));
  }
  return static_cast<Tick>(nanoseconds);
}

}  // namespace

Tick replayed(const OpGraph& trace, const OpNode& node) {
  if (node.duration == base::Picoseconds{0}) return 1;
  return delay_of(trace, node, static_cast<double>(node.duration.count() / 1000));
}

Workload::Workload(const Input& input, const Cast& cast, EventQueue& queue, Calls& calls,
                   Network& network, Messages& messages)
    : input_(input),
      cast_(cast),
      queue_(queue),
      calls_(calls),
      network_(network),
      messages_(messages),
      npus_(cast.ranks.size()) {
  for (std::size_t i = 0; i < npus_.size(); ++i) {
    Npu& npu = npus_[i];
    npu.trace = &input.job.graph(cast.ranks[i]);
    npu.waits = npu.trace->dependency_counts();
    for (int node = 0; node < npu.trace->size(); ++node) {
      if (base::at(npu.waits, node) == 0) {
        npu.free[resource(npu.trace->node(node))].insert(node);
      }
    }
  }
  for (const int shown : input.shown) {
    Npu& npu = npus_[cast.of(shown)];
    npu.spells.resize(npu.waits.size());
  }
  const RemoteMemory& memory = input.memory;
  if (memory.kind == RemoteMemory::Kind::pool) memories_.resize(1);
  if (memory.kind == RemoteMemory::Kind::per_node) {
    const int per_node = std::max(1, memory.npus_per_node);
    memories_.resize(
        static_cast<std::size_t>(input.job.npus()) / static_cast<std::size_t>(per_node) + 1);
  }
}

// What is neither computation nor a receive occupies the one place for communication.
int Workload::resource(const OpNode& node) {
  if (node.stream == Stream::cpu) return kCpu;
  if (node.stream == Stream::none) return kNothing;
  if (node.kind == OpKind::compute) return kCompute;
  return node.kind == OpKind::receive ? kNothing : kCommunication;
}

void Workload::fire(std::uint32_t at) {
  issue_free(at);
  check_finished(at);
}

// Nodes that become free meanwhile (by one that is skipped) wait for the next time. Where nothing
// is under way there is none, and ASTRA-sim hangs.
void Workload::issue_free(std::uint32_t at) {
  const Npu& npu = npus_[at];
  const auto has_free = [&npu] {
    return std::any_of(std::begin(npu.free), std::end(npu.free),
                       [](const std::set<int>& free) { return !free.empty(); });
  };
  do {
    issue_once(at);
  } while (npu.under_way == 0 && has_free());
}

void Workload::issue_once(std::uint32_t at) {
  Npu& npu = npus_[at];
  npu.issuing = true;
  int last = -1;
  for (;;) {
    int next = -1;
    for (int r = 0; r < 4; ++r) {
      if (r != kNothing && npu.busy[r]) continue;
      const auto candidate = npu.free[r].upper_bound(last);
      if (candidate != npu.free[r].end() && (next < 0 || *candidate < next)) next = *candidate;
    }
    if (next < 0) break;
    last = next;
    issue(at, next);
  }
  npu.issuing = false;
  for (const int node : npu.freed) npu.free[resource(npu.trace->node(node))].insert(node);
  npu.freed.clear();
}

void Workload::issue(std::uint32_t at, int index) {
  Npu& npu = npus_[at];
  const OpNode& node = npu.trace->node(index);
  const int r = resource(node);
  npu.free[r].erase(index);
  if (!npu.spells.empty()) base::at(npu.spells, index).begin = queue_.now();
  if (r != kNothing) npu.busy[r] = true;
  ++npu.under_way;
  if (input_.system.replay_only) {
    replay(at, index);
    return;
  }
  if (communicates(node) && node.stream == Stream::cpu) {
    npu.trace->fail(node, "is_cpu_op false for communication", "true");
  }
  switch (node.kind) {
    case OpKind::load:
    case OpKind::store:
      remote(at, index);
      break;
    case OpKind::compute:
      if (input_.system.roofline && node.stream != Stream::cpu) {
        compute(at, index);
      } else {
        replay(at, index);
      }
      break;
    case OpKind::collective:
      collective(at, index);
      break;
    case OpKind::send:
      send(at, index);
      break;
    case OpKind::receive:
      receive(at, index);
      break;
    case OpKind::marker:
      skip(at, index);
      break;
  }
}

void Workload::replay(std::uint32_t at, int index) {
  Npu& npu = npus_[at];
  const OpNode& node = npu.trace->node(index);
  const Tick time = replayed(*npu.trace, node);
  if (node.stream != Stream::cpu) npu.compute += time;
  calls_.after(at, time, {Call::Kind::node, static_cast<std::uint32_t>(index), 0});
}

void Workload::compute(std::uint32_t at, int index) {
  Npu& npu = npus_[at];
  const OpNode& node = npu.trace->node(index);
  const auto& bytes = base::at(node.moved, workload::MemoryTier::local);
  if (!node.flops) npu.trace->fail(node, "attribute num_ops, as roofline-enabled is set", "");
  if (!bytes) {
    npu.trace->fail(node, "attribute tensor_size, as roofline-enabled is set", "");
  }
  if (*bytes == base::Bytes{0}) {
    skip(at, index);
    return;
  }
  const double ops = node.flops->count();
  const double intensity = ops / static_cast<double>(bytes->count());
  const double perf = std::min(input_.system.local_mem_bw * intensity, input_.system.peak_perf);
  // No operations in no time is 0/0; ASTRA-sim's conversion of that is no number either.
  const Tick time = ops == 0 ? 0 : delay_of(*npu.trace, node, ops / perf * 1e9);
  npu.compute += time;
  calls_.after(at, time, {Call::Kind::node, static_cast<std::uint32_t>(index), 0});
}

void Workload::remote(std::uint32_t at, int index) {
  const OpGraph& trace = *npus_[at].trace;
  const OpNode& node = trace.node(index);
  const RemoteMemory& memory = input_.memory;
  if (memory.kind == RemoteMemory::Kind::none) {
    trace.fail(node, "a remote memory for it in the remote memory configuration",
               "NO_MEMORY_EXPANSION");
  }
  if (!base::at(node.moved, workload::MemoryTier::remote)) {
    trace.fail(node, "attribute tensor_size", "");
  }
  if (memory.kind == RemoteMemory::Kind::per_npu) {
    request({at, index}, static_cast<std::uint32_t>(memories_.size()));
    return;
  }
  const auto number = memory.kind == RemoteMemory::Kind::pool
                          ? 0u
                          : static_cast<std::uint32_t>(cast_.rank(at) / memory.npus_per_node);
  if (memories_[number].busy) {
    memories_[number].waiting.push_back({at, index});
  } else {
    request({at, index}, number);
  }
}

void Workload::request(const Request& request, std::uint32_t number) {
  const OpNode& node = npus_[request.npu].trace->node(request.node);
  const base::Bytes bytes = *base::at(node.moved, workload::MemoryTier::remote);
  const Tick time =
      delay_of(*npus_[request.npu].trace, node,
               static_cast<double>(input_.memory.latency) +
                   std::floor(static_cast<double>(bytes.count()) / input_.memory.bandwidth));
  calls_.after(request.npu, time, {Call::Kind::node, static_cast<std::uint32_t>(request.node), 0});
  if (number == memories_.size()) return;  // an NPU's own
  memories_[number].busy = true;
  calls_.after(request.npu, time, {Call::Kind::pool, number, 0});
}

void Workload::memory_free(std::uint32_t, std::uint32_t number) {
  Memory& memory = memories_[number];
  memory.busy = false;
  if (memory.waiting.empty()) return;
  const Request next = memory.waiting.front();
  memory.waiting.pop_front();
  request(next, number);
}

void Workload::collective(std::uint32_t at, int index) {
  const OpGraph& trace = *npus_[at].trace;
  const OpNode& node = trace.node(index);
  if (node.collective == CollectiveKind::broadcast) {
    calls_.after(at, replayed(trace, node),
                 {Call::Kind::broadcast, static_cast<std::uint32_t>(index), 0});
    return;
  }
  const int group = trace.group(index);
  if (!input_.job.has_group(group)) {
    trace.fail(node, "a communicator group of the communicator group configuration",
               fmt::format("pg_name {}", group));
  }
  if (!run_custom(at, index, group)) collectives_->start(at, trace, index);
}

void Workload::skip(std::uint32_t at, int index) { finish(at, index); }

void Workload::finish(std::uint32_t at, int index) {
  Npu& npu = npus_[at];
  const int r = resource(npu.trace->node(index));
  if (r != kNothing) npu.busy[r] = false;
  --npu.under_way;
  if (!npu.spells.empty()) base::at(npu.spells, index).end = queue_.now();
  for (const int child : npu.trace->dependents(index)) {
    if (--base::at(npu.waits, child) > 0) continue;
    if (npu.issuing) {
      npu.freed.push_back(child);
    } else {
      npu.free[resource(npu.trace->node(child))].insert(child);
    }
  }
}

void Workload::node_done(std::uint32_t at, int index) {
  if (npus_[at].finished) return;
  if (index >= npus_[at].trace->size()) {
    custom_done(at, index);
    return;
  }
  finish(at, index);
  issue_free(at);
  check_finished(at);
}

void Workload::collective_finished(std::uint32_t at, int index) { node_done(at, index); }

void Workload::check_finished(std::uint32_t at) {
  Npu& npu = npus_[at];
  if (npu.under_way > 0) return;
  for (const auto& free : npu.free) {
    if (!free.empty()) return;
  }
  npu.finished = true;
  finished_.push_back({cast_.rank(at), queue_.now(), npu.compute});
}

}  // namespace jacquard::astra
