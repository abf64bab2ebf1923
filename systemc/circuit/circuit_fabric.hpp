// SPDX-License-Identifier: Apache-2.0
// A circuit-switched fabric, from a demand to its last byte.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "jacquard/demand/demand_matrix.hpp"
#include "systemc/circuit/circuit_parameters.hpp"
#include "systemc/circuit/controller.hpp"
#include "systemc/circuit/crossbars.hpp"
#include "systemc/circuit/fault_config.hpp"
#include "systemc/circuit/nic.hpp"
#include "systemc/control/decision.hpp"
#include "systemc/fabric/fabric.hpp"

namespace jacquard::systemc {

struct CircuitScenario {
  CircuitParameters parameters;
  demand::Quantisation counting;  // of the demand that is decided on
  FaultConfig faults;
  bool overlap = true;         // of transfer and decision
  bool keep_schedule = false;  // permutations, their holds, when they began
  bool keep = false;           // that too, settings of crossbars, and what NPUs sent
  schedule::CrossbarCore* crossbar = nullptr;  // hardware, if parameters.crossbar_clock is not 0
  std::uint64_t seed = 1;
  std::uint64_t index = 0;               // of the matrix: names its random streams
  const Foresight* foresight = nullptr;  // what was decided on before
  const Before* before = nullptr;        // as Offer has it
  // The demand with the acknowledgements that ride on these circuits; null: those of its own data.
  const demand::DemandMatrix* carried = nullptr;
  // Messages need no events of their own where nothing can happen to them (bulk.hpp).
  bool in_bulk = true;
  // Not 0: events of one instant come in some other order, by this seed, which must not matter (for
  // tests).
  std::uint64_t event_order = 0;
};

struct NpuUse {
  std::vector<base::Picoseconds> sending;  // on the link to each of the parallel switches
  base::Picoseconds late{0};               // its data were there only then
  std::vector<Sent> sent;                  // if kept
};

struct CircuitOutcome {
  base::Picoseconds completion{0};             // the last byte of all, acknowledgements included
  std::vector<base::Picoseconds> flow_finish;  // of each entry's data, row-major; 0: none
  base::Bytes bytes_delivered{0};              // data
  base::Bytes bytes_lost{0};  // in the fabric; sent again, unless a loss is an error
  ControllerRecord controller;
  std::vector<NpuUse> npus;
  std::vector<NamedPort> ports;
  std::vector<NamedSetting> settings;      // if kept
  std::vector<Transfer> transfers;         // that arrived, if kept, with the places they passed
  std::vector<std::string> places;         // the names of those places
  std::int64_t events = 0;                 // process activations
  std::int64_t scheduler_events = 0;       // of these, the scheduler's: the clocks of RTL, for one
  std::shared_ptr<const LeftBehind> left;  // if there was a `before`
  bool struck = false;                     // by anything that went wrong
  bool in_bulk = false;                    // whether it was carried so
};

// Called within the simulation's scope: the module that decides.
using MakeDecision = std::function<std::unique_ptr<Decision>()>;

// Runs `demand`, with its acknowledgements if framing.ack is not 0, to its last byte in a SystemC
// simulation of its own. Throws ConfigError for a demand of another size than the fabric, a
// schedule that does not cover it, and data that meet a guard window (unless counted). The same for
// a run of more than kLongestRunOfCircuits, and for one that stalls, naming who waits for what. Not
// for use by several threads.
CircuitOutcome simulate_circuit(const CircuitScenario& scenario, const demand::DemandMatrix& demand,
                                const MakeDecision& decide);

}  // namespace jacquard::systemc
