// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/replay.hpp"

#include <algorithm>
#include <utility>

#include "jacquard/base/error.hpp"
#include "jacquard/serve/cluster/replicas.hpp"
#include "jacquard/serve/spread.hpp"
#include "jacquard/serve/traces/read_requests.hpp"
#include "jacquard/serve/traffic.hpp"

namespace jacquard::serve {
namespace {

constexpr double kPicosecondsPerMillisecond = 1e9;

}  // namespace

std::optional<double> ReplayFigure::error() const {
  if (!measured_ms || *measured_ms == 0) return std::nullopt;
  return simulated_ms / *measured_ms - 1;
}

std::vector<ReplayFigure> replay_figures(const std::vector<RequestRecord>& records,
                                         const std::map<std::string, double>& measured) {
  std::vector<base::Picoseconds> first;
  std::vector<base::Picoseconds> further;
  std::vector<base::Picoseconds> whole;
  for (const RequestRecord& record : records) {
    first.push_back(record.ttft());
    if (record.output > 1) further.push_back(record.tpot());
    whole.push_back(record.e2e());
  }
  std::vector<ReplayFigure> figures;
  const auto add = [&](const std::string& name, double ps) {
    const auto found = measured.find(name);
    figures.push_back({name, ps / kPicosecondsPerMillisecond, std::nullopt});
    if (found != measured.end()) figures.back().measured_ms = found->second;
  };
  const auto add_all = [&](const std::string& word, const Spread& spread) {
    add(word + " Mean", spread.mean);
    add(word + " Median", spread.p50);
    add(word + " P90", spread.p90);
    add(word + " P95", spread.p95);
    add(word + " P99", spread.p99);
  };
  add_all("TTFT", spread_of(first));
  add_all("TPOT", spread_of(further));
  add_all("Latency", spread_of(whole));
  return figures;
}

ReplayAnswer replay(const std::string& profile, const std::string& settings,
                    const std::string& requests, StepWatcher* watcher) {
  ReplayAnswer answer;
  answer.settings = read_replay_settings(settings);
  const auto clock = profile_clock(profile, answer.settings.model);
  RecordedRequests read = read_requests(requests);
  if (!read.timed) {
    throw base::ConfigError({requests, "", "requests with times", read.form + " without", ""});
  }
  const bool ids = std::any_of(read.requests.begin(), read.requests.end(),
                               [](const Request& r) { return !r.prefix.empty(); });
  if (!ids) answer.settings.engine.blocks += answer.settings.shared_blocks;
  ListTraffic traffic(std::move(read.requests), read.prefix_block, std::move(read.later));
  const ReplaySettings& known = answer.settings;
  if (known.groups > 1 && known.model.experts == 0) {
    // Nothing joins the groups of a dense model.
    answer.run =
        serve_replicas(known.engine, 1,
                       std::vector<StepClock*>(static_cast<std::size_t>(known.groups), clock.get()),
                       traffic, {watcher});
  } else {
    answer.run = serve(known.engine, known.groups, *clock, traffic, watcher);
  }
  answer.figures = replay_figures(answer.run.records, answer.settings.measured);
  return answer;
}

}  // namespace jacquard::serve
