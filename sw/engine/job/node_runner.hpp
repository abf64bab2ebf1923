// SPDX-License-Identifier: Apache-2.0
// What the NPUs do between their collectives: runs their nodes as the dependencies allow.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <queue>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/engine/event/driver.hpp"
#include "jacquard/engine/interval.hpp"
#include "jacquard/engine/job/choice_order.hpp"
#include "jacquard/engine/job/durations.hpp"
#include "jacquard/engine/job/job_rounds.hpp"

namespace jacquard::engine::job {

// An NPU runs one operation of the CPU, one computation, one access to remote memory and one timed
// collective at a time, each time the one of lowest id that may begin; other collectives and
// messages are issued as soon as they may. NPUs that share a remote memory have it in turn. A send
// is done when its message is at its receiver, a receive when it has been taken in.
class NodeRunner final : public Driver {
 public:
  // All outlive it.
  NodeRunner(const JobWork& work, const JobRounds& rounds);

  struct Npu {
    base::Picoseconds end{0};      // of its last node
    base::Picoseconds compute{0};  // of its computations, those of the CPU left out
  };
  const std::vector<Npu>& npus() const { return results_; }

  // When each node of an NPU began and ended, in the order of its graph.
  using Interval = engine::Interval;
  const std::vector<Interval>& intervals(int npu) const { return base::at(states_, npu).intervals; }
  std::vector<Interval> take_intervals(int npu) { return std::move(state(npu).intervals); }

  void begin(Stage& stage) override;
  void woken(std::uint32_t token, std::int64_t now) override;
  void ended(int collective, int rank, std::int64_t now) override;
  void arrived(int collective, std::int64_t now) override;
  void chosen(int collective) override;
  bool restless() const override { return !restless_.empty(); }
  void settle(std::int64_t now) override;

 private:
  enum Resource { cpu, compute, memory, timed };
  static constexpr int kLaunch = 4;  // of collectives, any number at a time
  static constexpr int kBeside = 5;  // what occupies no stream, likewise
  static constexpr int kResources = 6;
  static constexpr int kIdle = -1;
  using ById = std::priority_queue<int, std::vector<int>, std::greater<>>;

  struct State {
    std::vector<int> waits;
    std::vector<int> free;  // nodes that may begin and have not been looked at
    std::array<ById, kLaunch> ready;
    std::array<int, kLaunch> running{kIdle, kIdle, kIdle, kIdle};
    bool restless = false;
    std::vector<std::pair<std::int64_t, int>> launching;  // when a node is launched
    std::vector<std::pair<std::int64_t, int>> beside;     // when a node of no stream ends
    std::vector<Interval> intervals;
  };
  struct SharedMemory {
    int npu = kIdle;  // that has it
    std::deque<int> waiting;
  };

  const OpGraph& graph(int npu) const { return work_.job.graph(rounds_.in_network(npu)); }
  State& state(int npu) { return base::at(states_, npu); }
  void tell_choosable();
  void disturb(int npu);
  void settle(int npu, std::int64_t now);
  void start(int npu, int node, std::int64_t now);
  void issue(int npu, int node);
  void issue_launched(int npu, std::int64_t now);
  void run_beside(int npu, int node, std::int64_t now);
  void end_beside(int npu, std::int64_t now);
  void run(int npu, Resource resource, int node, std::int64_t now);
  void wake(int npu, int resource, std::int64_t now, base::Picoseconds time);
  void access(int npu, std::int64_t now);
  SharedMemory* shared_memory(int npu);
  void done(int npu, int node, std::int64_t now);

  const JobWork& work_;
  const JobRounds& rounds_;
  ChoiceOrder order_;
  Stage* stage_ = nullptr;
  std::vector<State> states_;
  std::vector<Npu> results_;
  std::vector<SharedMemory> memories_;
  std::vector<int> restless_;  // NPUs
  std::vector<int> settling_;
};

}  // namespace jacquard::engine::job
