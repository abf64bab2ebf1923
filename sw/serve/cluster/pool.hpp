// SPDX-License-Identifier: Apache-2.0
// Instances that do the same work: one clock of events over all of them, and a router before them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
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
  // The instance that a request goes to, the first of several that are alike.
  std::size_t for_request(const Request& request) const;
  // The same of those that are open, which some are.
  std::size_t for_request(const Request& request, const std::vector<bool>& open) const;
  // Requests that an instance has and has not ended.
  std::int64_t load(std::size_t instance) const { return instances_[instance].load(); }
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

  Routing routing_;
  std::vector<std::unique_ptr<BlockStore>> stores_;  // one of all, one of each instance, or none
  std::vector<Instance> instances_;
  std::vector<StepWatcher*> watchers_;
  std::vector<std::int64_t> wakes_;  // order() of each, side by side: it is searched at every event
};

}  // namespace jacquard::serve
