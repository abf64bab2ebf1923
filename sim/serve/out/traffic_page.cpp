// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/out/traffic_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/line_chart.hpp"
#include "sim/serve/traffic_row.hpp"

namespace jacquard::serve {
namespace {

using report::escape;
using report::fact;
using report::Line;
using report::LineChart;

constexpr int kBins = 250;           // of the time axis: two pixels each
constexpr std::size_t kDots = 1000;  // of a chart, so that a page stays small

struct Latency {
  const char* name;
  const char* heading;
  base::Picoseconds (RequestRecord::*of)() const;
  std::optional<base::Picoseconds> limit;
  bool single;  // requests with one output token have it too
};

std::vector<Latency> latencies(const Slo& slo) {
  return {{"time to first token", "Time to first token", &RequestRecord::ttft, slo.ttft, true},
          {"time per output token", "Time per output token", &RequestRecord::tpot, slo.tpot, false},
          {"end to end", "End to end", &RequestRecord::e2e, slo.e2e, true}};
}

// The unit in which the largest of `values` has one to three digits before the point.
std::pair<double, const char*> unit_of(double largest_ps) {
  if (largest_ps >= 1e12) return {1e12, "s"};
  return largest_ps >= 1e9 ? std::pair{1e9, "ms"} : std::pair{1e6, "us"};
}

std::vector<double> sorted_values(const std::vector<RequestRecord>& records, const Latency& which) {
  std::vector<double> values;
  for (const RequestRecord& r : records) {
    if (r.output > 1 || which.single) {
      values.push_back(static_cast<double>((r.*which.of)().count()));
    }
  }
  std::sort(values.begin(), values.end());
  return values;
}

// Percentiles from 0 to 100 in halves, and the limit as a level line.
std::string percentiles(const std::vector<RequestRecord>& records, const Latency& which) {
  const std::vector<double> sorted = sorted_values(records, which);
  if (sorted.empty()) return "";
  const auto [unit, name] = unit_of(sorted.back());
  LineChart chart;
  chart.x_label = "percentile of requests";
  chart.y_label = fmt::format("{} ({})", which.name, name);
  Line line{which.name, {}, false};
  for (int half = 0; half <= 200; ++half) {
    line.points.emplace_back(half / 2.0, interpolated(sorted, half / 200.0) / unit);
  }
  chart.lines.push_back(std::move(line));
  if (which.limit) {
    const double level = static_cast<double>(which.limit->count()) / unit;
    chart.lines.push_back({"limit", {{0, level}, {100, level}}, false});
  }
  return fmt::format("<div><h3>{}</h3>\n{}</div>\n", which.heading, report::inline_svg(chart));
}

// First tokens by arrival: where a queue builds up, the dots climb.
std::string first_tokens(const std::vector<RequestRecord>& records) {
  double largest = 0;
  for (const RequestRecord& r : records) {
    largest = std::max(largest, static_cast<double>(r.ttft().count()));
  }
  const auto [unit, name] = unit_of(largest);
  Line dots{"requests", {}, true, false};
  const std::size_t stride = records.size() / kDots + 1;
  for (std::size_t i = 0; i < records.size(); i += stride) {
    dots.points.emplace_back(base::to_seconds(records[i].arrival).count(),
                             static_cast<double>(records[i].ttft().count()) / unit);
  }
  std::sort(dots.points.begin(), dots.points.end());
  LineChart chart;
  chart.x_label = "arrival (s)";
  chart.y_label = fmt::format("time to first token ({})", name);
  chart.lines = {std::move(dots)};
  return fmt::format("<div><h3>First tokens by arrival{}</h3>\n{}</div>\n",
                     stride == 1 ? "" : fmt::format(", one of {}", stride),
                     report::inline_svg(chart));
}

// The instances that do the same work.
struct Role {
  std::string name;
  std::size_t first;
  std::size_t count;
  double blocks;  // of all its caches
};

std::vector<Role> roles_of(const TrafficRun& run) {
  std::vector<Role> roles;
  std::size_t first = 0;
  for (std::size_t s = 0; s < run.setups.size(); ++s) {
    const auto count = static_cast<std::size_t>(run.instances[s]);
    const char* name = !run.disaggregated ? "all instances" : s == 0 ? "prefill" : "decode";
    const double each = static_cast<double>(engine_settings(run.setups[s]).blocks - 1) *
                        run.setups[s].deployment.attention_dp;
    roles.push_back({name, first, count, each * static_cast<double>(count)});
    first += count;
  }
  return roles;
}

// A line for each role: the sum of its instances' largest values in each bin of time.
template <class Value>
std::string over_time(const TrafficRun& run, const std::vector<SeenSteps>& instances,
                      const char* heading, const char* label, const Value& value) {
  LineChart chart;
  chart.x_label = "time (s)";
  chart.y_label = label;
  const double width = base::to_seconds(run.run.end).count() / kBins;
  for (const Role& role : roles_of(run)) {
    std::vector<double> sum(kBins, 0.0);
    for (std::size_t i = role.first; i < role.first + role.count && i < instances.size(); ++i) {
      const auto bins = largest_by_bin(instances[i].steps(), run.run.end, kBins,
                                       [&](const SeenStep& step) { return value(role, step); });
      for (std::size_t b = 0; b < sum.size(); ++b) sum[b] += bins[b];
    }
    Line line{role.name, {}, false};
    for (std::size_t b = 0; b < sum.size(); ++b) {
      line.points.emplace_back((static_cast<double>(b) + 0.5) * width, sum[b]);
    }
    chart.lines.push_back(std::move(line));
  }
  return fmt::format("<div><h3>{}</h3>\n{}</div>\n", heading, report::inline_svg(chart));
}

std::string figures(const TrafficRow& row, const Slo& slo) {
  const auto time = [](double ps) {
    return report::time_text(base::Picoseconds{static_cast<std::int64_t>(ps)});
  };
  std::string html = "<div class=\"facts\">\n";
  html += fact(report::grouped(row.requests), "requests, all served");
  html += fact(report::number_text(row.per_second(static_cast<double>(row.requests))),
               "requests a second");
  html += fact(report::number_text(row.per_second(static_cast<double>(row.output_tokens))),
               "output tokens a second");
  html += fact(time(row.ttft.p50) + " / " + time(row.ttft.p99), "to first token, median and P99");
  html += fact(time(row.tpot.p50) + " / " + time(row.tpot.p99), "per output token, median and P99");
  html += fact(report::percent(row.mfu), "of the peak in model FLOPs");
  html += fact(report::grouped(row.preemptions), "pre-emptions");
  if (row.kv_capacity > 0) {
    html += fact(report::percent(row.most_kv / row.kv_capacity), "of the fullest cache");
  }
  if (slo.ttft || slo.tpot || slo.e2e) {
    html += fmt::format(
        "<div class=\"fact\"><b class=\"{}\">{}</b><span>of requests keep the "
        "limits, of {} asked for</span></div>\n",
        row.good >= slo.share ? "good" : "bad", report::percent(row.good),
        report::percent(slo.share));
  }
  return html + "</div>\n";
}

}  // namespace

std::string traffic_page(const TrafficRun& run, const std::vector<SeenSteps>& instances,
                         const Slo& slo, const std::string& command) {
  const TrafficRow row = traffic_row(run, slo);
  std::string body = fmt::format(
      "<h1>{} on {}</h1>\n<p class=\"soft\"><code>{}</code></p>\n<p>{} NPU{} as "
      "<code>{}</code>, kernels of {}, policy {}.</p>\n",
      escape(row.model), escape(row.system), escape(command), row.npus, row.npus == 1 ? "" : "s",
      escape(row.layout), escape(row.software), escape(row.policy));
  body += figures(row, slo);
  body +=
      "<h2>How latencies are spread</h2>\n<p class=\"soft\">The value at each percentile. Time "
      "per output token is (last - first) / (output tokens - 1).</p>\n";
  if (slo.ttft || slo.tpot || slo.e2e) body += report::line_legend({"latency", "limit of --slo"});
  body += "<div class=\"pair\">\n";
  for (const Latency& which : latencies(slo)) body += percentiles(run.run.records, which);
  body += first_tokens(run.run.records) + "</div>\n";

  body +=
      "<h2>Over time</h2>\n<p class=\"soft\">The largest value in each of 250 equal times, "
      "summed over instances.</p>\n";
  if (run.disaggregated) body += report::line_legend({"prefill", "decode"});
  body += "<div class=\"pair\">\n";
  body += over_time(run, instances, "Requests that wait", "requests",
                    [](const Role&, const SeenStep& step) { return step.waiting; });
  body += over_time(run, instances, "Sequences in a step", "sequences",
                    [](const Role&, const SeenStep& step) { return step.prompts + step.decodes; });
  body += over_time(run, instances, "Cache in use", "share of its blocks",
                    [](const Role& role, const SeenStep& step) {
                      return static_cast<double>(step.blocks) / role.blocks;
                    });
  body += over_time(run, instances, "Prompt tokens in a step", "tokens",
                    [](const Role&, const SeenStep& step) { return step.prompt_tokens; });
  return report::document("jacquard serve", body + "</div>\n");
}

}  // namespace jacquard::serve
