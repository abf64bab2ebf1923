// SPDX-License-Identifier: Apache-2.0
// Instances that do the same work: one clock of events over all of them, and a router before them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "jacquard/serve/instance.hpp"

namespace jacquard::serve {

class Pool {
 public:
  // `watchers`: none, or one (or null) for each instance.
  Pool(const EngineSettings& settings, int groups, const std::vector<StepClock*>& clocks,
       int prefix_block, std::vector<StepWatcher*> watchers);

  std::size_t size() const { return instances_.size(); }
  // The instance with the fewest requests, the first of several.
  std::size_t least_loaded() const;
  void submit(std::size_t instance, const Request& request);
  std::optional<base::Picoseconds> wake() const;
  // Lets the instance that wakes first act; gives which it was.
  std::size_t act(std::vector<RequestRecord>& ended);

  // Adds steps, pre-emptions, most blocks and the last end of all instances.
  void add_to(ServerRun& run) const;

 private:
  // When an instance wakes, as a number that orders: those that never do are last.
  static std::int64_t order(const Instance& instance);
  std::size_t first_awake() const;

  std::vector<Instance> instances_;
  std::vector<StepWatcher*> watchers_;
  std::vector<std::int64_t> wakes_;  // order() of each, side by side: it is searched at every event
};

}  // namespace jacquard::serve
