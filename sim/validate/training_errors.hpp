// SPDX-License-Identifier: Apache-2.0
// Errors of many measured training steps, together and by what the steps are.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/validate/validation.hpp"

namespace jacquard::validate {

// Of ours / measured - 1.
struct Errors {
  std::optional<double> mape;
  std::optional<double> median;
  std::optional<double> bias;
};
Errors errors_of(std::vector<double> all);

// What a step is, and by how much we err.
struct ErrorOfStep {
  std::string model;
  std::string device;
  std::string type;
  std::string generation;  // of the software; "": the table does not say
  bool has_experts = false;
  std::optional<double> step;
  std::optional<double> memory;
};

// A `training_group` row for each model, device, type, generation, and for each class of steps with
// one device and type, dense and with experts apart.
void take_groups(const std::vector<ErrorOfStep>& errors, const TakeRow& take);
// The `summary` row of all.
void take_summary(const std::vector<ErrorOfStep>& errors, const TakeRow& take);

std::vector<report::RowKind> training_error_rows();

}  // namespace jacquard::validate
