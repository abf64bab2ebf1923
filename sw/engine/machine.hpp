// SPDX-License-Identifier: Apache-2.0
// NPUs, memories and switches in clocks, on which the cycle engine runs a scenario's job.
#pragma once

#include "jacquard/base/error.hpp"

namespace jacquard::engine {

struct Result;
struct Scenario;

// What a machine tells beside a Result. Who made the machine knows its type.
struct MachineAnswer {
  virtual ~MachineAnswer() = default;
};

// The machine's own answer of a Result. Throws ConfigError, naming --engine, where the engine has
// not run the scenario's machine.
template <class Answer, class OfResult>
Answer& answer_of_machine(const OfResult& result) {
  auto* const answer = dynamic_cast<Answer*>(result.machine.get());
  if (answer == nullptr) {
    throw base::ConfigError(
        {"--engine", "", "an engine that runs a scenario's machine", "one that does not", ""});
  }
  return *answer;
}

class Machine {
 public:
  virtual ~Machine() = default;
  // Throws ConfigError for what the machine does not run. Result::machine holds its answer.
  virtual Result run(const Scenario& scenario) const = 0;
};

}  // namespace jacquard::engine
