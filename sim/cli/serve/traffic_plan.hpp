// SPDX-License-Identifier: Apache-2.0
// The instances that a command asks for, and the requests that it draws.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "jacquard/serve/slo.hpp"
#include "sim/cli/serve/dynamic_options.hpp"
#include "systemc/serve/find_rate.hpp"
#include "systemc/serve/layout.hpp"
#include "systemc/serve/traffic_run.hpp"

namespace jacquard::cli {

// The instances of a run, and a way to run them.
struct TrafficPlan {
  std::vector<serve::Setup> setups;
  std::vector<int> instances;

  serve::TrafficRun run(const serve::TrafficSpec& spec,
                        const std::vector<serve::StepWatcher*>& watchers = {},
                        serve::FabricExchanges* fabric = nullptr,
                        serve::FabricHandOver* hand_over = nullptr) const;
  // Of a request as a whole, which the last of them ends.
  serve::RequestLimit limit() const { return serve::request_limit(setups.back()); }
  int all_instances() const;
  int npus() const;
  std::string layout() const;  // "2xtp4", "prefill=2xtp4,decode=1xtp8"
  // Requests that their schedulers run at once, if memory holds them.
  std::int64_t at_once() const;
};

TrafficPlan plan_of(const serve::ServeConfig& config, const std::vector<serve::Layout>& layouts);
TrafficPlan plan_of(const serve::ServeConfig& config, const DynamicOptions& options);

// The scheduler of the software whose kernels are meant, where none is named.
serve::Policy policy_of(const serve::ServeConfig& config);

std::vector<serve::Request> drawn(const serve::ServeConfig& config, const DynamicOptions& options,
                                  double rate, std::int64_t count, std::uint64_t seed);

// The same as a run's, where --turns and --think may make sessions of them: requests of at most
// `most_tokens`.
serve::TrafficSpec drawn_spec(const serve::ServeConfig& config, const DynamicOptions& options,
                              double rate, std::int64_t count, std::int64_t most_tokens,
                              std::uint64_t seed);

// Requests for a search over rates: equal ones at every rate, and so many that an overload shows.
// What it is made of must outlive it. It begins with a burst, which says how long requests stay.
class RateDraws {
 public:
  RateDraws(const TrafficPlan& plan, const serve::ServeConfig& config,
            const DynamicOptions& options, const serve::Slo& slo, std::uint64_t seed);

  serve::TrafficSpec at(double rate) const;
  // At a rate far below the knee, where runs are slow and fewer requests do.
  serve::TrafficSpec at_low(double rate) const;
  // `tell` hears of the rates.
  serve::RateRuns runs(const std::function<void(double rate)>& tell) const;

 private:
  std::int64_t count(double rate, std::int64_t fewest) const;
  serve::TrafficSpec so_many(double rate, std::int64_t requests) const;

  const TrafficPlan& plan_;
  const serve::ServeConfig& config_;
  const DynamicOptions& options_;
  const serve::Slo& slo_;
  std::uint64_t seed_;
  serve::TrafficRun burst_;
  double lasts_s_;  // a run at least
};

}  // namespace jacquard::cli
