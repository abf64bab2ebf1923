// SPDX-License-Identifier: Apache-2.0
// The contract of a crossbar in hardware (rtl/crossbar), as core.hpp is that of a scheduler: what
// the golden model and the Verilated RTL show, clock by clock.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "jacquard/base/bitset.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// The parameters it is built with.
struct CrossbarShape {
  int ports = 16;      // N, 1..64
  int width = 32;      // bits of a word, 1..64
  int hold_bits = 8;   // B, 1..16
  int guard_bits = 8;  // 1..16: of the clocks in a slot and in a guard
};

// What a configuration holds, field by field as on the pins, so that a wrong one can be given too.
struct CrossbarConfiguration {
  std::int64_t hold = 1;     // slots; 0 is taken as 1
  base::Word match = 0;      // bit i: input i is to be connected
  std::vector<int> columns;  // its output; any number that fits a port number's bits
  int slot_clocks = 1;       // 0 is taken as 1
  int guard_clocks = 0;      // with nothing connected, before it
};

CrossbarConfiguration crossbar_configuration(const Matching& setting, std::int64_t hold,
                                             int slot_clocks, int guard_clocks);

struct CrossbarInputs {
  bool abort = false;  // dark in the next clock; a configuration offered in this one is lost
  bool offer = false;  // `configuration` is offered
  CrossbarConfiguration configuration;
  base::Word valid = 0;              // bit i: input i offers a word
  std::vector<std::uint64_t> words;  // one per input; read where valid
};

// They depend on the state before the clock edge only.
struct CrossbarOutputs {
  bool ready = false;                // a configuration would be taken
  bool active = false;               // a configuration is connected
  bool guard = false;                // nothing is, and one is about to be
  bool error = false;                // the active one asks for an output twice, or for none that is
  std::int64_t slots = 0;            // left of the active one, this one included
  base::Word connected = 0;          // bit i: input i's word is taken
  base::Word valid = 0;              // bit j: output j shows a word taken in the clock before
  std::vector<std::uint64_t> words;  // one per output; defined where valid

  bool operator==(const CrossbarOutputs& o) const;
  bool operator!=(const CrossbarOutputs& o) const { return !(*this == o); }
};

class CrossbarCore {
 public:
  virtual ~CrossbarCore() = default;
  virtual const CrossbarShape& shape() const = 0;
  virtual void reset() = 0;
  // What the outputs show during the coming clock. No clock passes.
  virtual const CrossbarOutputs& outputs() = 0;
  // One clock, as Core::step().
  virtual const CrossbarOutputs& step(const CrossbarInputs& in) = 0;
};

// The cycle-exact C++ model, which counts clocks rather than slots and connects input by input.
std::unique_ptr<CrossbarCore> make_golden_crossbar(const CrossbarShape& shape);

}  // namespace jacquard::schedule
