// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/serve/dynamic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "jacquard/base/error.hpp"
#include "jacquard/serve/traces/read_requests.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/serve/arrivals.hpp"
#include "sim/serve/find.hpp"
#include "sim/serve/layout.hpp"
#include "sim/serve/out/traffic_files.hpp"
#include "sim/serve/replay_rows.hpp"
#include "sim/serve/saturated.hpp"
#include "sim/serve/traffic_row.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

using serve::ServeConfig;
using serve::TrafficRun;
using serve::TrafficSpec;

constexpr std::int64_t kDrawn = 1000;  // requests, where no number is given
constexpr double kLeastSeconds = 60;   // of a run of --find max-rate
constexpr double kLimits = 10;         // times an SLO's limit that it lasts
constexpr double kMostToFind = 2e6;    // requests of it
constexpr std::int64_t kRounds = 10;   // of each client, likewise

[[noreturn]] void fail(const char* option, const std::string& expected, const std::string& found,
                       const std::string& hint = "") {
  throw base::ConfigError({option, "", expected, found, hint});
}

// The scheduler of the software whose kernels are meant, where none is named.
serve::Policy policy_of(const ServeConfig& config) {
  if (config.policy != serve::Policy::static_batch) return config.policy;
  switch (config.software) {
    case cost::Software::sglang:
      return serve::Policy::prefill_first;
    case cost::Software::trtllm:
      return serve::Policy::no_evict;
    default:
      return serve::Policy::continuous;
  }
}

std::vector<serve::Request> drawn(const ServeConfig& config, const DynamicOptions& o, double rate,
                                  std::int64_t count, std::uint64_t seed) {
  serve::Arrivals arrivals;
  arrivals.per_second = rate;
  arrivals.variation = serve::parse_variation(o.given.arrivals.given() ? o.arrivals : "poisson");
  return serve::drawn_requests(arrivals, count, config.input, config.output, o.shortest, seed);
}

// Enough that an overload shows: a minute of it, or ten times the limits.
std::int64_t requests_at(double rate, const serve::Slo& slo) {
  double seconds = kLeastSeconds;
  for (const auto& limit : {slo.ttft, slo.e2e}) {
    if (limit) seconds = std::max(seconds, kLimits * base::to_seconds(*limit).count());
  }
  const double count = std::ceil(rate * seconds);
  return std::max(kDrawn, static_cast<std::int64_t>(std::min(count, kMostToFind)));
}

TrafficSpec spec_of(const ServeConfig& config, const DynamicOptions& o, const Common& common,
                    const serve::RequestLimit& limit) {
  TrafficSpec spec;
  if (o.given.requests.given()) {
    serve::RecordedRequests read = serve::read_requests(o.requests, limit);
    spec.requests = std::move(read.requests);
    spec.prefix_block = read.prefix_block;
    return spec;
  }
  spec.clients = o.clients;
  const std::int64_t usual = o.clients > 0 ? o.clients * kRounds : kDrawn;
  const double rate = !o.given.rate.given() ? 1 : serve::parse_rate(o.rate);
  spec.requests = drawn(config, o, rate, o.count > 0 ? o.count : usual, common.seed);
  return spec;
}

// The instances of a run, and a way to run them.
struct Plan {
  std::vector<serve::Setup> setups;
  std::vector<int> instances;

  TrafficRun run(const TrafficSpec& spec, const std::vector<serve::StepWatcher*>& watchers,
                 serve::FabricExchanges* fabric = nullptr) const {
    if (setups.size() == 1) return run_traffic(setups[0], instances[0], spec, watchers, fabric);
    return run_disaggregated(setups[0], instances[0], setups[1], instances[1], spec, watchers);
  }
  // Of a request as a whole, which the last of them ends.
  serve::RequestLimit limit() const { return serve::request_limit(setups.back()); }
  int all_instances() const { return std::accumulate(instances.begin(), instances.end(), 0); }
};

