// SPDX-License-Identifier: Apache-2.0
// A graph of rounds carried by circuit switches, or a job on the scenario's machine: the cycle
// engine.
#pragma once

#include <cstdint>

#include "jacquard/engine/engine.hpp"

namespace jacquard::systemc {

inline constexpr int kMostRoundsNpus = 64;

// Runs the graph to its last message in a SystemC simulation of its own. Each link of an NPU is a
// port of a crossbar: one crossbar for a switch, one for each direction of a ring, one for each
// distance of a fully connected block; their circuits are made message by message. It refuses more
// than kMostRoundsNpus NPUs, graphs of links, disturbances, and modes of ASTRA-sim. A run also
// throws ConfigError for a message that would pass several links' circuits (within a ring, or
// through several dimensions), messages of more than 46 days in all, and a run that stalls, naming
// who waits for what. Not for use by several threads.
class CycleEngine final : public engine::Engine {
 public:
  // `shuffle` not 0: another order of simultaneous events, for tests.
  explicit CycleEngine(std::uint64_t shuffle = 0) : shuffle_(shuffle) {}

  const char* name() const override { return "cycle"; }
  std::optional<base::InputFault> refusal(const engine::Scenario& scenario) const override;

 private:
  engine::Result answer(const engine::Scenario& scenario) const override;

  std::uint64_t shuffle_;
};

// What no machine of endpoint programs runs, the number of NPUs and protocols apart.
std::optional<base::InputFault> refuse_rounds(const engine::Scenario& scenario);
// More than kMostRoundsNpus NPUs.
std::optional<base::InputFault> refuse_size(const engine::Scenario& scenario);

}  // namespace jacquard::systemc
