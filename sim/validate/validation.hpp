// SPDX-License-Identifier: Apache-2.0
// Validations: our laws held against measurements of others, a name each.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/report/metric_table.hpp"

namespace jacquard::validate {

struct Options {
  std::string data;      // a file of measurements; "": what is shipped
  bool why = false;      // of training steps: the parts of each beside it
  bool summary = false;  // rows that sum up alone
};

using TakeRow = std::function<void(report::Printed)>;

struct Validation {
  const char* name;
  const char* summary;
  std::function<void(const Options&, const TakeRow&)> run;
  std::vector<report::RowKind> (*rows)();
};

base::Span<const Validation> validations();

// Whether rows of this kind sum others up, in any validation.
bool sums_up(const std::string& row_kind);

}  // namespace jacquard::validate
