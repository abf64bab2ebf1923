// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <systemc>

#include "jacquard/schedule/core/crossbar_core.hpp"
#include "systemc/circuit/circuit_switch.hpp"

namespace jacquard::systemc {

// A crossbar in hardware (Verilated jq_crossbar, or its golden model), clock by clock. The
// hardware, and not a timetable made ahead, decides what the switch connects. A configuration is
// offered so many clocks before its time as the hardware takes to connect it. A word per input and
// clock goes through the data path, and what comes out must be what the circuits say. The clock
// stops while the crossbar is dark.
class ClockedCrossbar final : public sc_core::sc_module {
 public:
  struct Timing {
    base::Picoseconds period{1000};
    base::Picoseconds phase{0};  // edges are at phase, phase + period, ...
    int guard_clocks = 1;        // at least 1
  };
  // Called with what was seen when the hardware does not do what was asked.
  using Complain = std::function<void(const std::string& found)>;

  // `core` outlives this and is reset here.
  ClockedCrossbar(const sc_core::sc_module_name& name, schedule::CrossbarCore& core, Timing timing,
                  CircuitSwitch& circuits, Complain complain);

  // Requires a setting that starts at an edge, lasts `hold` slots of whole clocks, and lies after
  // all before it.
  void offer(const Setting& setting, std::int64_t hold);
  // How long before its start a setting must be offered.
  base::Picoseconds lead() const { return timing_.period * (timing_.guard_clocks + 2); }

  std::int64_t clocks() const { return clocks_; }

 private:
  struct Offered {
    base::Picoseconds at;  // the clock in which it is offered begins
    schedule::Matching columns;
    schedule::CrossbarConfiguration configuration;
  };
  void edge();
  void connect_what_shows(base::Picoseconds time);
  void check_words(const schedule::CrossbarOutputs& out);
  void wait_for_work();

  schedule::CrossbarCore& core_;
  Timing timing_;
  CircuitSwitch& circuits_;
  Complain complain_;
  std::deque<Offered> offered_;
  std::deque<schedule::Matching> taken_;  // not yet connected
  schedule::Matching active_;
  bool lit_ = false;
  base::Word connected_ = 0;
  base::Word words_expected_ = 0;  // outputs that must show a word in the coming clock
  schedule::Matching input_of_;    // of each output, in the clock before
  schedule::CrossbarInputs in_;
  bool running_ = false;
  std::int64_t clocks_ = 0;
  sc_core::sc_event tick_;
};

}  // namespace jacquard::systemc
