// SPDX-License-Identifier: Apache-2.0
// What it would gain to give each layer of a block a mesh of its own, which an optical switch
// makes.
#pragma once

#include "jacquard/report/result.hpp"
#include "sim/gemm/tune_rows.hpp"

namespace jacquard::gemm {

// Of layers on the meshes that were tuned, each boundary between two layers being passed twice, on
// the way there and back. Data are taken to be where the next mesh wants them: a bound on the gain.
void add_reconfigured_row(const TuneAnswer& answer, base::Picoseconds guard,
                          report::Result& result);
report::RowKind reconfigured_row_kind();

}  // namespace jacquard::gemm
