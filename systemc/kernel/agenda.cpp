// SPDX-License-Identifier: Apache-2.0
#include "systemc/kernel/agenda.hpp"

#include <algorithm>
#include <utility>

#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {

Agenda::Agenda(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
  SC_HAS_PROCESS(Agenda);
  SC_METHOD(act);
  sensitive << due_;
  dont_initialize();
}

void Agenda::after(base::Picoseconds delay, Call call) {
  heap_.push_back({(now() + delay).count(), requests_++, std::move(call)});
  std::push_heap(heap_.begin(), heap_.end());
  due_.notify(until(base::Picoseconds{heap_.front().time}));
}

void Agenda::act() {
  while (!heap_.empty() && heap_.front().time <= now().count()) {
    std::pop_heap(heap_.begin(), heap_.end());
    const Call call = std::move(heap_.back().call);
    heap_.pop_back();
    call();
  }
  if (!heap_.empty()) due_.notify(until(base::Picoseconds{heap_.front().time}));
}

}  // namespace jacquard::systemc
