// SPDX-License-Identifier: Apache-2.0
// What a run of ASTRA-sim's inputs answers, as ASTRA-sim's lines and as rows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/astra/run.hpp"
#include "jacquard/engine/job/run.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/report/timeline/timeline.hpp"

namespace jacquard::cli {

struct NpuFigures {
  int npu = 0;
  std::int64_t time_ps = 0;
  std::int64_t compute_ps = 0;
  std::vector<std::int64_t> bytes;  // sent, by the dimension in which they leave
  std::optional<std::int64_t> peak_memory_bytes;
};

// All links of a dimension: how many, and how long they were busy, summed over them.
struct LinkFigures {
  double links = 0;
  double busy_ps = 0;
};

struct AstraFigures {
  std::vector<NpuFigures> npus;  // in the order in which they finish
  std::vector<LinkFigures> dimensions;
};
AstraFigures figures_of(const astra::Answer& answer);
AstraFigures figures_of(const engine::Result& of_job);

// "sys[0] finished, 64440 cycles, exposed communication 64440 cycles."; a cycle is a nanosecond,
// the nearest.
std::vector<std::string> astra_lines(const std::vector<NpuFigures>& npus);

// A row per class of NPUs with equal figures (row_kind npu_class), then one per dimension of the
// network (row_kind dimension). docs/results.md says what each key means.
// Throws ConfigError for sums of bytes that 64 bits do not hold.
std::vector<report::Printed> astra_rows(const astra::Input& input, const AstraFigures& figures);
std::vector<report::RowKind> astra_row_kinds();

// What each class of NPUs did when in a faithful run, as its lowest NPU did it.
report::Timeline astra_timeline(const interop::RankTraces& traces,
                                const engine::job::Answer& answer,
                                const std::vector<NpuFigures>& npus);

}  // namespace jacquard::cli
