// SPDX-License-Identifier: Apache-2.0
#include "systemc/kernel/simulation.hpp"

#include <systemc>

// The library has a main() that calls this, so it does not link without. Our programs have their
// own main(); who prefers SystemC's defines an sc_main that takes the place of this one.
[[gnu::weak]] int sc_main(int, char**) { return 0; }

namespace jacquard::systemc {

using sc_core::sc_curr_simcontext;

namespace {

// SystemC says warnings on stdout, which belongs to results; errors are thrown all the same.
void silence_reports() {
  for (const auto severity : {sc_core::SC_INFO, sc_core::SC_WARNING}) {
    sc_core::sc_report_handler::set_actions(severity, sc_core::SC_DO_NOTHING);
  }
}

}  // namespace

Simulation::Simulation() : context_(std::make_unique<sc_core::sc_simcontext>()) {
  silence_reports();
}

Simulation::~Simulation() {
  const Scope scope(*this);  // what the context deletes looks it up
  context_.reset();
}

Simulation::Scope::Scope(const Simulation& simulation) : outer_(sc_curr_simcontext) {
  sc_curr_simcontext = simulation.context_.get();
}

Simulation::Scope::~Scope() { sc_curr_simcontext = outer_; }

}  // namespace jacquard::systemc
