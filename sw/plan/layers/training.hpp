// SPDX-License-Identifier: Apache-2.0
// What a whole training takes, from the time of its step.
#pragma once

#include <optional>
#include <string>

#include "jacquard/plan/layers/question.hpp"

namespace jacquard::planner {

// MAD-Max's two readings for LLaMA: days of the whole steps in 1.4e12 tokens, GPU hours of 1.28e12
// tokens without rounding steps. A model has both counts of tokens; --tokens and --samples stand
// for both.
struct Training {
  double steps = 0;        // whole ones, of the days
  double hours_steps = 0;  // not rounded, of the GPU hours
  std::string days_reading;
  std::string hours_reading;

  double days(double step_s) const;
  double gpu_hours(double step_s, int devices) const;
};

// Nothing where no count is known, or the task is inference. Throws ConfigError for --tokens or
// --samples that do not apply, and for less than a step of them.
std::optional<Training> training_of(const PlanConfig& config, const plan::Request& request);

// Dollars of a device and hour; 0: not known.
double price_of(const PlanConfig& config);

// Tokens of a sample of an LLM; 0: the model has no vocabulary.
int tokens_of_sample(const plan::Model& model);

}  // namespace jacquard::planner