Plan plan_of(const ServeConfig& config, const std::vector<serve::Layout>& layouts) {
  Plan plan;
  for (const serve::Layout& layout : layouts) {
    plan.setups.push_back(serve::setup_of_instance(config, layout));
    plan.instances.push_back(layout.instances);
  }
  return plan;
}

Plan plan_of(const ServeConfig& config, const DynamicOptions& o) {
  if (!o.given.disaggregate.given()) {
    const serve::Setup setup = serve::setup_of(config);
    return {{setup}, {setup.replicas}};
  }
  const serve::SplitLayout split = serve::parse_split(o.disaggregate);
  const int all = split.prefill.npus() + split.decode.npus();
  if (config.npus > 0 && all > config.npus) {
    fail("--disaggregate", fmt::format("at most the {} NPUs of --npus", config.npus),
         fmt::format("{} of prefill and {} of decode", split.prefill.npus(), split.decode.npus()),
         fmt::format("--npus {} would do, or none: the split says how many there are", all));
  }
  return plan_of(config, {split.prefill, split.decode});
}

// Runs it and adds its row; with --out also writes its files into that folder.
void run_into(report::Result& result, const Plan& plan, const TrafficSpec& spec,
              const serve::Slo& slo, const std::string& folder, const Common& common) {
  serve::SeenInstances seen(folder.empty() ? 0 : plan.all_instances());
  tool::Progress progress("serve", "steps");
  std::optional<serve::FabricExchanges> fabric;
  if (!plan.setups.front().config.fabric.empty()) {
    serve::FabricExchanges::Options options;
    options.seed = common.seed;
    options.workers = common.threads;
    options.progress = [&progress](std::int64_t step) {
      progress.at(static_cast<double>(step + 1), 0, fmt::format("step {}", step + 1));
    };
    fabric.emplace(plan.setups.front(), options);
  }
  const TrafficRun run = plan.run(spec, seen.watchers(), fabric ? &*fabric : nullptr);
  result.add(serve::traffic_metrics()(serve::traffic_row(run, slo)));
  if (!folder.empty()) {
    serve::write_traffic(run, seen, slo, command_line(common.words), folder);
  }
}

int run_replay(const DynamicOptions& o, const Common& common) {
  const serve::ReplayAnswer answer = serve::replay(o.profile, o.serving_config, o.requests);
  report::Result result(
      "serve", common.seed,
      {{"profile", o.profile}, {"serving_config", o.serving_config}, {"requests", o.requests}});
  for (const serve::ReplayFigure& figure : answer.figures) {
    result.add(serve::replay_figure_metrics()(figure));
  }
  result.add(serve::replay_metrics()(serve::summary(answer)));
  print(result, common);
  write_result(result, common, "serve");
  return 0;
}

int finish(report::Result& result, const Common& common) {
  print(result, common);
  write_result(result, common, "serve");
  return 0;
}

report::Result result_of(const ServeConfig& config, const DynamicOptions& o, const Common& common) {
  return report::Result("serve", common.seed,
                        {{"serve", serve::serve_fields().show(config)},
                         {"requests", o.requests},
                         {"rate", o.rate},
                         {"arrivals", o.arrivals},
                         {"requests_count", o.count},
                         {"shortest", o.shortest},
                         {"clients", o.clients},
                         {"slo", o.slo},
                         {"disaggregate", o.disaggregate},
                         {"find", o.find}});
}

int find_max_rate(const ServeConfig& config, const DynamicOptions& o, const Common& common) {
  const serve::Slo slo = serve::parse_slo(o.slo);
  const Plan plan = plan_of(config, o);
  tool::Progress progress("serve", "runs");
  const auto spec_at = [&](double rate) {
    const std::int64_t count = o.given.count.given() ? o.count : requests_at(rate, slo);
    return TrafficSpec{drawn(config, o, rate, count, common.seed)};
  };
  const serve::FoundRate found = serve::find_rate(slo, [&](double rate) {
    progress.at(fmt::format("{:.3g} requests/s", rate));
    return plan.run(spec_at(rate), {});
  });
  serve::FoundRow row;
  row.found = o.find;
  row.rate = found.rate;
  report::Result result = result_of(config, o, common);
  result.add(serve::found_metrics()(row));
  run_into(result, plan, spec_at(found.rate), slo, common.out, common);
  return finish(result, common);
}

