// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/out/traffic_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>

#include "jacquard/base/file.hpp"
#include "jacquard/report/timeline/trace_events.hpp"
#include "sim/serve/out/traffic_page.hpp"
#include "sim/serve/out/traffic_timeline.hpp"

namespace jacquard::serve {
namespace {

// All twelve decimals, so that what is read again is the same picosecond.
std::string exact_seconds(base::Picoseconds time) {
  return fmt::format("{}.{:012}", time.count() / base::kPicosecondsPerSecond,
                     time.count() % base::kPicosecondsPerSecond);
}

}  // namespace

std::vector<StepWatcher*> SeenInstances::watchers() {
  std::vector<StepWatcher*> all;
  for (SeenSteps& instance : instances_) all.push_back(&instance);
  return all;
}

std::string requests_csv(const std::vector<RequestRecord>& records, const Slo& slo) {
  std::vector<RequestRecord> sorted = records;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const RequestRecord& a, const RequestRecord& b) {
                     return std::tie(a.arrival, a.id) < std::tie(b.arrival, b.id);
                   });
  std::string csv =
      "id,input_tokens,output_tokens,arrival_s,queued_s,waited_ps,ttft_ps,tpot_ps,e2e_ps,"
      "preemptions,reused_tokens,good\n";
  for (const RequestRecord& r : sorted) {
    fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{},{},{},{},{},{},{}\n", r.id, r.input,
                   r.output, exact_seconds(r.arrival), exact_seconds(r.queued),
                   (r.scheduled - r.queued).count(), r.ttft().count(), r.tpot().count(),
                   r.e2e().count(), r.preemptions, r.reused, slo.kept_by(r) ? 1 : 0);
  }
  return csv;
}

void write_traffic(const TrafficRun& run, const SeenInstances& seen, const Slo& slo,
                   const std::string& command, const std::string& folder, bool page) {
  base::write_file(folder + "/requests.csv", requests_csv(run.run.records, slo));
  base::write_file(folder + "/timeline.json",
                   report::trace_events(traffic_timeline(run, seen.all())));
  if (page) base::write_file(folder + "/serve.html", traffic_page(run, seen.all(), slo, command));
}

}  // namespace jacquard::serve
