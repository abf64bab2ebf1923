// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/report/metric_table.hpp"
#include "jacquard/workload/model.hpp"

namespace jacquard::cli {

// How many parameters a model has (row_kind "parameters"). Throws ConfigError for a model that is
// not complete.
std::vector<report::Printed> model_rows(const workload::Model& model);
report::RowKind model_row_kind();

}  // namespace jacquard::cli