int find_gpus(const ServeConfig& config, const DynamicOptions& o, const Common& common) {
  const serve::Slo slo = serve::parse_slo(o.slo);
  const TrafficSpec spec = spec_of(config, o, common, {});
  tool::Progress progress("serve", "runs");
  const serve::FoundGpus found =
      serve::find_gpus(config, serve::instance_layouts(config, spec), slo, spec,
                       [&](const std::string& layout) { progress.at(layout); });
  serve::FoundRow row;
  row.found = o.find;
  row.ratio = found.ratio();
  if (found.aggregated) {
    row.aggregated = found.aggregated->row.layout;
    row.aggregated_npus = found.aggregated->row.npus;
  }
  if (found.disaggregated) {
    row.disaggregated = found.disaggregated->row.layout;
    row.disaggregated_npus = found.disaggregated->row.npus;
  }
  report::Result result = result_of(config, o, common);
  result.add(serve::found_metrics()(row));
  const auto add = [&](const std::optional<serve::FoundLayout>& one, const char* name) {
    if (!one) return;
    const std::string folder = common.out.empty() ? "" : common.out + "/" + name;
    run_into(result, plan_of(config, one->layouts), spec, slo, folder, common);
  };
  add(found.aggregated, "aggregated");
  add(found.disaggregated, "disaggregated");
  return finish(result, common);
}

int run_one(const ServeConfig& config, const DynamicOptions& o, const Common& common) {
  const serve::Slo slo = o.given.slo.given() ? serve::parse_slo(o.slo) : serve::Slo{};
  const Plan plan = plan_of(config, o);
  const TrafficSpec spec = spec_of(config, o, common, plan.limit());
  report::Result result = result_of(config, o, common);
  run_into(result, plan, spec, slo, common.out, common);
  return finish(result, common);
}

int run_queue(const ServeConfig& config, const DynamicOptions& o, const Common& common) {
  report::Result result = result_of(config, o, common);
  result.add(serve::batch_metrics()(serve::run_saturated(config)));
  return finish(result, common);
}

// Fabrics carry the steps of one queue alone.
void require_one_queue(const ServeConfig& config, const DynamicOptions& o) {
  if (config.fabric.empty()) return;
  const char* const found = o.replays()                    ? "a replay"
                            : !o.find.empty()              ? "--find"
                            : o.given.disaggregate.given() ? "--disaggregate"
                            : !o.traffic()                 ? "a batch"
                                                           : nullptr;
  if (found != nullptr) fail("--fabric", "--requests, --rate or --clients, and one queue", found);
}

}  // namespace

bool is_dynamic(const ServeConfig& config, const DynamicOptions& o) {
  return config.policy != serve::Policy::static_batch || o.any();
}

int run_dynamic(const ServeConfig& given, const ServeOptions& words, const DynamicOptions& o,
                const Common& common) {
  check(o, words);
  require_one_queue(given, o);
  if (o.replays()) return run_replay(o, common);
  ServeConfig config = given;
  if (!words.given("policy")) config.policy = policy_of(config);
  if (o.find == "max-rate") return find_max_rate(config, o, common);
  if (o.find == "gpus") return find_gpus(config, o, common);
  if (!o.traffic()) return run_queue(config, o, common);
  return run_one(config, o, common);
}

std::vector<report::RowKind> dynamic_row_kinds() {
  return {serve::traffic_metrics().kind(), serve::found_metrics().kind(),
          serve::replay_figure_metrics().kind(), serve::replay_metrics().kind()};
}

}  // namespace jacquard::cli
