// SPDX-License-Identifier: Apache-2.0
// What modules ask to be called for, without an event and a process each.
#pragma once

#include <cstdint>
#include <functional>
#include <systemc>
#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::systemc {

// One process that makes calls at their times, those of one time in the order of their requests.
class Agenda final : public sc_core::sc_module {
 public:
  using Call = std::function<void()>;

  explicit Agenda(const sc_core::sc_module_name& name);

  // Makes the call at `time`, which is not past. A call for now comes soon, but never from within
  // this function.
  void at(base::Picoseconds time, Call call);
  // The same, so long from now.
  void after(base::Picoseconds delay, Call call);

 private:
  struct Due {
    std::int64_t time;
    std::uint64_t number;
    Call call;

    friend bool operator<(const Due& a, const Due& b) {  // a heap has the latest in front
      return a.time != b.time ? a.time > b.time : a.number > b.number;
    }
  };

  void act();

  std::vector<Due> heap_;
  std::uint64_t requests_ = 0;
  sc_core::sc_event due_;
};

}  // namespace jacquard::systemc
