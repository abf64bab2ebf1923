// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/validate/serving/measured_serving.hpp"

namespace jacquard::validate {

// As clients see them, means over requests.
struct ServingAnswer {
  double ttft_ms = 0;
  double tpot_ms = 0;
  double tokens_per_s = 0;
};

// The row's loop on our engine with our laws. Throws ConfigError at the row's place for degrees
// that its model does not divide by.
ServingAnswer answer_of(const MeasuredServing& measured);

}  // namespace jacquard::validate
