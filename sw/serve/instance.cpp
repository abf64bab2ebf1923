// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/instance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "jacquard/base/error.hpp"

namespace jacquard::serve {
namespace {

EngineSettings checked(const EngineSettings& settings, int groups) {
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
  need(settings.stream_interval >= 1, "stream_interval", "at least 1");
  need(settings.drafts == 0 || !settings.plan_ahead, "speculative_config",
       "nothing where steps are planned ahead");
  return settings;
}

}  // namespace

Instance::Instance(const EngineSettings& settings, int groups, StepClock& clock, int prefix_block,
                   BlockStore* store)
    : settings_(checked(settings, groups)),
      clock_(&clock),
      loads_(static_cast<std::size_t>(groups)),
      // Planning ahead keeps one step more than there are stages.
      depth_(static_cast<std::size_t>(settings.stages + (settings.plan_ahead ? 1 : 0))) {
  groups_.reserve(loads_.size());  // a copy of a scheduler would lose its cache's room
  for (int group = 0; group < groups; ++group) {
    groups_.emplace_back(settings, prefix_block, clock.sees_contexts(), store);
  }
}

void Instance::submit(const Request& request) {
  if (!wake()) {
    now_ = std::max(now_, request.arrival);
    planning_ = true;
  }
  inbox_.push_back(request);
  if (settings_.routing == Routing::prefix) {
    uncached_.push_back(groups_[group_for(request)].uncached(request));
  }
  ++load_;
}

std::optional<base::Picoseconds> Instance::wake() const {
  if (planning_) return now_;
  if (!flight_.empty()) return std::max(now_, flight_.front().end);
  return std::nullopt;
}

void Instance::act(std::vector<RequestRecord>& ended, StepWatcher* watcher) {
  if (!planning_) {
    end_step(ended);
    planning_ = true;
    return;
  }
  take_inbox();
  planning_ = plan_step(watcher) && flight_.size() < depth_;
  JQ_CHECK(!flight_.empty() || waiting() == 0, "every request is served");
}

std::int64_t Instance::preemptions() const {
  std::int64_t sum = 0;
  for (const Scheduler& group : groups_) sum += group.preemptions();
  return sum;
}

int Instance::waiting() const {
  int sum = 0;
  for (const Scheduler& group : groups_) sum += group.waiting();
  return sum;
}

double Instance::cost_of(const Scheduler& group, const Request& request) const {
  const std::int64_t tokens = group.to_compute() + group.uncached(request);
  return static_cast<double>(tokens) / settings_.block + static_cast<double>(group.blocks_used());
}

// Requests that it has not looked at may go to any group.
double Instance::cost_of(const Request& request) const {
  std::int64_t unseen = 0;
  for (const std::int64_t tokens : uncached_) unseen += tokens;
  return cost_of(groups_[group_for(request)], request) +
         static_cast<double>(unseen) / settings_.block / static_cast<double>(groups_.size());
}

std::size_t Instance::group_for(const Request& request) const {
  std::size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const Scheduler& group = groups_[i];
    const double cost = settings_.routing == Routing::prefix ? cost_of(group, request)
                                                             : group.waiting() + group.running();
    if (cost >= least) continue;
    least = cost;
    best = i;
  }
  return best;
}

void Instance::take_inbox() {
  for (; !inbox_.empty() && inbox_.front().arrival <= now_; inbox_.pop_front()) {
    const Request& request = inbox_.front();
    if (!uncached_.empty()) uncached_.pop_front();
    Scheduler& group = groups_[group_for(request)];
    group.add(request, settings_.queued_between_steps ? now_ : request.arrival);
  }
}

bool Instance::plan_step(StepWatcher* watcher) {
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
  StepTime time = clock_->time(base::Span<const StepLoad>(loads_));
  if (settings_.stored_blocks > 0) add_fetching(time);
  // The host is busy until the step is handed to the NPUs, and sees no arrival before.
  now_ += steps_ == 0 ? settings_.host + settings_.first_step : settings_.host;
  const base::Picoseconds begin = std::max(now_, npus_free_);
  npus_free_ = begin + time.interval;
  step.end = std::max(last_end_, begin + time.latency);
  busy_ += step.end - std::max(last_end_, begin);
  last_end_ = step.end;
  ++steps_;
  look(begin, step.end, watcher);
  flight_.push_back(std::move(step));
  return true;
}

// Groups fetch at the same time, each over its own links.
void Instance::add_fetching(StepTime& time) const {
  std::int64_t most = 0;
  for (const StepLoad& load : loads_) most = std::max(most, load.fetched);
  if (most == 0) return;
  const base::Picoseconds fetching =
      settings_.fetch_latency +
      base::Picoseconds{std::llround(static_cast<double>(most) * settings_.fetch_ps)};
  time.latency += fetching;
  time.interval += fetching;
}

void Instance::look(base::Picoseconds begin, base::Picoseconds end, StepWatcher* watcher) {
  std::int64_t blocks = 0;
  for (const Scheduler& group : groups_) {
    blocks += group.blocks_used();
    most_blocks_ = std::max(most_blocks_, group.blocks_used());
  }
  if (watcher == nullptr) return;
  watcher->seen({begin, end, base::Span<const StepLoad>(loads_), waiting(), blocks});
}

void Instance::end_step(std::vector<RequestRecord>& ended) {
  InFlight step = std::move(flight_.front());
  flight_.pop_front();
  now_ = std::max(now_, step.end);
  const std::size_t before = ended.size();
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    groups_[group].deliver(step.samples[group], now_, ended);
  }
  load_ -= static_cast<std::int64_t>(ended.size() - before);
  spares_.push_back(std::move(step));
}

// Steps that ended give their lists of samples to new ones, so that nothing is allocated.
Instance::InFlight Instance::spare() {
  if (spares_.empty()) return {{}, std::vector<std::vector<int>>(groups_.size())};
  InFlight step = std::move(spares_.back());
  spares_.pop_back();
  return step;
}

}  // namespace jacquard::serve
