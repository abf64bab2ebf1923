// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/npu_mesh_timeline.hpp"

#include <fmt/format.h>

#include "jacquard/base/at.hpp"
#include "jacquard/report/timeline/svg_over_counter.hpp"
#include "sim/gemm/mesh_lanes.hpp"

namespace jacquard::platform {

report::Timeline timeline_of(const MeshTimeline& mesh, const std::string& title) {
  report::Timeline timeline;
  timeline.title = title;
  timeline.end = mesh.run.outcome.time.count();
  const int npu = timeline.add_group(0, "NPU 0");
  gemm::add_mesh_lanes(timeline, npu);
  const gemm::Program& program = mesh.run.program;
  for (std::size_t i = 0; i < program.ops.size(); ++i) {
    const gemm::Op& op = program.ops[i];
    const int lane = gemm::mesh_lane_of(op);
    const engine::Interval& when = base::at(mesh.run.answer.intervals, i);
    if (lane < 0 || when.length().count() == 0) continue;
    const std::int64_t begin = when.begin.count(), end = when.end.count();
    report::Arguments about;
    about.add("step", op.step).add("buffer", program.buffer(op.to).name);
    timeline.spans.push_back({lane, begin, end, lane,
                              fmt::format("{} {}", lane == 0 ? "product" : "transfer", op.step),
                              nullptr, about});
    timeline.marks.push_back({lane, begin, end, std::to_string(op.step)});
  }
  std::int64_t at = 0;
  for (const auto& one : mesh.run.outcome.traffic) {
    timeline.add_counter({npu,
                          at,
                          "HBM GB/s",
                          {{"links", static_cast<double>(one.links.count())},
                           {"cores", static_cast<double>(one.cores.count())}},
                          3,
                          mesh.interval.count()});
    at += mesh.interval.count();
  }
  return timeline;
}

std::string timeline_svg(const MeshTimeline& mesh, const report::Timeline& timeline) {
  return report::svg_over_counter(
      report::without_empty_lanes(timeline),
      {"HBM",
       "GB/s",
       mesh.peak.count() / 1e9,
       {timeline.kinds[1].colour, timeline.kinds[0].colour},
       "HBM: links' accesses (red) and cores' on top (blue); dashed: the memory's peak"});
}

}  // namespace jacquard::platform
