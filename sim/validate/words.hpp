// SPDX-License-Identifier: Apache-2.0
// What measurements call things.
#pragma once

#include <optional>
#include <string>

#include "jacquard/cost/software.hpp"
#include "jacquard/workload/compute_work.hpp"
#include "sim/validate/csv.hpp"

namespace jacquard::validate {

// "bfloat16", "fp8", ...; "float16" and "half" are bf16, whose times are the same. Nothing for
// another word.
std::optional<workload::NumberType> type_of(const std::string& dtype);

// In any case, and behind a prefix ("dynamo-trt"). Software::any for a framework that has no
// constants of its own.
cost::Software software_of(const std::string& framework);

// A whole number in 0..2^31-1.
int count_or_none(const CsvRow& row, const char* column);

}  // namespace jacquard::validate
