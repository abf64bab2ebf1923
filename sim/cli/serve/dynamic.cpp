// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/serve/dynamic.hpp"

#include <fmt/format.h>

#include <numeric>
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
constexpr std::int64_t kRounds = 10;   // of each client, likewise
constexpr std::int64_t kMostDrawn = 10'000'000;
constexpr int kMostClients = 1 << 20;

[[noreturn]] void fail(const char* option, const std::string& expected, const std::string& found,
                       const std::string& hint = "") {
  throw base::ConfigError({option, "", expected, found, hint});
}

void refuse_together(bool one, const char* option, bool other, const std::string& beside) {
  if (one && other) fail(option, "nothing of the kind beside " + beside, "both");
}

void check(const DynamicOptions& o) {
  refuse_together(o.clients > 0, "--clients", !o.requests.empty(), "--requests");
  refuse_together(o.clients > 0, "--clients", !o.rate.empty(), "--rate");
  refuse_together(!o.rate.empty(), "--rate", !o.requests.empty(), "--requests");
  refuse_together(!o.rate.empty(), "--rate", o.find == "max-rate", "--find max-rate");
  refuse_together(!o.requests.empty(), "--requests", o.find == "max-rate", "--find max-rate");
  if (o.count < 0 || o.count > kMostDrawn) {
    fail("--requests-count", fmt::format("a whole number in 1..{}", kMostDrawn),
         std::to_string(o.count));
  }
  if (o.clients < 0 || o.clients > kMostClients) {
    fail("--clients", fmt::format("a whole number in 1..{}", kMostClients),
         std::to_string(o.clients));
  }
  if (!(o.shortest > 0) || o.shortest > 1) {
    fail("--shortest", "a share above 0 and at most 1", std::to_string(o.shortest));
  }
  if (!o.find.empty() && o.find != "max-rate" && o.find != "gpus") {
    fail("--find", "max-rate or gpus", o.find);
  }
  if (!o.find.empty() && o.slo.empty()) {
    fail("--find", "--slo beside it, such as --slo \"ttft=2 s,tpot=50 ms\"", "none");
  }
  if (o.find == "gpus" && o.requests.empty() && o.rate.empty()) {
    fail("--find gpus", "--requests FILE or --rate beside it", "neither");
  }
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
  arrivals.variation = serve::parse_variation(o.arrivals.empty() ? "poisson" : o.arrivals);
  return serve::drawn_requests(arrivals, count, config.input, config.output, o.shortest, seed);
}

TrafficSpec spec_of(const ServeConfig& config, const DynamicOptions& o, const Common& common) {
  TrafficSpec spec;
  if (!o.requests.empty()) {
    serve::RecordedRequests read = serve::read_requests(o.requests);
    spec.requests = std::move(read.requests);
    spec.prefix_block = read.prefix_block;
    return spec;
  }
  spec.clients = o.clients;
  const std::int64_t usual = o.clients > 0 ? o.clients * kRounds : kDrawn;
  const double rate = o.rate.empty() ? 1 : serve::parse_rate(o.rate);
  spec.requests = drawn(config, o, rate, o.count > 0 ? o.count : usual, common.seed);
  return spec;
}

// The instances of a run, and a way to run them.
struct Plan {
  std::vector<serve::Setup> setups;
  std::vector<int> instances;

  TrafficRun run(const TrafficSpec& spec, const std::vector<serve::StepWatcher*>& watchers) const {
    if (setups.size() == 1) return run_traffic(setups[0], instances[0], spec, watchers);
    return run_disaggregated(setups[0], instances[0], setups[1], instances[1], spec, watchers);
  }
  int all_instances() const { return std::accumulate(instances.begin(), instances.end(), 0); }
};

Plan plan_of(const ServeConfig& config, const DynamicOptions& o) {
  if (o.disaggregate.empty()) {
    const serve::Setup setup = serve::setup_of(config);
    return {{setup}, {setup.replicas}};
  }
  const serve::SplitLayout split = serve::parse_split(o.disaggregate);
  Plan plan{{serve::setup_of_instance(config, split.prefill),
             serve::setup_of_instance(config, split.decode)},
            {split.prefill.instances, split.decode.instances}};
  const int all = split.prefill.npus() + split.decode.npus();
  const int npus =
      config.npus > 0 ? config.npus : serve::system_named(config.system, {"--system", ""}).npus;
  if (all > npus) {
    fail("--disaggregate", fmt::format("at most the {} NPUs of the system", npus),
         fmt::format("{} of prefill and {} of decode", split.prefill.npus(), split.decode.npus()),
         fmt::format("--npus {} would do", all));
  }
  return plan;
}

