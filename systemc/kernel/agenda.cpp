// SPDX-License-Identifier: Apache-2.0
#include "systemc/kernel/agenda.hpp"

#include <algorithm>
#include <utility>

#include "jacquard/base/error.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {

Agenda::Agenda(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
  SC_HAS_PROCESS(Agenda);
  SC_METHOD(act);
  sensitive << due_;
  dont_initialize();
}

void Agenda::at(base::Picoseconds time, Call call) {
  JQ_CHECK(time >= now(), "what is on an agenda is still to come");
  const bool first = heap_.empty() || time.count() < heap_.front().time;
  heap_.push_back({time.count(), requests_++, std::move(call)});
  std::push_heap(heap_.begin(), heap_.end());
  if (first) due_.notify(until(time));
}

void Agenda::after(base::Picoseconds delay, Call call) {
  at(base::plus(now(), delay), std::move(call));
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
