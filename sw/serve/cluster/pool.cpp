// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/cluster/pool.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "jacquard/base/error.hpp"

namespace jacquard::serve {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

}  // namespace

Pool::Pool(const EngineSettings& settings, int groups, const std::vector<StepClock*>& clocks,
           int prefix_block, std::vector<StepWatcher*> watchers)
    : routing_(settings.routing), watchers_(std::move(watchers)) {
  if (clocks.empty()) throw base::ConfigError({"", "instances", "at least one", "0", ""});
  const auto store = [&]() -> BlockStore* {
    if (settings.stored_blocks == 0) return nullptr;
    if (!settings.shares_store || stores_.empty()) {
      const auto sharing = settings.shares_store ? static_cast<std::int64_t>(clocks.size()) : 1;
      stores_.push_back(std::make_unique<BlockStore>(settings.stored_blocks * sharing));
    }
    return stores_.back().get();
  };
  for (StepClock* clock : clocks) {
    instances_.emplace_back(settings, groups, *clock, prefix_block, store());
  }
  watchers_.resize(instances_.size(), nullptr);
  wakes_.assign(instances_.size(), kNever);
}

std::size_t Pool::for_request(const Request& request) const {
  return for_request(request, std::vector<bool>(instances_.size(), true));
}

std::size_t Pool::for_request(const Request& request, const std::vector<bool>& open) const {
  std::size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    if (!open[i]) continue;
    const double cost = routing_ == Routing::prefix ? instances_[i].cost_of(request)
                                                    : static_cast<double>(instances_[i].load());
    if (cost >= least) continue;
    least = cost;
    best = i;
  }
  return best;
}

void Pool::submit(std::size_t instance, const Request& request) {
  instances_[instance].submit(request);
  wakes_[instance] = order(instances_[instance]);
}

std::optional<base::Picoseconds> Pool::wake() const {
  const std::int64_t first = wakes_[first_awake()];
  return first == kNever ? std::nullopt : std::optional(base::Picoseconds{first});
}

std::size_t Pool::act(std::vector<RequestRecord>& ended) {
  const std::size_t first = first_awake();
  instances_[first].act(ended, watchers_[first]);
  wakes_[first] = order(instances_[first]);
  return first;
}

std::int64_t Pool::order(const Instance& instance) {
  const auto wake = instance.wake();
  return wake ? wake->count() : kNever;
}

std::size_t Pool::first_awake() const {
  return static_cast<std::size_t>(std::min_element(wakes_.begin(), wakes_.end()) - wakes_.begin());
}

void Pool::add_to(ServerRun& run) const {
  for (const Instance& instance : instances_) {
    run.steps += instance.steps();
    run.preemptions += instance.preemptions();
    run.most_blocks = std::max(run.most_blocks, instance.most_blocks());
    run.end = std::max(run.end, instance.last_end());
  }
}

}  // namespace jacquard::serve
