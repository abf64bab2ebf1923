// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/stack_bench.hpp"

#include <spdlog/spdlog.h>

#include <functional>
#include <memory>
#include <string>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/stack/configuration/configuration.hpp"
#include "jacquard/tool/stopwatch.hpp"
#include "systemc/train/genstack/make_stack.hpp"

namespace jacquard::bench {
namespace {

constexpr int kLookUps = 20'000;  // of a run

struct StackBenchRow {
  std::string name;
  double wall_us = 0;
};

const report::MetricTable<StackBenchRow>& metrics() {
  using M = report::Metric<StackBenchRow>;
  using report::Unit;
  static const report::MetricTable<StackBenchRow> table(
      "", "bench stack: Llama 3 405B on 16,384 NPUs, on circuit switches.",
      {
          M("case", Unit::text, &StackBenchRow::name, "What is run."),
          M("wall_us", Unit::us, &StackBenchRow::wall_us, "Of one; the fastest run."),
      },
      report::Columns::all);
  return table;
}

genstack::GenstackConfig llama() {
  genstack::GenstackConfig config;
  config.job = config::read_config(train::train_fields(),
                                   base::data_path("configs/jobs/llama3_405b_16384.json"));
  config.fabric.slot = base::Picoseconds{122'000'000};
  return config;
}

// Mean of many look-ups at random; `look_up` gives what is kept, so that none is left out.
double us_of(const BenchOptions& options, const std::function<int(base::Rng&)>& look_up) {
  std::int64_t kept = 0;
  const double ms = tool::best_ms(options.repeat, [&] {
    base::Rng rng(options.seed, "look-ups");
    for (int i = 0; i < kLookUps; ++i) kept += look_up(rng);
  });
  JQ_CHECK(kept != 1, "what was looked up was kept");
  return ms * 1e3 / kLookUps;
}

int some(base::Rng& rng, std::int64_t below) {
  return static_cast<int>(rng.below(static_cast<std::uint64_t>(below)));
}

}  // namespace

void bench_stack(const BenchOptions& options, const TakeRow& take) {
  const auto add = [&](const char* name, double us) {
    spdlog::info("bench stack: {}", name);
    take(metrics()({name, us}));
  };
  const auto once = [&](const auto& run) { return tool::best_ms(options.repeat, run) * 1e3; };
  const genstack::GenstackConfig config = llama();
  const auto make = [&] {
    return genstack::make_stack(genstack::job_of(config, {}), config, 1, [](const char*) {}).stack;
  };
  const stack::Stack stack = make();
  add("the stack, from its job", once(make));
  const stack::Routes routes(stack.plan, stack.fabric, stack.sizes, stack.seating, {"llama3", ""});
  add("the index of its settings", once([&] { stack::Settings(stack, routes); }));

  const stack::Settings settings(stack, routes);
  const int switches = stack.sizes.switches();
  std::vector<int> outputs;
  add("a setting of radix 512", us_of(options, [&](base::Rng& rng) {
        settings.setting(0, some(rng, switches), some(rng, settings.slots()), outputs);
        return outputs.front();
      }));
  add("the peer of a port", us_of(options, [&](base::Rng& rng) {
        return settings.receiver(0, some(rng, stack.sizes.ports), some(rng, settings.slots()));
      }));

  std::vector<std::string> bytes;
  const auto encode = [&] {
    bytes.clear();
    for (int number = 0; number < switches; ++number) {
      bytes.push_back(encode_configuration(settings, 0, number));
    }
  };
  add("the configurations of all switches", once(encode));
  std::vector<std::unique_ptr<stack::Configuration>> read;
  add("the same, read from their bytes", once([&] {
        read.clear();
        for (const std::string& of : bytes) {
          read.push_back(std::make_unique<stack::Configuration>(of, "its bytes"));
        }
      }));
  add("a setting from a configuration", us_of(options, [&](base::Rng& rng) {
        read[base::index(some(rng, switches))]->setting(some(rng, settings.slots()), outputs);
        return outputs.front();
      }));
}

std::vector<report::RowKind> stack_bench_rows() { return {metrics().kind()}; }

}  // namespace jacquard::bench
