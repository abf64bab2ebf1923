// SPDX-License-Identifier: Apache-2.0
#include "sim/gemm/run_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/astra/files/comm_groups.hpp"
#include "jacquard/base/new_folder.hpp"
#include "jacquard/gemm/op_graph.hpp"
#include "jacquard/interop/chakra/job_traces.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"
#include "jacquard/interop/trace_events.hpp"
#include "jacquard/report/gantt.hpp"

namespace jacquard::gemm {
namespace {

constexpr int kChip = 1;  // the process of chip 0
const std::vector<report::GanttKind> kUnits = {{"cores", "#0072b2"},
                                               {"row links", "#d55e00"},
                                               {"column links", "#009e73"},
                                               {"depth links", "#cc79a7"}};

// Place in kUnits; -1 of what takes no unit.
int unit_of(const Op& op) {
  if (op.kind == OpKind::multiply) return 0;
  return op.communicates() ? 1 + static_cast<int>(op.direction) : -1;
}

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

// Calls `act` with each operation that takes a unit, its unit and its interval.
template <class Act>
void for_each(const Program& program, const std::vector<engine::Interval>& intervals,
              const Act& act) {
  for (std::size_t i = 0; i < program.ops.size(); ++i) {
    const int unit = unit_of(program.ops[i]);
    if (unit >= 0) act(program.ops[i], unit, base::at(intervals, i));
  }
}

}  // namespace

std::string timeline(const Program& program, const std::vector<engine::Interval>& intervals) {
  interop::TraceEvents events;
  events.metadata("process_name", kChip, interop::TraceEvents::kNoThread, R"("name":"chip 0")");
  for (std::size_t unit = 0; unit < kUnits.size(); ++unit) {
    events.metadata("thread_name", kChip, static_cast<int>(unit),
                    fmt::format(R"("name":"{}")", kUnits[unit].name));
  }
  for_each(program, intervals, [&](const Op& op, int unit, const engine::Interval& interval) {
    events.begin_interval(kChip, unit, interop::exact_microseconds(interval.begin.count()),
                          interop::exact_microseconds(interval.length().count()));
    events.add(R"("name":"{}","cat":"{}","args":{{"slice":{})", name_of(program, op),
               unit == 0 ? "compute" : "communication", op.step);
    if (unit > 0) events.add(R"(,"bytes":{})", program.bytes_of(op).count());
    events.add("}}}}");
  });
  return events.take();
}

std::string picture(const Program& program, const std::vector<engine::Interval>& intervals) {
  report::Gantt chart;
  const Request& r = program.request;
  chart.title = fmt::format("{} {} {} on {}, chip 0", gemm::name_of(r.algorithm),
                            gemm::name_of(r.dataflow), text_of(r.shape), text_of(r.mesh));
  chart.kinds = kUnits;
  for (const report::GanttKind& unit : kUnits) chart.rows.push_back({unit.name, {}, {}});
  for_each(program, intervals, [&](const Op& op, int unit, const engine::Interval& interval) {
    report::GanttRow& row = base::at(chart.rows, unit);
    row.spans.push_back({interval.begin, interval.end, unit});
    row.marks.push_back({interval.begin, interval.end, std::to_string(op.step)});
    chart.end = std::max(chart.end, interval.end);
  });
  for (report::GanttRow& row : chart.rows) {
    std::sort(row.spans.begin(), row.spans.end(),
              [](const auto& a, const auto& b) { return a.begin < b.begin; });
  }
  chart.rows.erase(std::remove_if(chart.rows.begin(), chart.rows.end(),
                                  [](const report::GanttRow& row) { return row.spans.empty(); }),
                   chart.rows.end());
  return report::svg(chart);
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
