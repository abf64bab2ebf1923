// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/link.hpp"

#include <algorithm>

#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {
Link::Link(const sc_core::sc_module_name& name, base::Picoseconds delay, TransferSink& sink,
           int port, int place, Shuffle& shuffle)
    : sc_core::sc_module(name),
      delay_(delay),
      sink_(sink),
      port_(port),
      place_(place),
      shuffle_(shuffle) {
  SC_HAS_PROCESS(Link);
  SC_METHOD(deliver);
  sensitive << next_;
  dont_initialize();
}

void Link::send(const Transfer& transfer) {
  flying_.push_back(transfer);
  Transfer& sent = flying_.back();
  sent.head += delay_;
  sent.tail += delay_;
  JQ_CHECK(flying_.size() == 1 || flying_[flying_.size() - 2].tail <= sent.head,
           "what is sent on a link does not overlap");
  sent.stamp(place_);
  if (flying_.size() == 1) next_.notify(until(sent.tail));
}

void Link::deliver() {
  if (shuffle_.postpones()) {
    next_.notify(sc_core::SC_ZERO_TIME);
    return;
  }
  const Transfer transfer = flying_.front();
  flying_.pop_front();
  ++delivered_;
  if (!flying_.empty()) next_.notify(until(flying_.front().tail));
  sink_.arrive(port_, transfer);
}

}  // namespace jacquard::systemc
