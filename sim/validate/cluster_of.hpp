// SPDX-License-Identifier: Apache-2.0
// A cluster of so many GPUs of a kind, as such clusters are built.
#pragma once

#include "jacquard/topology/system.hpp"
#include "sim/validate/csv.hpp"

namespace jacquard::validate {

// Of the row's column `device`: "h100", "H100 SXM", "GB200", ..., or a name of configs/devices.
// Nodes have 8 GPUs; of GB200 and GB300 72, or what divides the GPUs (64 of 128). Throws
// ConfigError at the column for a device that is none.
topology::System cluster_of(const CsvRow& row, int gpus);

}  // namespace jacquard::validate
