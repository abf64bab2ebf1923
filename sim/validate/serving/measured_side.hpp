// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/serve/hardware/system_name.hpp"
#include "sim/validate/serving/measured_serving.hpp"

namespace jacquard::validate {

// What all sides of a row have alike.
struct RowNouns {
  workload::Model model;
  serve::NamedSystem system;
  cost::Software software = cost::Software::vllm;
  serve::Precision precision;
  bool plans_ahead = true;
};
RowNouns nouns_of(const CsvRow& row);

// The columns with this prefix: "" of one kind of instance, "p_" and "d_" of prefill and decode.
MeasuredSide side_of(const CsvRow& row, const std::string& prefix, const RowNouns& nouns);

// A whole number in 0..2^30, or `otherwise` where the cell is empty.
int number_or(const CsvRow& row, const std::string& column, int otherwise);

}  // namespace jacquard::validate
