// SPDX-License-Identifier: Apache-2.0
// A schedule that was decided before its demand was known: on another demand, or on the same one
// while NPUs still computed.
#pragma once

#include <deque>
#include <memory>
#include <systemc>
#include <vector>

#include "systemc/control/decision.hpp"
#include "systemc/kernel/agenda.hpp"

namespace jacquard::systemc {

// What a scheduler decided on some demand, and when after it began.
struct EarlySchedule {
  struct Entry {
    schedule::Matching columns;
    std::int64_t hold = 0;  // quanta
    base::Picoseconds ready{0};
  };
  std::vector<Entry> entries;
  base::Picoseconds done{0};
  base::Bytes quantum{1};
};

// Has `decision` decide on `expected` from time 0 of the current simulation, which runs to its end.
EarlySchedule decide_early(Decision& decision, const demand::QuantaMatrix& expected);

// Hands over the early schedule's permutations when the demand comes, then what `mends` decides on
// the residue. A permutation is held no longer than its largest message needs, and passed over if
// there is none. The mending begins as soon as the demand is there and the early decision is done.
// Later demands, which faults leave, are decided by `mends` alone.
class EarlyDecision final : public sc_core::sc_module, public Decision {
 public:
  // `began`: when the early decision did, in the simulation's time; may be negative.
  EarlyDecision(const sc_core::sc_module_name& name, EarlySchedule early, base::Picoseconds began,
                std::unique_ptr<Decision> mends);

  void begin(const demand::QuantaMatrix& demand, DecisionSink sink) override;
  std::int64_t activations() const override { return mends_->activations() + handed_; }

 private:
  struct Handed {
    schedule::Matching columns;
    std::int64_t hold;
    base::Picoseconds at;
  };
  demand::QuantaMatrix plan(const demand::QuantaMatrix& demand);
  void mend(const demand::QuantaMatrix& residue);

  EarlySchedule early_;
  base::Picoseconds began_;
  std::unique_ptr<Decision> mends_;
  Agenda agenda_;
  DecisionSink sink_;
  std::deque<Handed> plan_;
  std::int64_t handed_ = 0;
  bool first_ = true;
};

}  // namespace jacquard::systemc
