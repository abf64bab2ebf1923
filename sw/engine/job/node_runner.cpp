// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/job/node_runner.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/engine/event/limits.hpp"

namespace jacquard::engine::job {
namespace {

using base::index;

std::vector<const OpGraph*> graphs_of(const JobWork& work, const JobRounds& rounds) {
  std::vector<const OpGraph*> graphs;
  for (int npu = 0; npu < rounds.npus(); ++npu)
    graphs.push_back(&work.job.graph(rounds.in_network(npu)));
  return graphs;
}

// Takes out the nodes whose time has come, in the order of their numbers.
std::vector<int> take_due(std::vector<std::pair<std::int64_t, int>>& waiting, std::int64_t now) {
  std::vector<int> due;
  const auto first_left = std::remove_if(waiting.begin(), waiting.end(), [&](const auto& one) {
    if (one.first <= now) due.push_back(one.second);
    return one.first <= now;
  });
  waiting.erase(first_left, waiting.end());
  std::sort(due.begin(), due.end());
  return due;
}

}  // namespace

NodeRunner::NodeRunner(const JobWork& work, const JobRounds& rounds)
    : work_(work), rounds_(rounds), order_(rounds, graphs_of(work, rounds)) {
  order_.require_no_cycle();
}

void NodeRunner::begin(Stage& stage) {
  stage_ = &stage;
  order_.begin();
  states_.assign(index(rounds_.npus()), {});
  results_.assign(index(rounds_.npus()), {});
  restless_.clear();
  memories_.clear();
  if (work_.memory.kind == RemoteMemory::Kind::pool) memories_.resize(1);
  if (work_.memory.kind == RemoteMemory::Kind::per_node) {
    memories_.resize(index(work_.job.npus()));
  }
  tell_choosable();
  for (int npu = 0; npu < rounds_.npus(); ++npu) {
    State& s = state(npu);
    s.waits = graph(npu).dependency_counts();
    s.intervals.resize(s.waits.size());
    for (int node = 0; node < graph(npu).size(); ++node) {
      if (s.waits[index(node)] == 0) s.free.push_back(node);
    }
    if (!s.free.empty()) disturb(npu);
  }
}

void NodeRunner::tell_choosable() {
  for (const int collective : order_.take_choosable()) stage_->may_choose(collective);
}

void NodeRunner::chosen(int collective) {
  order_.chosen(collective);
  tell_choosable();
}

void NodeRunner::disturb(int npu) {
  if (state(npu).restless) return;
  state(npu).restless = true;
  restless_.push_back(npu);
}

void NodeRunner::settle(std::int64_t now) {
  settling_.clear();
  settling_.swap(restless_);
  std::sort(settling_.begin(), settling_.end());
  for (const int npu : settling_) {
    state(npu).restless = false;
    settle(npu, now);
  }
}

void NodeRunner::settle(int npu, std::int64_t now) {
  State& s = state(npu);
  if (!s.launching.empty()) issue_launched(npu, now);
  while (!s.free.empty()) {
    std::vector<int> free;
    free.swap(s.free);
    std::sort(free.begin(), free.end());
    for (const int node : free) start(npu, node, now);
  }
  for (const Resource r : {cpu, compute, memory, timed}) {
    if (s.running[r] != kIdle || s.ready[r].empty()) continue;
    const int node = s.ready[r].top();
    s.ready[r].pop();
    run(npu, r, node, now);
  }
}

void NodeRunner::issue(int npu, int n) {
  const Part& part = rounds_.parts[index(npu)][index(n)];
  stage_->issue(part.collective, part.rank);
}

void NodeRunner::issue_launched(int npu, std::int64_t now) {
  for (const int n : take_due(state(npu).launching, now)) issue(npu, n);
}

void NodeRunner::run_beside(int npu, int n, std::int64_t now) {
  State& s = state(npu);
  const OpNode& node = graph(npu).node(n);
  s.intervals[index(n)].begin = base::Picoseconds{now};
  const base::Picoseconds time =
      work_.replay ? replay(graph(npu), node) : computation(graph(npu), node, work_);
  s.beside.emplace_back(now + time.count(), n);
  wake(npu, kBeside, now, time);
}

void NodeRunner::end_beside(int npu, std::int64_t now) {
  for (const int n : take_due(state(npu).beside, now)) done(npu, n, now);
}

// What needs nothing begins, all else gets ready.
void NodeRunner::start(int npu, int n, std::int64_t now) {
  State& s = state(npu);
  const OpNode& node = graph(npu).node(n);
  if (communicates(node)) {
    s.intervals[index(n)].begin = base::Picoseconds{now};
    const Part& part = rounds_.parts[index(npu)][index(n)];
    if (part.collective != Part::kNone && node.launch > base::Picoseconds{0}) {
      wake(npu, kLaunch, now, node.launch);
      s.launching.emplace_back(now + node.launch.count(), n);
    } else if (part.collective != Part::kNone) {
      issue(npu, n);
    } else if (work_.replay && node.stream == workload::Stream::none) {
      run_beside(npu, n, now);
    } else if (work_.replay) {
      s.ready[cpu].push(n);
    } else if (node.timed) {
      s.ready[timed].push(n);
    } else {
      done(npu, n, now);
    }
    return;
  }
  if (node.kind == OpKind::compute && node.stream == workload::Stream::none) {
    run_beside(npu, n, now);
  } else if (node.kind == OpKind::compute) {
    s.ready[node.stream == workload::Stream::cpu ? cpu : compute].push(n);
  } else if (accesses_remote_memory(node)) {
    s.ready[memory].push(n);
  } else {
    s.intervals[index(n)].begin = base::Picoseconds{now};
    done(npu, n, now);
  }
}

void NodeRunner::run(int npu, Resource resource, int n, std::int64_t now) {
  State& s = state(npu);
  const OpNode& node = graph(npu).node(n);
  s.running[resource] = n;
  s.intervals[index(n)].begin = base::Picoseconds{now};
  if (resource == memory && !work_.replay) {
    access(npu, now);
    return;
  }
  const auto token = static_cast<std::uint32_t>(npu * kResources + resource);
  const bool may_be_taken = resource == compute || resource == timed;
  if (may_be_taken && !work_.replay && stage_->takes_over(npu, n, token)) return;
  const base::Picoseconds time = work_.replay || resource == timed
                                     ? replay(graph(npu), node)
                                     : computation(graph(npu), node, work_);
  wake(npu, resource, now, time);
}

void NodeRunner::wake(int npu, int resource, std::int64_t now, base::Picoseconds time) {
  if (static_cast<double>(now) + static_cast<double>(time.count()) > kLongestRun) {
    throw_late({graph(npu).source(), ""});
  }
  stage_->wake(now + time.count(), static_cast<std::uint32_t>(npu * kResources + resource));
}

NodeRunner::SharedMemory* NodeRunner::shared_memory(int npu) {
  switch (work_.memory.kind) {
    case RemoteMemory::Kind::pool:
      return &memories_.front();
    case RemoteMemory::Kind::per_node:
      return &memories_[index(npu / std::max(1, work_.memory.npus_per_node))];
    default:
      return nullptr;
  }
}

void NodeRunner::access(int npu, std::int64_t now) {
  SharedMemory* shared = shared_memory(npu);
  if (shared != nullptr && shared->npu != kIdle) {
    shared->waiting.push_back(npu);
    return;
  }
  if (shared != nullptr) shared->npu = npu;
  const OpNode& node = graph(npu).node(state(npu).running[memory]);
  wake(npu, memory, now, remote_access(graph(npu), node, work_.memory));
}

void NodeRunner::woken(std::uint32_t token, std::int64_t now) {
  const int npu = static_cast<int>(token) / kResources;
  if (token % kResources == kLaunch) {
    disturb(npu);
    return;
  }
  if (token % kResources == kBeside) {
    end_beside(npu, now);
    return;
  }
  const auto resource = static_cast<Resource>(token % kResources);
  int& running = state(npu).running[resource];
  const int node = running;
  running = kIdle;
  if (resource == compute) {
    results_[index(npu)].compute +=
        base::Picoseconds{now} - state(npu).intervals[index(node)].begin;
  }
  disturb(npu);
  done(npu, node, now);
  if (resource != memory || work_.replay) return;
  SharedMemory* shared = shared_memory(npu);
  if (shared == nullptr) return;
  shared->npu = kIdle;
  if (shared->waiting.empty()) return;
  const int next = shared->waiting.front();
  shared->waiting.pop_front();
  access(next, now);
}

void NodeRunner::ended(int collective, int rank, std::int64_t now) {
  if (rounds_.is_message(collective) && rank == 0) return;  // done when it has arrived
  done(rounds_.npu(collective, rank), rounds_.nodes[index(collective)][index(rank)], now);
}

void NodeRunner::arrived(int collective, std::int64_t now) {
  done(rounds_.npu(collective, 0), rounds_.nodes[index(collective)][0], now);
}

void NodeRunner::done(int npu, int node, std::int64_t now) {
  State& s = state(npu);
  s.intervals[index(node)].end = base::Picoseconds{now};
  results_[index(npu)].end = base::Picoseconds{now};
  for (const int child : graph(npu).dependents(node)) {
    if (--s.waits[index(child)] > 0) continue;
    s.free.push_back(child);
    disturb(npu);
  }
}

}  // namespace jacquard::engine::job
