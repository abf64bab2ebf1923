// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/serve/dynamic.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/serve/arrivals.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/say_answer.hpp"
#include "sim/cli/serve/find.hpp"
#include "sim/cli/serve/load.hpp"
#include "sim/cli/serve/recorded.hpp"
#include "sim/cli/serve/traffic_plan.hpp"
#include "sim/serve/energy_metrics.hpp"
#include "sim/serve/find.hpp"
#include "sim/serve/load_row.hpp"
#include "sim/serve/out/traffic_files.hpp"
#include "sim/serve/replay_rows.hpp"
#include "sim/serve/sentences.hpp"
#include "sim/serve/traffic_row.hpp"
#include "sim/tool/progress.hpp"
#include "systemc/serve/saturated.hpp"

namespace jacquard::cli {
namespace {

using serve::ServeConfig;
using serve::TrafficRun;
using serve::TrafficSpec;

constexpr std::int64_t kDrawn = 1000;  // requests, where no number is given
constexpr std::int64_t kRounds = 10;   // of each client, likewise

[[noreturn]] void fail(const char* option, const std::string& expected, const std::string& found,
                       const std::string& hint = "") {
  throw base::ConfigError({option, "", expected, found, hint});
}

int run_replay(const DynamicOptions& o, const Common& common) {
  const serve::ReplayAnswer answer = serve::replay(o.profile, o.serving_config, o.requests);
  report::Result result(
      "serve", common.seed,
      {{"profile", o.profile}, {"serving_config", o.serving_config}, {"requests", o.requests}});
  for (const serve::ReplayFigure& figure : answer.figures) {
    result.add(serve::replay_figure_metrics()(figure));
  }
  const serve::ReplaySummary summary = serve::summary(answer);
  result.add(serve::replay_metrics()(summary));
  return finish(result, serve::sentence_of(summary), {}, common);
}

// The plan then has as many instances as there may be.
std::optional<serve::Autoscale> autoscale_of(const DynamicOptions& o, TrafficPlan& plan) {
  if (!o.given.autoscale.given()) return std::nullopt;
  const serve::Autoscale scale = serve::parse_autoscale(o.autoscale);
  const int there = plan.instances.front();
  if (scale.most > there) {
    fail("--autoscale", fmt::format("at most the {} instances that the NPUs hold", there),
         std::to_string(scale.most), "more NPUs, or fewer in each, as by --tp, hold more");
  }
  plan.instances.front() = scale.most;
  return scale;
}

int run_one(const ServeConfig& config, const ServeOptions& words, const DynamicOptions& o,
            const Common& common) {
  const serve::Slo slo = o.given.slo.given() ? serve::parse_slo(o.slo) : serve::Slo{};
  TrafficPlan plan = plan_of(config, o);
  const serve::LaunchRow launch = launch_of(plan, o);
  const std::optional<serve::Autoscale> scale = autoscale_of(o, plan);
  if (config.routing == serve::Routing::prefix && plan.all_instances() == 1 &&
      plan.setups.front().deployment.attention_dp == 1) {
    fail("--routing", "several instances or groups of attention", plan.layout(),
         "fewer NPUs in each, as by --tp, make several");
  }
  TrafficSpec spec = spec_of(config, o, common, plan.limit());
  spec.autoscale = scale;
  report::Result result = result_of(config, o, common);
  const serve::TrafficRow row = run_into(result, plan, spec, slo, common.out, words, common);
  const std::string energy =
      serve::energy_sentence(row.parts, static_cast<double>(row.output_tokens));
  return finish(result,
                serve::sentence_of(row, slo) + "\n" + row.trust.text() +
                    (energy.empty() ? "" : "\n" + energy),
                launch, common);
}

// Fabrics carry the steps of one queue, or what prompts hand over to answers.
void require_one_queue(const ServeConfig& config, const DynamicOptions& o) {
  if (config.fabric.empty()) return;
  const char* const found = o.replays()       ? "a replay"
                            : !o.find.empty() ? "--find"
                            : !o.traffic()    ? "a batch"
                                              : nullptr;
  if (found != nullptr) fail("--fabric", "--requests, --rate or --clients, and one queue", found);
}

const char* option_of_prefixes(const ServeConfig& config) {
  if (config.routing != serve::Routing::fewest) return "--routing";
  if (!config.host_cache.empty()) return "--host-cache";
  return config.shared_cache.empty() ? nullptr : "--shared-cache";
}

void require_ids(const ServeConfig& config, const DynamicOptions& o, const TrafficSpec& spec) {
  const char* const option = option_of_prefixes(config);
  const bool none = std::all_of(spec.requests.begin(), spec.requests.end(),
                                [](const serve::Request& r) { return r.prefix.empty(); });
  if (option != nullptr && none) {
    fail(option, "requests with ids of blocks, such as Mooncake's", o.requests);
  }
}

// An exchange has a clock of its own, and faults have means of a millisecond where nothing is said.
void say_unstruck(const std::optional<serve::FabricFigures>& fabric) {
  if (!fabric || fabric->struck.value_or(1) > 0 || fabric->exchanges == 0) return;
  spdlog::warn(
      "serve: none of {} simulated exchanges met a fault, as each begins anew and takes {} in the "
      "mean: --set faults.dies_within and faults.up_for say how soon one comes",
      fabric->simulated,
      report::time_text(base::Picoseconds{fabric->time.count() / fabric->exchanges}));
}

}  // namespace

// Routers and memory behind the cache look at what recorded prompts begin with.
void require_prefixes(const ServeConfig& config, const DynamicOptions& o) {
  const char* const option = option_of_prefixes(config);
  if (option == nullptr) return;
  const bool alike = o.given.requests.given() || o.given.turns.given();
  if (!alike || o.replays()) {
    fail(option, "--turns, or --requests with ids of blocks, such as Mooncake's",
         o.replays() ? "a replay" : "prompts that are all unlike");
  }
  if (!config.prefix_caching) fail(option, "--prefix-caching true", "false");
  if (!config.host_cache.empty() && !config.shared_cache.empty()) {
    fail("--host-cache", "nothing beside --shared-cache", config.host_cache);
  }
  if (!config.fabric.empty()) fail(option, "nothing beside --fabric", config.fabric);
}

TrafficSpec spec_of(const ServeConfig& config, const DynamicOptions& o, const Common& common,
                    const serve::RequestLimit& limit) {
  if (o.given.requests.given()) {
    TrafficSpec spec = recorded(config, o, limit, common.seed);
    require_ids(config, o, spec);
    return spec;
  }
  const std::int64_t usual = o.clients > 0 ? o.clients * kRounds : kDrawn;
  const double rate = !o.given.rate.given() ? 1 : serve::parse_rate(o.rate);
  return drawn_spec(config, o, rate, o.count > 0 ? o.count : usual, limit.tokens, common.seed);
}

serve::TrafficRow run_into(report::Result& result, const TrafficPlan& plan, const TrafficSpec& spec,
                           const serve::Slo& slo, const std::string& folder,
                           const ServeOptions& words, const Common& common) {
  serve::SeenInstances seen(folder.empty() ? 0 : plan.all_instances());
  tool::Progress progress("serve", "steps");
  std::optional<serve::FabricExchanges> fabric;
  std::optional<serve::FabricHandOver> hand_over;
  const bool simulated = !plan.setups.front().config.fabric.empty();
  if (simulated && plan.setups.size() > 1) {
    hand_over.emplace(plan.setups[0], plan.instances[0], plan.setups[1], plan.instances[1],
                      common.seed);
  } else if (simulated) {
    serve::FabricExchanges::Options options;
    options.seed = common.seed;
    options.workers = common.threads;
    options.progress = [&progress](std::int64_t step) {
      progress.at(static_cast<double>(step + 1), 0, fmt::format("step {}", step + 1));
    };
    fabric.emplace(plan.setups.front(), options);
  }
  const TrafficRun run = plan.run(spec, seen.watchers(), fabric ? &*fabric : nullptr,
                                  hand_over ? &*hand_over : nullptr);
  say_unstruck(run.fabric);
  serve::TrafficRow row = serve::traffic_row(run, slo);
  result.add(serve::traffic_metrics()(row));
  if (!folder.empty()) {
    serve::write_traffic(run, seen, slo, command_line(common.words), folder, !words.no_report);
  }
  return row;
}

bool is_dynamic(const ServeConfig& config, const ServeOptions& words, const DynamicOptions& o,
                const Common& common) {
  return o.any() || asks_load(config, words, o, common);
}

serve::LaunchRow launch_of(const TrafficPlan& plan, const DynamicOptions& o) {
  if (!o.given.launch.given()) return {};
  return serve::launch_of(o.launch, plan.setups, plan.instances);
}

int finish(report::Result& result, const std::string& sentence, const serve::LaunchRow& launch,
           const Common& common) {
  const bool launches = !launch.text.empty();
  if (launches) {
    report::Printed row = serve::launch_metrics()(launch);
    row.cells = nullptr;  // it stands below, as it is
    result.add(std::move(row));
  }
  say_answer(sentence, common);
  print(result, common);
  write_result(result, common, "serve");
  if (launches && common.for_people()) fmt::print("\n{}", launch.text);
  if (launches && !common.out.empty()) {
    base::write_file(common.out + (launch.launch == "dynamo" ? "/launch.yaml" : "/launch.sh"),
                     launch.text);
  }
  return 0;
}

report::Result result_of(const ServeConfig& config, const DynamicOptions& o, const Common& common) {
  nlohmann::json said = {{"serve", serve::serve_fields().show(config)},
                         {"requests", o.requests},
                         {"skip_failed", o.is_skip_failed},
                         {"chars_per_token", o.chars_per_token},
                         {"rate", o.rate},
                         {"arrivals", o.arrivals},
                         {"requests_count", o.count},
                         {"shortest", o.shortest},
                         {"clients", o.clients},
                         {"slo", o.slo},
                         {"disaggregate", o.disaggregate},
                         {"find", o.find},
                         {"launch", o.launch}};
  if (o.given.autoscale.given()) said["autoscale"] = o.autoscale;
  if (o.talks()) {
    said["turns"] = o.turns;
    said["think"] = o.think;
    said["shared_tokens"] = o.shared_tokens;
  }
  return report::Result("serve", common.seed, said);
}

int run_dynamic(const ServeConfig& given, const ServeOptions& words, const DynamicOptions& o,
                const Common& common) {
  const bool load = asks_load(given, words, o, common);
  check(o, words, load);
  require_one_queue(given, o);
  if (o.replays()) return run_replay(o, common);
  ServeConfig config = given;
  if (o.given.launch.given()) {
    config.software = serve::launched(o.launch, config.software);
    if (says(words, common, "software") && config.software != given.software) {
      fail("--software", std::string(serve::name_of(config.software)) + ", as --launch starts it",
           serve::name_of(given.software));
    }
  }
  if (!words.given("policy")) config.policy = policy_of(config);
  if (load) return run_load(config, words, o, common);
  if (o.find == "max-rate") return find_max_rate(config, words, o, common);
  if (o.find == "gpus") return find_gpus(config, words, o, common);
  return run_one(config, words, o, common);
}

std::vector<report::RowKind> dynamic_row_kinds() {
  return {serve::capacity_metrics().kind(), serve::load_metrics().kind(),
          serve::traffic_metrics().kind(),  serve::found_metrics().kind(),
          serve::layout_metrics().kind(),   serve::replay_figure_metrics().kind(),
          serve::replay_metrics().kind(),   serve::launch_metrics().kind()};
}

}  // namespace jacquard::cli
