// SPDX-License-Identifier: Apache-2.0
// NPUs, memories and switches in clocks, on which the cycle engine runs a scenario's job.
#pragma once

namespace jacquard::engine {

struct Result;
struct Scenario;

// What a machine tells beside a Result. Who made the machine knows its type.
struct MachineAnswer {
  virtual ~MachineAnswer() = default;
};

class Machine {
 public:
  virtual ~Machine() = default;
  // Throws ConfigError for what the machine does not run. Result::machine holds its answer.
  virtual Result run(const Scenario& scenario) const = 0;
};

}  // namespace jacquard::engine
