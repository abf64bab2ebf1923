// SPDX-License-Identifier: Apache-2.0
// One engine on its NPUs: it takes requests, plans steps, and hands tokens out at their ends.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "jacquard/serve/engine_settings.hpp"
#include "jacquard/serve/request.hpp"
#include "jacquard/serve/scheduler.hpp"
#include "jacquard/serve/server.hpp"
#include "jacquard/serve/step.hpp"

namespace jacquard::serve {

// An instance acts at wake(), in the order of time among all instances and arrivals of a run; what
// arrives at the same time is given to it before. `groups` schedulers step together.
class Instance {
 public:
  // Throws ConfigError for settings that no engine could run with.
  // `store`: of blocks behind its caches, null: none.
  Instance(const EngineSettings& settings, int groups, StepClock& clock, int prefix_block,
           BlockStore* store = nullptr);

  // The request comes at its arrival. Throws ConfigError for one that could never run.
  void submit(const Request& request);
  // Requests that it has and has not ended.
  std::int64_t load() const { return load_; }
  // Blocks in use and to compute, were the request to come, of the group that has fewest.
  double cost_of(const Request& request) const;

  // When it acts next; nothing: it waits for requests.
  std::optional<base::Picoseconds> wake() const;
  // Plans a step or ends one. Appends the records of requests that ended with it.
  void act(std::vector<RequestRecord>& ended, StepWatcher* watcher);

  std::int64_t steps() const { return steps_; }
  std::int64_t preemptions() const;
  std::int64_t most_blocks() const { return most_blocks_; }  // of a scheduler's cache, at once
  base::Picoseconds last_end() const { return last_end_; }
  base::Picoseconds busy() const { return busy_; }  // steps' times, latest start to end

 private:
  // A step on its way through the NPUs.
  struct InFlight {
    base::Picoseconds end{0};
    std::vector<std::vector<int>> samples;  // of each group
  };

  int waiting() const;
  double cost_of(const Scheduler& group, const Request& request) const;
  std::size_t group_for(const Request& request) const;
  void take_inbox();
  bool plan_step(StepWatcher* watcher);
  void end_step(std::vector<RequestRecord>& ended);
  void add_fetching(StepTime& time) const;
  void look(base::Picoseconds begin, base::Picoseconds end, StepWatcher* watcher);
  InFlight spare();

  EngineSettings settings_;
  StepClock* clock_;
  std::vector<Scheduler> groups_;
  std::vector<StepLoad> loads_;
  std::size_t depth_;  // steps in flight at most
  std::deque<Request> inbox_;
  std::deque<std::int64_t> uncached_;  // tokens of each in the inbox, where routing looks at them
  std::deque<InFlight> flight_;
  std::vector<InFlight> spares_;
  bool planning_ = false;  // it may be able to plan a step now
  std::int64_t load_ = 0;
  std::int64_t steps_ = 0;
  std::int64_t most_blocks_ = 0;
  base::Picoseconds now_{0};  // of the engine's host
  base::Picoseconds npus_free_{0};
  base::Picoseconds last_end_{0};
  base::Picoseconds busy_{0};
};

}  // namespace jacquard::serve
