// SPDX-License-Identifier: Apache-2.0
// What a run of the astra modes answers, as ASTRA-sim's lines and as rows.
#pragma once

#include <string>
#include <vector>

#include "jacquard/engine/astra/run.hpp"
#include "jacquard/report/result.hpp"

namespace jacquard::cli {

// "sys[0] finished, 64440 cycles, exposed communication 64440 cycles.", in the order in which the
// NPUs finish.
std::vector<std::string> astra_lines(const engine::astra::Answer& answer);

// A row per class of NPUs with equal figures (row_kind npu_class), then one per dimension of the
// network (row_kind dimension). docs/astra.md says what each key means.
std::vector<report::Row> astra_rows(const engine::astra::Input& input,
                                    const engine::astra::Answer& answer);

}  // namespace jacquard::cli
