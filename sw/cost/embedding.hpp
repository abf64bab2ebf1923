// SPDX-License-Identifier: Apache-2.0
// Look-ups of embedding tables that one kernel serves (FBGEMM's table-batched embedding).
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/workload/compute_work.hpp"

namespace jacquard::cost {

// Forward: rows are read and added up by bag. Backward: look-ups are sorted by row, gradients of a
// row's bags are added up, and the row is updated by row-wise Adagrad in the same kernel.
// docs/plan_madmax.md has the law and its sources.
base::Seconds embedding_time(const Device& device, const workload::EmbeddingWork& work);

// Bytes of memory that a row's reader moves, in whole sectors of 64 bytes: a row begins anywhere
// that its own size allows. Rows of 186 bytes touch 3.875 sectors in the mean.
double sector_bytes(double row_bytes);

// Share of a table's look-ups in a batch that are the first of their row. Fitted on Meta's
// dlrm_datasets (MIT): 0.13 to 0.14 of 0.5 to 1.0 million look-ups, 0.078 of 1.8 million.
double first_share(double lookups_of_a_table);

}  // namespace jacquard::cost