int run_replay(const DynamicOptions& o, const Common& common) {
  if (o.profile.empty() || o.serving_config.empty() || o.requests.empty()) {
    fail("--profile", "--profile DIR, --serving-config FILE and --requests FILE together",
         "not all of them");
  }
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

int run_find(const ServeConfig& config, const DynamicOptions& o, const Common& common) {
  const serve::Slo slo = serve::parse_slo(o.slo);
  report::Result result = result_of(config, o, common);
  tool::Progress progress("serve", "runs");
  serve::FoundRow row;
  row.found = o.find;
  if (o.find == "max-rate") {
    const Plan plan = plan_of(config, o);
    const std::int64_t count = o.count > 0 ? o.count : kDrawn;
    const serve::FoundRate found = serve::find_rate(slo, [&](double rate) {
      progress.at(fmt::format("{:.3g} requests/s", rate));
      return plan.run({drawn(config, o, rate, count, common.seed)}, {});
    });
    row.rate = found.rate;
    result.add(serve::found_metrics()(row));
    result.add(serve::traffic_metrics()(found.row));
    return finish(result, common);
  }
  const serve::Setup setup = serve::setup_of(config);
  const serve::Deployment& d = setup.deployment;
  const serve::Layout each{1, d.tp, d.pp, d.attention_dp, d.expert_ep};
  progress.at("instances");
  const serve::FoundGpus found = serve::find_gpus(config, each, slo, spec_of(config, o, common));
  row.aggregated = found.aggregated.layout;
  row.aggregated_npus = found.aggregated.npus;
  if (found.disaggregated) {
    row.disaggregated = found.disaggregated->layout;
    row.disaggregated_npus = found.disaggregated->npus;
    row.ratio = found.ratio();
  }
  result.add(serve::found_metrics()(row));
  result.add(serve::traffic_metrics()(found.aggregated));
  if (found.disaggregated) result.add(serve::traffic_metrics()(*found.disaggregated));
  return finish(result, common);
}

int run_one(const ServeConfig& config, const DynamicOptions& o, const Common& common) {
  const serve::Slo slo = o.slo.empty() ? serve::Slo{} : serve::parse_slo(o.slo);
  const Plan plan = plan_of(config, o);
  const TrafficSpec spec = spec_of(config, o, common);
  serve::SeenInstances seen(common.out.empty() ? 0 : plan.all_instances());
  const TrafficRun run = plan.run(spec, seen.watchers());
  report::Result result = result_of(config, o, common);
  result.add(serve::traffic_metrics()(serve::traffic_row(run, slo)));
  if (!common.out.empty())
    serve::write_traffic(run, seen, slo, command_line(common.words), common.out);
  return finish(result, common);
}

int run_queue(const ServeConfig& config, const DynamicOptions& o, const Common& common) {
  report::Result result = result_of(config, o, common);
  result.add(serve::batch_metrics()(serve::run_saturated(config)));
  return finish(result, common);
}

}  // namespace

std::shared_ptr<DynamicOptions> add_dynamic_options(Arguments& app) {
  auto o = std::make_shared<DynamicOptions>();
  add_file_option(
      app, "--requests", o->requests,
      "Recorded requests: our CSV, Azure's, or Mooncake's, as docs/serve_engine.md says");
  app.add_option("--rate", o->rate, "Requests that come a second, drawn with --seed: \"10 /s\"");
  app.add_option("--arrivals", o->arrivals,
                 "Times between them: poisson (default), constant, or gamma:CV");
  app.add_option("--requests-count", o->count,
                 "Requests that are drawn (default 1000, with --clients 10 of each)");
  app.add_option("--shortest", o->shortest,
                 "Drawn lengths are uniform from this share of --in and --out up to them");
  app.add_option("--clients", o->clients,
                 "A closed loop: each sends its next request when the last one ends");
  app.add_option("--slo", o->slo,
                 "What requests are promised: \"ttft=2 s,tpot=50 ms,e2e=60 s,p=0.9\"");
  app.add_option("--disaggregate", o->disaggregate,
                 "Prompts and answers on instances of their own: \"prefill=2xtp4,decode=4xtp8\"");
  app.add_option("--find", o->find,
                 "max-rate: the most requests a second that keep --slo; gpus: the fewest NPUs for "
                 "the requests, aggregated and disaggregated");
  add_file_option(app, "--profile", o->profile,
                  "Measured times of layers, a folder: replays --requests on --serving-config");
  add_file_option(app, "--serving-config", o->serving_config,
                  "Settings of the engine that is replayed, JSON");
  return o;
}

bool is_dynamic(const ServeConfig& config, const DynamicOptions& o) {
  return config.policy != serve::Policy::static_batch || !o.requests.empty() || !o.rate.empty() ||
         o.clients != 0 || !o.find.empty() || !o.disaggregate.empty() || o.replays();
}

int run_dynamic(const ServeConfig& given, const ServeOptions& words, const DynamicOptions& o,
                const Common& common) {
  check(o);
  if (!words.sweep.empty() || !words.compare.empty() || words.pareto) {
    fail("--sweep, --compare, --pareto", "none of them, as they are of static batches",
         "traffic over time", "leave --policy out, or run a case at a time");
  }
  if (o.replays()) return run_replay(o, common);
  ServeConfig config = given;
  if (!words.given("policy")) config.policy = policy_of(config);
  if (!o.find.empty()) return run_find(config, o, common);
  if (o.requests.empty() && o.rate.empty() && o.clients == 0) {
    if (o.disaggregate.empty()) return run_queue(config, o, common);
    fail("--disaggregate", "traffic beside it: --requests FILE, --rate or --clients", "none");
  }
  return run_one(config, o, common);
}

std::vector<report::RowKind> dynamic_row_kinds() {
  return {serve::traffic_metrics().kind(), serve::found_metrics().kind(),
          serve::replay_figure_metrics().kind(), serve::replay_metrics().kind()};
}

}  // namespace jacquard::cli
