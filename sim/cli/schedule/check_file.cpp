// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/schedule/check_file.hpp"

#include <fmt/format.h>

#include <optional>

#include "jacquard/demand/quantise.hpp"
#include "jacquard/report/schedule_row.hpp"
#include "jacquard/schedule/schedule_file.hpp"

namespace jacquard::cli {

report::Result schedule_result(const ScheduleOptions& o, const Common& common,
                               const schedule::ScheduleConfig& config) {
  nlohmann::json identity;
  identity["demand"] = o.demand;
  identity["index"] = o.index;
  identity["scheduler"] = o.check.empty() ? o.scheduler : o.check;
  if (!o.outside.empty()) identity["outside"] = o.outside;
  identity["config"] = schedule::schedule_fields().show(config);
  return report::Result("schedule", common.seed, std::move(identity));
}

void say_fault(const std::string& source, const std::string& fault) {
  complain(fmt::format("jacquard: {}: invalid schedule: {}", source, fault));
}

bool check_file(const ScheduleOptions& o, const Common& common,
                const schedule::ScheduleConfig& config, const NamedDemand& demand) {
  const demand::QuantaMatrix quanta = quantise(demand.matrix, config.quantisation);
  std::optional<schedule::ScheduleFile> file;
  std::string fault;
  try {
    file = schedule::read_schedule(o.check);
  } catch (const schedule::InvalidSchedule& error) {
    fault = error.fault().where + ": " + error.fault().expected + ", found " + error.fault().found;
  }
  report::Result result = schedule_result(o, common, config);
  schedule::Summary figures;
  std::string name = "file";
  if (file) {
    if (!file->scheduler.empty()) name = file->scheduler;
    figures = summarise(demand.matrix, quanta, file->schedule, file->schedule.hops());
    fault = figures.fault;
    const base::Bytes quantum = quanta.clock().quantum;
    if (file->quantum > base::Bytes{0} && file->quantum != quantum) {
      figures.valid = false;
      fault = fmt::format(
          "it counts quanta of {} bytes, the demand is counted in {} (give the "
          "--bits, --slot and --rate it was made with)",
          file->quantum.count(), quantum.count());
    }
  } else {
    figures.ports = quanta.ports();
    figures.quantum = quanta.clock().quantum;
    figures.max_line_quanta = quanta.largest_line_sum();
  }
  report::ScheduleRow row{name, figures};
  if (!fault.empty()) row.fault = fault;
  result.add(report::schedule_metrics()(row));
  print(result, common);
  if (!fault.empty()) say_fault(o.check, fault);
  return fault.empty();
}

}  // namespace jacquard::cli
