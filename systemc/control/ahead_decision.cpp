// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/ahead_decision.hpp"

#include <utility>

namespace jacquard::systemc {

AheadDecision::AheadDecision(const sc_core::sc_module_name& name, schedule::Core& core,
                             base::Picoseconds period, const schedule::CoreInputs& options)
    : told_(name, [this, &core, period, options](const demand::QuantaMatrix& demand) {
        core.reset();
        const schedule::CoreRun run = run_core(core, demand, options);
        clocks_ += run.load_cycles + 1 + run.cycles;  // with that of the start
        return at_clocks(run, period);
      }) {}

void AheadDecision::begin(const demand::QuantaMatrix& demand, DecisionSink sink) {
  told_.begin(demand, std::move(sink));
}

}  // namespace jacquard::systemc
