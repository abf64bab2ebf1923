// SPDX-License-Identifier: Apache-2.0
// A static batch, or a full queue, from its configuration to its row.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "jacquard/serve/step.hpp"
#include "systemc/serve/batch_row.hpp"
#include "systemc/serve/serve_config.hpp"
#include "systemc/serve/setup.hpp"

namespace jacquard::serve {

// Requests at once that the configuration asks for. Throws ConfigError at --batch for more than
// memory holds, with what takes how much and the fewest NPUs that would do.
std::int64_t batch_that_fits(const Setup& setup);

// Runs one case after another. What it has looked up, and what clocks remember, serves later cases;
// answers do not depend on them.
class BatchRunner {
 public:
  // Throws as setup_of() and batch_that_fits().
  BatchRow run(const ServeConfig& config);

 private:
  Nouns nouns_;
  std::map<std::string, std::unique_ptr<StepClock>> clocks_;  // by deployment
};

// One case alone.
BatchRow run_batch(const ServeConfig& config);

}  // namespace jacquard::serve
