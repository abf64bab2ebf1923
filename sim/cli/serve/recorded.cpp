// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/serve/recorded.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <utility>

#include "jacquard/base/error.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/serve/arrivals.hpp"
#include "jacquard/serve/traces/read_requests.hpp"
#include "sim/cli/serve/traffic_plan.hpp"

namespace jacquard::cli {
namespace {

using report::grouped;

void say(const serve::RecordedRequests& read) {
  spdlog::info("serve: read {} request{} as {}", grouped(static_cast<std::int64_t>(read.size())),
               read.size() == 1 ? "" : "s", read.form);
  if (read.failed > 0) {
    spdlog::info("serve: left out {} without an answer", grouped(read.failed));
  }
  std::string names;
  for (const auto& [name, rows] : read.passed_over) {
    names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", name, grouped(rows));
  }
  if (!names.empty()) spdlog::warn("serve: passed over, with how often: {}", names);
}

}  // namespace

serve::TrafficSpec recorded(const serve::ServeConfig& config, const DynamicOptions& o,
                            const serve::RequestLimit& limit, std::uint64_t seed) {
  const DynamicOptions::Given& g = o.given;
  serve::RecordedRequests read =
      serve::read_requests(o.requests, {limit, o.is_skip_failed, o.chars_per_token});
  g.chars_per_token.only_if(read.texts, "the file has lengths in tokens");
  g.clients.only_if(!read.timed, "recorded requests come by themselves");
  g.rate.only_if(!read.timed, "recorded requests have their times");
  g.clients.only_if(read.later.empty(), "sessions wait for their own turns: --rate starts them");
  if (!read.timed && !g.rate.given() && !g.clients.given()) {
    throw base::ConfigError({"--requests", o.requests,
                             "--rate \"10 /s\" or --clients 8 beside requests without times",
                             "neither", ""});
  }
  say(read);
  if (g.rate.given()) {
    const auto times = drawn(config, o, serve::parse_rate(o.rate),
                             static_cast<std::int64_t>(read.requests.size()), seed);
    for (std::size_t i = 0; i < times.size(); ++i) read.requests[i].arrival = times[i].arrival;
  }
  serve::TrafficSpec spec;
  spec.requests = std::move(read.requests);
  spec.later = std::move(read.later);
  spec.prefix_block = read.prefix_block;
  spec.clients = o.clients;
  return spec;
}

}  // namespace jacquard::cli
