// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/job/workload.hpp"

#include <algorithm>

#include "jacquard/engine/event/limits.hpp"

namespace jacquard::engine::job {
namespace {

using astra::Node;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

std::vector<const astra::Trace*> traces_of(const astra::Input& input, const Job& job) {
  std::vector<const astra::Trace*> traces;
  for (int npu = 0; npu < job.npus(); ++npu) traces.push_back(input.traces[index(npu)].get());
  return traces;
}

bool communicates(const Node& node) {
  return node.type == Node::Type::coll || node.type == Node::Type::send ||
         node.type == Node::Type::recv;
}

}  // namespace

Workload::Workload(const astra::Input& input, const Job& job, const Scales& scales)
    : input_(input), job_(job), scales_(scales), order_(job, traces_of(input, job)) {
  order_.require_no_circle();
}

void Workload::begin(Stage& stage) {
  stage_ = &stage;
  order_.begin();
  states_.assign(index(job_.npus()), {});
  results_.assign(index(job_.npus()), {});
  restless_.clear();
  memories_.clear();
  if (input_.memory.kind == astra::RemoteMemory::Kind::pool) memories_.resize(1);
  if (input_.memory.kind == astra::RemoteMemory::Kind::per_node) {
    memories_.resize(input_.traces.size());
  }
  tell_choosable();
  for (int npu = 0; npu < job_.npus(); ++npu) {
    State& s = state(npu);
    s.waits = trace(npu).waits();
    s.intervals.resize(s.waits.size());
    for (int node = 0; node < trace(npu).size(); ++node) {
      if (s.waits[index(node)] == 0) s.free.push_back(node);
    }
    if (!s.free.empty()) disturb(npu);
  }
}

void Workload::tell_choosable() {
  for (const int collective : order_.take_choosable()) stage_->may_choose(collective);
}

void Workload::chosen(int collective) {
  order_.chosen(collective);
  tell_choosable();
}

void Workload::disturb(int npu) {
  if (state(npu).restless) return;
  state(npu).restless = true;
  restless_.push_back(npu);
}

void Workload::settle(std::int64_t now) {
  settling_.clear();
  settling_.swap(restless_);
  std::sort(settling_.begin(), settling_.end());
  for (const int npu : settling_) {
    state(npu).restless = false;
    settle(npu, now);
  }
}

void Workload::settle(int npu, std::int64_t now) {
  State& s = state(npu);
  while (!s.free.empty()) {
    std::vector<int> free;
    free.swap(s.free);
    std::sort(free.begin(), free.end());
    for (const int node : free) start(npu, node, now);
  }
  for (const Resource r : {cpu, compute, memory}) {
    if (s.running[r] != kIdle || s.ready[r].empty()) continue;
    const int node = s.ready[r].top();
    s.ready[r].pop();
    run(npu, r, node, now);
  }
}

// What needs nothing begins, all else gets ready.
void Workload::start(int npu, int n, std::int64_t now) {
  State& s = state(npu);
  const Node& node = trace(npu).node(n);
  if (communicates(node)) {
    s.intervals[index(n)].begin = base::Picoseconds{now};
    const Part& part = job_.parts[index(npu)][index(n)];
    if (part.collective != Part::kNone) {
      stage_->issue(part.collective, part.rank);
    } else if (input_.system.replay_only) {
      s.ready[cpu].push(n);
    } else {
      done(npu, n, now);
    }
    return;
  }
  if (node.type == Node::Type::comp) {
    s.ready[node.cpu ? cpu : compute].push(n);
  } else if (node.type == Node::Type::mem_load || node.type == Node::Type::mem_store) {
    s.ready[memory].push(n);
  } else {
    s.intervals[index(n)].begin = base::Picoseconds{now};
    done(npu, n, now);
  }
}

void Workload::run(int npu, Resource resource, int n, std::int64_t now) {
  State& s = state(npu);
  const Node& node = trace(npu).node(n);
  s.running[resource] = n;
  s.intervals[index(n)].begin = base::Picoseconds{now};
  if (resource == memory && !input_.system.replay_only) {
    access(npu, now);
    return;
  }
  const base::Picoseconds time = input_.system.replay_only
                                     ? replay(trace(npu), node)
                                     : computation(trace(npu), node, input_.system, scales_);
  if (resource == compute) results_[index(npu)].compute += time;
  wake(npu, resource, now, time);
}

void Workload::wake(int npu, Resource resource, std::int64_t now, base::Picoseconds time) {
  if (static_cast<double>(now) + static_cast<double>(time.count()) > kLongestRun) throw_late();
  stage_->wake(now + time.count(), static_cast<std::uint32_t>(npu * kResources + resource));
}

Workload::SharedMemory* Workload::shared_memory(int npu) {
  switch (input_.memory.kind) {
    case astra::RemoteMemory::Kind::pool:
      return &memories_.front();
    case astra::RemoteMemory::Kind::per_node:
      return &memories_[index(npu / std::max(1, input_.memory.npus_per_node))];
    default:
      return nullptr;
  }
}

void Workload::access(int npu, std::int64_t now) {
  SharedMemory* shared = shared_memory(npu);
  if (shared != nullptr && shared->npu != kIdle) {
    shared->waiting.push_back(npu);
    return;
  }
  if (shared != nullptr) shared->npu = npu;
  const Node& node = trace(npu).node(state(npu).running[memory]);
  wake(npu, memory, now, remote_access(trace(npu), node, input_.memory));
}

void Workload::woken(std::uint32_t token, std::int64_t now) {
  const int npu = static_cast<int>(token) / kResources;
  const auto resource = static_cast<Resource>(token % kResources);
  int& running = state(npu).running[resource];
  const int node = running;
  running = kIdle;
  disturb(npu);
  done(npu, node, now);
  if (resource != memory || input_.system.replay_only) return;
  SharedMemory* shared = shared_memory(npu);
  if (shared == nullptr) return;
  shared->npu = kIdle;
  if (shared->waiting.empty()) return;
  const int next = shared->waiting.front();
  shared->waiting.pop_front();
  access(next, now);
}

void Workload::ended(int collective, int rank, std::int64_t now) {
  if (job_.is_message(collective) && rank == 0) return;  // done when it has arrived
  done(job_.npu(collective, rank), job_.nodes[index(collective)][index(rank)], now);
}

void Workload::arrived(int collective, std::int64_t now) {
  done(job_.npu(collective, 0), job_.nodes[index(collective)][0], now);
}

void Workload::done(int npu, int node, std::int64_t now) {
  State& s = state(npu);
  s.intervals[index(node)].end = base::Picoseconds{now};
  results_[index(npu)].end = base::Picoseconds{now};
  for (const int child : trace(npu).waiting_for(node)) {
    if (--s.waits[index(child)] > 0) continue;
    s.free.push_back(child);
    disturb(npu);
  }
}

}  // namespace jacquard::engine::job
