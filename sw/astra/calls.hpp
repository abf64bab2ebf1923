// SPDX-License-Identifier: Apache-2.0
// What an NPU has registered for later. All that one NPU has for one time is done together, where
// the first of it stands among the events: an order that ASTRA-sim's results depend on.
#pragma once

#include <vector>

#include "jacquard/astra/event_queue.hpp"

namespace jacquard::astra {

struct Call {
  enum class Kind : std::uint8_t {
    charge,     // data have reached memory and are now reduced; subject: stream, then `delay`
    ready,      // data have reached memory; subject: stream
    node,       // an operation of the trace is done; subject: its index
    broadcast,  // a replayed broadcast is done; subject: its node's index
    pool,       // a remote memory takes the next request; subject: the memory
  };
  Kind kind = Kind::ready;
  std::uint32_t subject = 0;
  Tick delay = 0;
};

class Calls {
 public:
  Calls(EventQueue& queue, std::size_t npus) : queue_(queue), open_(npus) {}

  void after(std::uint32_t npu, Tick delay, const Call& call) {
    const Tick time = queue_.now() + delay;
    for (const Batch& batch : open_[npu]) {
      if (batch.time == time) {
        lists_[batch.list].push_back(call);
        return;
      }
    }
    std::uint32_t list = 0;
    if (unused_.empty()) {
      list = static_cast<std::uint32_t>(lists_.size());
      lists_.emplace_back();
    } else {
      list = unused_.back();
      unused_.pop_back();
    }
    lists_[list].push_back(call);
    open_[npu].push_back({time, list});
    queue_.after(delay, {Event::Kind::calls, npu});
  }

  // Hands over what `npu` has for now, in order, and what it registers for now meanwhile.
  template <class Handle>
  void run(std::uint32_t npu, Handle&& handle) {
    const std::uint32_t list = current(npu);
    for (std::size_t i = 0; i < lists_[list].size(); ++i) {
      const Call call = lists_[list][i];  // a copy: the list may grow or move under us
      handle(call);
    }
    close(npu, list);
  }

 private:
  struct Batch {
    Tick time = 0;
    std::uint32_t list = 0;
  };

  std::uint32_t current(std::uint32_t npu) const {
    for (const Batch& batch : open_[npu]) {
      if (batch.time == queue_.now()) return batch.list;
    }
    return 0;
  }
  void close(std::uint32_t npu, std::uint32_t list) {
    lists_[list].clear();
    unused_.push_back(list);
    for (Batch& batch : open_[npu]) {
      if (batch.list == list) {
        batch = open_[npu].back();
        open_[npu].pop_back();
        return;
      }
    }
  }

  EventQueue& queue_;
  std::vector<std::vector<Batch>> open_;  // of each NPU; few at a time
  std::vector<std::vector<Call>> lists_;
  std::vector<std::uint32_t> unused_;
};

}  // namespace jacquard::astra
