// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/server.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "jacquard/base/error.hpp"
#include "jacquard/serve/scheduler.hpp"

namespace jacquard::serve {
namespace {

void check(const EngineSettings& settings, int groups) {
  const auto need = [](bool holds, const char* where, const char* expected) {
    if (!holds) throw base::ConfigError({"engine settings", where, expected, "", ""});
  };
  need(groups >= 1, "groups", "at least one");
  need(settings.max_sequences >= 1, "max_num_seqs", "at least 1");
  need(settings.max_batched_tokens >= 1, "max_num_batched_tokens", "at least 1");
  need(settings.max_model_length >= 0, "max_model_len", "at least 1, or nothing");
  need(settings.block >= 1, "block_size", "at least 1");
  need(settings.blocks == 0 || (settings.blocks >= 2 && settings.blocks < (std::int64_t{1} << 31)),
       "num_gpu_blocks", "2..2147483647 (one is reserved), or nothing");
  need(settings.stages >= 1, "stages", "at least 1");
}

// A step on its way through the NPUs.
struct InFlight {
  base::Picoseconds end{0};
  std::vector<std::vector<int>> samples;  // of each group
};

class Server {
 public:
  Server(const EngineSettings& settings, int groups, StepClock& clock, Traffic& traffic,
         StepWatcher* watcher)
      : settings_(settings),
        clock_(clock),
        traffic_(traffic),
        watcher_(watcher),
        groups_(static_cast<std::size_t>(groups), Scheduler(settings, traffic.prefix_block())),
        loads_(groups_.size()),
        // Planning ahead keeps one step more than there are stages.
        depth_(static_cast<std::size_t>(settings.stages + (settings.plan_ahead ? 1 : 0))) {}

  ServerRun run() {
    while (true) {
      take_arrivals();
      const bool planned = flight_.size() < depth_ && plan_step();
      if (planned && flight_.size() < depth_) continue;
      if (!flight_.empty()) {
        end_step();
      } else if (const Request* next = traffic_.next()) {
        now_ = std::max(now_, next->arrival);
      } else {
        break;
      }
    }
    JQ_CHECK(waiting() == 0, "every request is served");
    for (const Scheduler& group : groups_) run_.preemptions += group.preemptions();
    run_.end = now_;
    return std::move(run_);
  }

 private:
  int waiting() const {
    int sum = 0;
    for (const Scheduler& group : groups_) sum += group.waiting();
    return sum;
  }

  void take_arrivals() {
    while (const Request* next = traffic_.next()) {
      if (next->arrival > now_) return;
      auto least = groups_.begin();
      for (auto group = least; group != groups_.end(); ++group) {
        if (group->waiting() + group->running() < least->waiting() + least->running()) {
          least = group;
        }
      }
      least->add(*next, settings_.queued_between_steps ? now_ : next->arrival);
      traffic_.take();
    }
  }

  bool plan_step() {
    InFlight step = spare();
    bool any = false;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      groups_[group].plan(now_, loads_[group], step.samples[group]);
      any = any || !loads_[group].empty();
    }
    if (!any) {
      spares_.push_back(std::move(step));
      return false;
    }
    const StepTime time = clock_.time(base::Span<const StepLoad>(loads_));
    // The host is busy until the step is handed to the NPUs, and sees no arrival before.
    now_ += run_.steps == 0 ? settings_.host + settings_.first_step : settings_.host;
    const base::Picoseconds begin = std::max(now_, npus_free_);
    npus_free_ = begin + time.interval;
    step.end = std::max(last_end_, begin + time.latency);
    last_end_ = step.end;
    ++run_.steps;
    look(begin, step.end);
    flight_.push_back(std::move(step));
    return true;
  }

  void look(base::Picoseconds begin, base::Picoseconds end) {
    std::int64_t blocks = 0;
    for (const Scheduler& group : groups_) {
      blocks += group.blocks_used();
      run_.most_blocks = std::max(run_.most_blocks, group.blocks_used());
    }
    if (watcher_ == nullptr) return;
    watcher_->seen({begin, end, base::Span<const StepLoad>(loads_), waiting(), blocks});
  }

  void end_step() {
    InFlight step = std::move(flight_.front());
    flight_.pop_front();
    now_ = std::max(now_, step.end);
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      groups_[group].deliver(step.samples[group], now_, ended_);
    }
    for (const RequestRecord& record : ended_) {
      traffic_.finished(record);
      run_.records.push_back(record);
    }
    ended_.clear();
    spares_.push_back(std::move(step));
  }

  // Steps that ended give their lists of samples to new ones, so that nothing is allocated.
  InFlight spare() {
    if (spares_.empty()) return {{}, std::vector<std::vector<int>>(groups_.size())};
    InFlight step = std::move(spares_.back());
    spares_.pop_back();
    return step;
  }

  EngineSettings settings_;
  StepClock& clock_;
  Traffic& traffic_;
  StepWatcher* watcher_;
  std::vector<Scheduler> groups_;
  std::vector<StepLoad> loads_;
  std::size_t depth_;
  std::deque<InFlight> flight_;
  std::vector<InFlight> spares_;
  std::vector<RequestRecord> ended_;
  base::Picoseconds now_{0};
  base::Picoseconds npus_free_{0};
  base::Picoseconds last_end_{0};
  ServerRun run_;
};

}  // namespace

ServerRun serve(const EngineSettings& settings, int groups, StepClock& clock, Traffic& traffic,
                StepWatcher* watcher) {
  check(settings, groups);
  return Server(settings, groups, clock, traffic, watcher).run();
}

}  // namespace jacquard::serve
