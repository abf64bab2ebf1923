// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/traffic_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/file.hpp"
#include "jacquard/interop/trace_events.hpp"
#include "jacquard/report/html/document.hpp"
#include "jacquard/report/line_chart.hpp"

namespace jacquard::serve {
namespace {

using interop::exact_microseconds;

constexpr std::size_t kMostPoints = 500;  // of a line in a picture

double seconds(base::Picoseconds time) { return base::to_seconds(time).count(); }

std::string requests_csv(const std::vector<RequestRecord>& records) {
  std::string csv =
      "id,input_tokens,output_tokens,arrival_ps,scheduled_ps,first_token_ps,last_token_ps,ttft_ps,"
      "tpot_ps,e2e_ps,preemptions,reused_tokens\n";
  for (const RequestRecord& r : records) {
    csv += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", r.id, r.input, r.output,
                       r.arrival.count(), r.scheduled.count(), r.first_token.count(),
                       r.last_token.count(), r.ttft().count(), r.tpot().count(), r.e2e().count(),
                       r.preemptions, r.reused);
  }
  return csv;
}

std::string timeline(const std::vector<StepLog>& logs, const std::vector<std::string>& names) {
  interop::TraceEvents events;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const int process = static_cast<int>(i);
    events.metadata("process_name", process, interop::TraceEvents::kNoThread,
                    fmt::format("{{\"name\":\"{}\"}}", names[i]));
    for (const StepLog::Step& step : logs[i].steps()) {
      events.begin_interval(process, 0, exact_microseconds(step.begin.count()),
                            exact_microseconds((step.end - step.begin).count()));
      events.add(",\"name\":\"{}\",\"args\":{{\"prompt_tokens\":{},\"decodes\":{}}}}}",
                 step.prompt_tokens == 0 ? "decode"
                 : step.decodes == 0     ? "prefill"
                                         : "mixed",
                 step.prompt_tokens, step.decodes);
      for (const auto& [name, value] :
           {std::pair{"waiting", step.waiting}, std::pair{"blocks", step.blocks}}) {
        events.begin();
        events.add("\"ph\":\"C\",\"pid\":{},\"ts\":{},\"name\":\"{}\",\"args\":{{\"{}\":{}}}}}",
                   process, exact_microseconds(step.begin.count()), name, name, value);
      }
    }
  }
  return events.take();
}

// Share of requests against their latency, at most kMostPoints points.
report::Line distribution(const std::string& name, const std::vector<RequestRecord>& records,
                          base::Picoseconds (RequestRecord::*get)() const) {
  std::vector<double> sorted;
  for (const RequestRecord& record : records) sorted.push_back(seconds((record.*get)()));
  std::sort(sorted.begin(), sorted.end());
  report::Line line{name, {}};
  line.marks = false;
  const std::size_t stride = std::max<std::size_t>(1, sorted.size() / kMostPoints);
  for (std::size_t i = 0; i < sorted.size(); i += stride) {
    line.points.emplace_back(sorted[i],
                             static_cast<double>(i + 1) / static_cast<double>(sorted.size()));
  }
  if (!sorted.empty()) line.points.emplace_back(sorted.back(), 1.0);
  return line;
}

std::string distribution_chart(const char* x, const std::vector<RequestRecord>& records,
                               base::Picoseconds (RequestRecord::*get)() const) {
  report::LineChart chart;
  chart.x_label = std::string(x) + ", s";
  chart.y_label = "share of requests";
  chart.lines.push_back(distribution(x, records, get));
  return "<h2>" + std::string(x) + "</h2>\n" + report::inline_svg(chart);
}

std::string over_time(const std::string& title, const std::vector<StepLog>& logs,
                      const std::vector<std::string>& names, std::int64_t StepLog::Step::*value) {
  report::LineChart chart;
  chart.x_label = "time, s";
  chart.y_label = title;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    report::Line line{names[i], {}};
    line.marks = false;
    const auto& steps = logs[i].steps();
    const std::size_t stride = std::max<std::size_t>(1, steps.size() / kMostPoints);
    for (std::size_t at = 0; at < steps.size(); at += stride) {
      line.points.emplace_back(seconds(steps[at].begin), static_cast<double>(steps[at].*value));
    }
    chart.lines.push_back(std::move(line));
  }
  return "<h2>" + title + "</h2>\n" + report::inline_svg(chart) + report::line_legend(names);
}

std::string page(const TrafficRow& row, const std::vector<RequestRecord>& records,
                 const std::vector<StepLog>& logs, const std::vector<std::string>& names) {
  const auto fact = [](double value, const std::string& unit, const char* name) {
    return report::fact(fmt::format("{:.4g}{}", value, unit), name);
  };
  const double ms = 1e9;
  std::string body = "<h1>" + row.model + " on " + row.system + ", " + row.layout + "</h1>\n";
  body += fact(static_cast<double>(row.requests), "", "requests");
  body += fact(row.per_second(static_cast<double>(row.output_tokens)), "", "output tokens/s");
  body += fact(row.ttft.p50 / ms, " ms", "median time to first token");
  body += fact(row.ttft.p99 / ms, " ms", "P99 time to first token");
  body += fact(row.tpot.p50 / ms, " ms", "median time per output token");
  body += fact(row.tpot.p99 / ms, " ms", "P99 time per output token");
  body += fact(100 * row.good, " %", "of requests keep the SLO");
  body += fact(static_cast<double>(row.preemptions), "", "pre-emptions");
  body += distribution_chart("Time to first token", records, &RequestRecord::ttft);
  body += distribution_chart("Time per output token", records, &RequestRecord::tpot);
  body += distribution_chart("Time to the last token", records, &RequestRecord::e2e);
  body += over_time("Requests that wait", logs, names, &StepLog::Step::waiting);
  body += over_time("Blocks of cache in use", logs, names, &StepLog::Step::blocks);
  body += over_time("Requests that decode", logs, names, &StepLog::Step::decodes);
  return report::document("jacquard serve: " + row.model, body);
}

}  // namespace

void StepLog::seen(const StepSeen& step) {
  if (steps_.size() >= kMostSteps) return;
  Step kept{step.begin, step.end, 0, 0, step.waiting, step.blocks};
  for (const StepLoad& load : step.groups) {
    kept.prompt_tokens += load.prompt_tokens();
    kept.decodes += load.decodes;
  }
  steps_.push_back(kept);
}

void write_traffic(const TrafficRow& row, const std::vector<RequestRecord>& records,
                   const std::vector<StepLog>& logs, const std::vector<std::string>& names,
                   const std::string& folder) {
  base::write_file(folder + "/requests.csv", requests_csv(records));
  base::write_file(folder + "/timeline.json", timeline(logs, names));
  base::write_file(folder + "/serve.html", page(row, records, logs, names));
}

}  // namespace jacquard::serve
