// SPDX-License-Identifier: Apache-2.0
#include "sim/experiment/write_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "jacquard/base/file.hpp"
#include "jacquard/report/fabric/csv.hpp"
#include "jacquard/report/fabric/fabric_timeline.hpp"
#include "jacquard/report/fabric/page.hpp"
#include "jacquard/report/timeline/trace_events.hpp"
#include "jacquard/rtl/scheduler_waves.hpp"

namespace jacquard::experiment {
namespace {

// A fabric's name as part of a file's.
std::string file_name(std::string name) {
  for (char& c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
    if (!plain) c = '_';
  }
  return name;
}

std::string text_of(const report::Row& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

report::FabricReport page_of(const ExperimentAnswer& a, const std::vector<report::Row>& rows,
                             const std::string& command) {
  report::FabricReport page;
  page.title = a.effective.title.empty() ? "A simulated fabric" : a.effective.title;
  page.command = command;
  page.swept = a.effective.sweep.key;
  page.demand = a.traffic.front()->front().demand;
  page.demand_name = a.traffic.front()->front().name;
  for (const CaseRuns& runs : a.runs) {
    report::FabricSeries series{runs.of->fabric, runs.source, runs.of->point, {}};
    for (const RunFigures& f : runs.runs) series.completions.push_back(f.completion);
    page.series.push_back(std::move(series));
  }
  page.runs = a.details;
  for (const report::Row& row : rows) {
    page.table.emplace_back();
    for (const auto& [key, value] : row.items())
      page.table.back().emplace_back(key, text_of(value));
  }
  page.notes = {
      "Completion is when the last data byte of all has been received; of a circuit fabric, when "
      "the last byte of data and acknowledgements has.",
      "Efficiency is the time the busiest port's bytes alone would take at the link rate, over the "
      "completion: headers, acknowledgements, guards, decision, control messages and propagation "
      "count as lost.",
      "A circuit fabric's completion includes its decision, and the control messages to and from "
      "the scheduler, unless the configuration says otherwise."};
  return page;
}

}  // namespace

WrittenFiles write_report(const ExperimentAnswer& a, const report::Result& result,
                          const std::vector<report::Row>& brief_rows, const std::string& command,
                          const std::string& folder, const std::string& waveform) {
  WrittenFiles files;
  const auto write = [&](const std::string& name, const std::string& what,
                         const std::string& text) {
    base::write_file(folder + "/" + name, text);
    files.emplace_back(name, what);
  };
  write("result.json", "the rows, as --json prints them", result.json());
  write("effective.json",
        "the configuration with all defaults and measured latencies: run it again",
        experiment_fields().show(a.effective).dump(2) + "\n");
  write("flows.csv", "every flow of the first matrix through each fabric",
        report::flows_csv(a.details));
  write("links.csv", "how each link spent its time", report::links_csv(a.details));
  write("settings.csv", "every setting of each crossbar: -1 is an idle input",
        report::settings_csv(a.details));
  write("transfers.csv", "what went over each circuit, with the times at every place it passed",
        report::transfers_csv(a.details));
  for (const report::FabricRun& run : a.details) {
    write("timeline-" + file_name(run.fabric) + ".json", "the run in time, for ui.perfetto.dev",
          report::trace_events(report::fabric_timeline(run)));
  }
  std::error_code ignored;
  if (!waveform.empty() && std::filesystem::exists(waveform, ignored)) {
    const std::string name = std::filesystem::path(waveform).filename().string();
    files.emplace_back(name, "what the RTL scheduler's pins did");
    for (const Case& c : a.cases) {
      const auto core = rtl_core_of(c);
      if (!core) continue;
      write("scheduler.gtkw", "opens it in GTKWave", rtl::scheduler_save_file(*core, name));
      break;
    }
  }
  report::FabricReport page = page_of(a, brief_rows, command);
  page.files = files;
  write("report.html", "pictures", report::fabric_page(page));
  return files;
}

}  // namespace jacquard::experiment
