// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace sc_core {
class sc_simcontext;
}

namespace jacquard::systemc {

// A SystemC simulation of its own: its modules, its names, its time.
//
// SystemC keeps all of that in one context per process and elaborates it once, so without this a
// process could hold one simulation, and only one. Here every simulation has a context, and a Scope
// makes it the one that SystemC's functions and constructors mean. Create, run and destroy whatever
// belongs to a simulation within a scope of it. Scopes nest; simulations may be interleaved, but
// not run by several threads at a time: which context is current is global to the process.
//
// The current context is a public variable of the Accellera library (sc_curr_simcontext), not of
// IEEE 1666: another implementation would need one process per simulation.
class Simulation {
 public:
  Simulation();
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  class Scope {
   public:
    explicit Scope(const Simulation& simulation);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    sc_core::sc_simcontext* outer_;
  };

 private:
  std::unique_ptr<sc_core::sc_simcontext> context_;
};

}  // namespace jacquard::systemc
