// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/cluster/pool.hpp"

#include <algorithm>
#include <utility>

#include "jacquard/base/error.hpp"

namespace jacquard::serve {

Pool::Pool(const EngineSettings& settings, int groups, const std::vector<StepClock*>& clocks,
           int prefix_block, std::vector<StepWatcher*> watchers)
    : watchers_(std::move(watchers)) {
  if (clocks.empty()) throw base::ConfigError({"", "instances", "at least one", "0", ""});
  for (StepClock* clock : clocks) instances_.emplace_back(settings, groups, *clock, prefix_block);
  watchers_.resize(instances_.size(), nullptr);
}

std::size_t Pool::least_loaded() const {
  const auto least =
      std::min_element(instances_.begin(), instances_.end(),
                       [](const Instance& a, const Instance& b) { return a.load() < b.load(); });
  return static_cast<std::size_t>(least - instances_.begin());
}

void Pool::submit(std::size_t instance, const Request& request) {
  instances_[instance].submit(request);
}

std::optional<base::Picoseconds> Pool::wake() const { return instances_[first_awake()].wake(); }

std::size_t Pool::act(std::vector<RequestRecord>& ended) {
  const std::size_t first = first_awake();
  instances_[first].act(ended, watchers_[first]);
  return first;
}

std::size_t Pool::first_awake() const {
  std::size_t first = 0;
  auto earliest = instances_[0].wake();
  for (std::size_t i = 1; i < instances_.size(); ++i) {
    const auto wake = instances_[i].wake();
    if (!wake || (earliest && *earliest <= *wake)) continue;
    earliest = wake;
    first = i;
  }
  return first;
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
