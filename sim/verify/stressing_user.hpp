// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/core/core.hpp"

namespace jacquard::verify {

struct Emitted {
  std::vector<std::int64_t> holds;
  std::vector<schedule::Matching> settings;
};

Emitted emitted(const schedule::Schedule& schedule);
schedule::Schedule schedule_of(const Emitted& emitted, int ports);

// A user of the core who is slow, and presents what the core should ignore.
class StressingUser {
 public:
  StressingUser(const demand::QuantaMatrix& demand, const schedule::CoreInputs& options,
                base::Rng rng);

  // Loads, starts and drains; with `abort_after` >= 0 it aborts (or resets) that many clocks after
  // the start.
  Emitted run(schedule::Core& core, std::int64_t abort_after);

 private:
  void load(schedule::Core& core);
  void abandon(schedule::Core& core);
  void stray_rows(const schedule::CoreShape& shape, schedule::CoreInputs& in);

  const demand::QuantaMatrix& demand_;
  schedule::CoreInputs options_;
  base::Rng rng_;
  double ready_share_;
};

}  // namespace jacquard::verify
