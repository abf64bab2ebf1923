// SPDX-License-Identifier: Apache-2.0
// What switches have added of casts that are on their way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/engine/event/simulation_state.hpp"

namespace jacquard::engine {

class CastSums {
 public:
  // Of a rank's message, which is ready then.
  static Transit set_out(const Lane::Entry& entry, std::uint32_t round, std::uint32_t repetition,
                         int rank, std::int64_t ready) {
    Transit transit;
    transit.round = round;
    transit.repetition = repetition;
    transit.from = rank;
    transit.tree = entry.tree;
    transit.edge = entry.edge;
    transit.tail = ready;
    return transit;
  }

  // The link that is next.
  static Wiring::Hop hop_of(const Transit& message) {
    Wiring::Hop hop;
    hop.link = message.edge->link;
    hop.link_class = message.edge->link_class;
    const int node = message.edge->node;
    hop.stores = node >= 0 && base::at(message.tree->nodes, node).stores;
    return hop;
  }

  // At the end of a link, where its head comes at that time: calls put(message, head) for each
  // message that goes on. What comes up waits until all that is added to it is there.
  template <class Put>
  void pass(const Transit& message, std::int64_t head, const Put& put) {
    const CastTree::Node& node = base::at(message.tree->nodes, message.edge->node);
    Sum all{1, head, message.tail};
    if (!message.edge->goes_down) {
      const auto place = std::make_pair(&node, key_of(message.round, message.repetition));
      Sum& there = sums_[place];
      there = {there.messages + 1, std::max(there.head, head), std::max(there.tail, message.tail)};
      if (there.messages < node.awaited) return;
      all = there;
      sums_.erase(place);
    }
    Transit next = message;
    ++next.hop;
    next.from = message.tree->senders.front();
    next.tail = all.tail;
    const bool turns = message.edge->goes_down || node.up.empty();
    for (const CastEdge& onward : turns ? node.down : node.up) {
      next.edge = &onward;
      put(next, all.head);
    }
  }

 private:
  struct Sum {
    int messages = 0;
    std::int64_t head = 0;  // of the latest
    std::int64_t tail = 0;
  };
  std::map<std::pair<const CastTree::Node*, std::uint64_t>, Sum> sums_;  // by round and repetition
};

}  // namespace jacquard::engine
