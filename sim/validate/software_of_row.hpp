// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/workload/training_software.hpp"
#include "sim/validate/csv.hpp"

namespace jacquard::validate {

// Of the column `software`: a name of configs/software, or a path. Else of `release` or
// `generation`: such a name, or a release of NeMo and Megatron-Bridge ("26.04.01"), for which the
// newest that ships and is no later stands; other text is a name of which nothing is known. Throws
// ConfigError at the column `software`.
workload::TrainingSoftware software_of_row(const CsvRow& row);

}  // namespace jacquard::validate
