// SPDX-License-Identifier: Apache-2.0
#include "sim/collective/affordable.hpp"

#include <fmt/format.h>

#include "jacquard/base/error.hpp"
#include "jacquard/collective/generate.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/engine/event/expected_work.hpp"

namespace jacquard::run {
namespace {

constexpr double kGigabyte = 1e9;
constexpr const char* kFewer = "fewer NPUs or chunks, or a larger limit";

void require_memory(const CollectiveConfig& config, double bytes, const std::string& what) {
  if (bytes <= static_cast<double>(config.most_memory.count())) return;
  throw base::ConfigError({"--most-memory", "", "a run that needs no more memory than that",
                           fmt::format("about {:.4g} GB for {}, above {}", bytes / kGigabyte, what,
                                       config::show_quantity(config.most_memory)),
                           kFewer});
}

void require_events(const CollectiveConfig& config, double count, const char* what) {
  if (count <= static_cast<double>(config.most_events)) return;
  throw base::ConfigError(
      {"--most-events", "", "a run of no more than that",
       fmt::format("about {:.3g} {}, above {}", count, what, config.most_events), kFewer});
}

}  // namespace

double require_affordable_rounds(const CollectiveConfig& config,
                                 const collective::CollectiveRequest& request) {
  const collective::GraphSize size = collective::graph_size(request);
  require_memory(config, size.bytes, fmt::format("{:.4g} rounds", size.rounds));
  return size.rounds;
}

double require_affordable(const CollectiveConfig& config, const engine::Scenario& scenario) {
  const engine::ExpectedWork work = engine::expected_work(scenario);
  require_memory(config, work.bytes, fmt::format("{} rounds", scenario.graph.rounds.size()));
  require_events(config, work.events, "events");
  return work.events;
}

void require_affordable_form(const CollectiveConfig& config,
                             const collective::CollectiveRequest& request) {
  for (const collective::Algorithm& algorithm : request.algorithms) {
    if (algorithm.method != collective::Method::double_binary_tree) continue;
    require_events(config,
                   static_cast<double>(request.shape.size()) * collective::chunking(request).count,
                   "steps");
    return;
  }
}

}  // namespace jacquard::run
