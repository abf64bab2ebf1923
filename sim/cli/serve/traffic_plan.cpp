// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/serve/traffic_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "jacquard/base/error.hpp"
#include "jacquard/serve/arrivals.hpp"
#include "jacquard/serve/engine_defaults.hpp"
#include "jacquard/serve/sessions.hpp"
#include "sim/serve/traffic_row.hpp"
#include "sim/train/data_sheet_note.hpp"
#include "systemc/serve/interconnect_fits.hpp"

namespace jacquard::cli {
namespace {

using serve::ServeConfig;

constexpr double kLeastSeconds = 60;    // of a run
constexpr double kLimits = 10;          // times an SLO's limit that it lasts
constexpr double kStays = 5;            // times what a request stays, likewise
constexpr double kUsualTtft = 2;        // seconds, where no limit says so
constexpr double kUsualTpot = 0.05;     // likewise
constexpr double kMost = 2e6;           // requests of a run
constexpr std::int64_t kFewest = 2000;  // fewer flatter a system near its knee
constexpr std::int64_t kFewestLow = 500;
constexpr std::int64_t kWaves = 2;    // of as many requests as run at once
constexpr std::int64_t kAlone = 200;  // requests of unequal lengths
constexpr double kAtOnce = 1e9;       // requests a second

double seconds(base::Picoseconds time) { return base::to_seconds(time).count(); }

// Of a request that just keeps the limits.
double longest_stay(const serve::Slo& slo, int output_tokens) {
  const double ttft = slo.ttft ? seconds(*slo.ttft) : kUsualTtft;
  const double tpot = slo.tpot ? seconds(*slo.tpot) : kUsualTpot;
  const double whole = ttft + tpot * output_tokens;
  return slo.e2e ? std::min(seconds(*slo.e2e), whole) : whole;
}

// The median, from the first step on.
double usual_stay(const serve::ServerRun& run) {
  JQ_CHECK(!run.records.empty(), "a burst has requests");
  std::vector<double> stays;
  for (const serve::RequestRecord& record : run.records) {
    stays.push_back(seconds(record.last_token - record.scheduled));
  }
  const auto middle = stays.begin() + static_cast<std::ptrdiff_t>(stays.size() / 2);
  std::nth_element(stays.begin(), middle, stays.end());
  return *middle;
}

serve::Arrivals arrivals_of(const DynamicOptions& o, double rate) {
  return {rate, serve::parse_variation(o.given.arrivals.given() ? o.arrivals : "poisson")};
}

}  // namespace

serve::TrafficRun TrafficPlan::run(const serve::TrafficSpec& spec,
                                   const std::vector<serve::StepWatcher*>& watchers,
                                   serve::FabricExchanges* fabric,
                                   serve::FabricHandOver* hand_over) const {
  if (setups.size() == 1) return run_traffic(setups[0], instances[0], spec, watchers, fabric);
  return run_disaggregated(setups[0], instances[0], setups[1], instances[1], spec, watchers,
                           hand_over);
}

int TrafficPlan::all_instances() const {
  return std::accumulate(instances.begin(), instances.end(), 0);
}

int TrafficPlan::npus() const {
  int all = 0;
  for (std::size_t i = 0; i < setups.size(); ++i) all += instances[i] * setups[i].deployment.npus();
  return all;
}

std::string TrafficPlan::layout() const {
  const auto text = [&](std::size_t i) {
    return serve::layout_of(setups[i].deployment, instances[i]);
  };
  return setups.size() == 1 ? text(0) : "prefill=" + text(0) + ",decode=" + text(1);
}

std::int64_t TrafficPlan::at_once() const {
  const serve::Setup& last = setups.back();
  return std::int64_t{serve::engine_settings(last).max_sequences} * last.deployment.attention_dp *
         instances.back();
}

TrafficPlan plan_of(const ServeConfig& config, const std::vector<serve::Layout>& layouts) {
  TrafficPlan plan;
  for (const serve::Layout& layout : layouts) {
    plan.setups.push_back(serve::setup_of_instance(config, layout));
    plan.instances.push_back(layout.instances);
  }
  return plan;
}

TrafficPlan plan_of(const ServeConfig& config, const DynamicOptions& o) {
  if (!o.splits()) {
    const serve::Setup setup = serve::setup_of(config);
    train::say_data_sheet("serve", setup.deployment.device);
    return {{setup}, {setup.replicas}};
  }
  const serve::SplitLayout split = serve::parse_split(o.disaggregate);
  const int all = split.prefill.npus() + split.decode.npus();
  // A device's name alone says no number: then the split does.
  const bool said = config.npus > 0;
  const int there = said ? config.npus : serve::npus_of_system(config);
  serve::require_ports(config, there);
  if ((said || there > 1) && all > there) {
    throw base::ConfigError(
        {"--disaggregate", "",
         fmt::format("at most the {} NPUs of {}", there, said ? "--npus" : "--system"),
         fmt::format("{} of prefill and {} of decode", split.prefill.npus(), split.decode.npus()),
         fmt::format("--npus {} would do, or a device's name alone: then the split says how many "
                     "there are",
                     all)});
  }
  TrafficPlan plan = plan_of(config, {split.prefill, split.decode});
  serve::require_interconnect(plan.setups.back(), plan.npus());
  return plan;
}

serve::Policy policy_of(const ServeConfig& config) {
  const bool open = config.policy == serve::Policy::static_batch;
  return open ? serve::policy_of(config.software) : config.policy;
}

std::vector<serve::Request> drawn(const ServeConfig& config, const DynamicOptions& o, double rate,
                                  std::int64_t count, std::uint64_t seed) {
  return serve::drawn_requests(arrivals_of(o, rate), count, config.input, config.output, o.shortest,
                               seed);
}

serve::TrafficSpec drawn_spec(const ServeConfig& config, const DynamicOptions& o, double rate,
                              std::int64_t count, std::int64_t most_tokens, std::uint64_t seed) {
  serve::TrafficSpec spec;
  if (!o.talks()) {
    spec.requests = drawn(config, o, rate, count, seed);
    spec.clients = o.clients;
    return spec;
  }
  serve::Sessions sessions;
  if (o.given.turns.given()) sessions.turns = serve::parse_turns(o.turns);
  sessions.thinking = serve::parse_thinking(o.think);
  sessions.shared = o.shared_tokens;
  const serve::Lengths lengths{config.input, config.output, o.shortest};
  serve::DrawnSessions all =
      o.clients > 0 ? serve::client_sessions(sessions, o.clients, count, lengths, most_tokens, seed)
                    : serve::drawn_sessions(sessions, arrivals_of(o, rate), count, lengths,
                                            most_tokens, seed);
  spec.requests = std::move(all.requests);
  spec.later = std::move(all.later);
  spec.prefix_block = all.prefix_block;
  return spec;
}

// A run begins with an idle system. So it lasts several times what a request stays in one that is
// full, or what the limits leave it where that is less; and several limits of TTFT and of a whole
// answer, so that a queue that grows breaks them.
RateDraws::RateDraws(const TrafficPlan& plan, const ServeConfig& config,
                     const DynamicOptions& options, const serve::Slo& slo, std::uint64_t seed)
    : plan_(plan),
      config_(config),
      options_(options),
      slo_(slo),
      seed_(seed),
      burst_(plan.run(so_many(kAtOnce, kWaves * plan.at_once()))),
      lasts_s_(std::max(kLeastSeconds, kStays * std::min(longest_stay(slo, config.output),
                                                         usual_stay(burst_.run)))) {
  for (const auto& limit : {slo.ttft, slo.e2e}) {
    if (limit) lasts_s_ = std::max(lasts_s_, kLimits * seconds(*limit));
  }
}

std::int64_t RateDraws::count(double rate, std::int64_t fewest) const {
  if (options_.given.count.given()) return options_.count;
  const double count = std::min(std::ceil(rate * lasts_s_), kMost);
  return std::max(fewest, static_cast<std::int64_t>(count));
}

serve::TrafficSpec RateDraws::so_many(double rate, std::int64_t requests) const {
  return drawn_spec(config_, options_, rate, requests, plan_.limit().tokens, seed_);
}

serve::TrafficSpec RateDraws::at(double rate) const { return so_many(rate, count(rate, kFewest)); }

serve::TrafficSpec RateDraws::at_low(double rate) const {
  return so_many(rate, count(rate, kFewestLow));
}

serve::RateRuns RateDraws::runs(const std::function<void(double rate)>& tell) const {
  serve::RateRuns runs;
  runs.at = [this, tell](double rate) {
    tell(rate);
    return plan_.run(at(rate));
  };
  runs.until_broken = [this, tell](double rate) {
    tell(rate);
    serve::TrafficSpec spec = at(rate);
    spec.until_broken = slo_;
    return plan_.run(spec);
  };
  runs.at_once = [this] { return burst_; };
  runs.alone = [this] {
    const bool unlike = options_.shortest < 1 || options_.talks();
    serve::TrafficSpec spec = so_many(1, unlike ? kAlone : 1);
    spec.clients = 1;
    return plan_.run(spec);
  };
  return runs;
}

}  // namespace jacquard::cli
