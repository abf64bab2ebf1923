// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/workload/training_software.hpp"
#include "sim/validate/csv.hpp"

namespace jacquard::validate {

// Of the column `software`, or `release`: a name of configs/software, a path, or a release of NeMo
// and Megatron-Bridge ("26.04.01"), of which the newest that ships and is no later stands.
// Nothing said where both are empty. Throws ConfigError at the column.
workload::TrainingSoftware software_of_row(const CsvRow& row);

}  // namespace jacquard::validate
