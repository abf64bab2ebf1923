// SPDX-License-Identifier: Apache-2.0
#include "sim/gemm/run_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/astra/files/comm_groups.hpp"
#include "jacquard/base/new_folder.hpp"
#include "jacquard/gemm/op_graph.hpp"
#include "jacquard/interop/chakra/job_traces.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"
#include "sim/gemm/mesh_lanes.hpp"

namespace jacquard::gemm {
namespace {

const char* verb_of(OpKind kind) {
  switch (kind) {
    case OpKind::gather:
      return "all-gather";
    case OpKind::scatter_sum:
      return "reduce-scatter";
    case OpKind::sum:
      return "all-reduce";
    case OpKind::broadcast:
      return "broadcast";
    case OpKind::reduce:
      return "reduce";
    case OpKind::permute:
      return "permute";
    default:
      return "product";
  }
}

std::string name_of(const Program& program, const Op& op) {
  if (op.kind == OpKind::multiply) return fmt::format("product {}", op.step);
  const char* matrix[] = {"A", "B", "C"};
  const auto held = static_cast<std::size_t>(program.buffer(op.from).holds);
  return fmt::format("{} {} {}", verb_of(op.kind), matrix[held], op.step);
}

}  // namespace

report::Timeline timeline(const Program& program, const std::vector<engine::Interval>& intervals) {
  report::Timeline timeline;
  const Request& r = program.request;
  timeline.title = fmt::format("{} {} {} on {}, chip 0", gemm::name_of(r.algorithm),
                               gemm::name_of(r.dataflow), text_of(r.shape), text_of(r.mesh));
  add_mesh_lanes(timeline, timeline.add_group(1, "chip 0"));
  for (std::size_t i = 0; i < program.ops.size(); ++i) {
    const Op& op = program.ops[i];
    const int lane = mesh_lane_of(op);
    if (lane < 0) continue;
    const std::int64_t begin = base::at(intervals, i).begin.count();
    const std::int64_t end = intervals[i].end.count();
    report::Arguments about;
    about.add("slice", op.step);
    if (lane > 0) about.add("bytes", program.bytes_of(op).count());
    timeline.spans.push_back({lane, begin, end, lane, name_of(program, op),
                              lane == 0 ? "compute" : "communication", about});
    timeline.marks.push_back({lane, begin, end, std::to_string(op.step)});
    timeline.end = std::max(timeline.end, end);
  }
  return timeline;
}

void write_traces(const RunConfig& config, const std::string& folder) {
  const workload::Job job = job_of(program_of(config.request), config.chip, config.network);
  interop::JobTraces traces(job, interop::ComputeAttributes::amounts);
  const base::NewFolder aside(folder);
  for (int chip = 0; chip < traces.ranks(); ++chip) {
    aside.write(interop::rank_file("job", chip), interop::write_chakra(traces.of(chip)));
  }
  aside.write("groups.json", astra::write_comm_groups(traces.groups()));
  aside.complete();
}

}  // namespace jacquard::gemm
