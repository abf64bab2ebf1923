// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/serve_bench.hpp"

#include <spdlog/spdlog.h>

#include <optional>

#include "jacquard/base/data_path.hpp"
#include "jacquard/serve/arrivals.hpp"
#include "jacquard/serve/cost_clock.hpp"
#include "jacquard/serve/replay.hpp"
#include "jacquard/serve/server.hpp"
#include "jacquard/serve/traces/read_requests.hpp"
#include "jacquard/serve/traffic.hpp"
#include "jacquard/tool/stopwatch.hpp"
#include "sim/bench/token_heap.hpp"
#include "systemc/serve/run_batch.hpp"

namespace jacquard::bench {
namespace {

struct ServeBenchRow {
  std::string name;
  std::string counted;
  std::int64_t count = 0;
  std::optional<std::int64_t> tokens;
  std::optional<double> simulated_s;
  double ms = 0;
  std::string baseline;
  double baseline_ms = 0;

  double per_s() const { return static_cast<double>(count) / ms * 1e3; }
  double faster() const { return baseline_ms / ms; }
};

const report::MetricTable<ServeBenchRow>& metrics() {
  using R = ServeBenchRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "", "bench serve: simulations of servers and of static batches, by one thread.",
      {
          M("case", Unit::text, &R::name, "What is simulated."),
          M("counted", Unit::text, &R::counted, "steps, configurations or requests."),
          M("count", Unit::count, &R::count, "How many of a run."),
          M("output_tokens", Unit::count, &R::tokens, "Of a run of a server, else null."),
          M("simulated_s", Unit::s, &R::simulated_s, "Time that passed on the server, else null."),
          M("wall_ms", Unit::ms, &R::ms, "Fastest run."),
          M("per_wall_s", Unit::per_s, &R::per_s, "Of what is counted, by one core."),
          M("baseline", Unit::text, &R::baseline, "What is run beside it."),
          M("baseline_wall_ms", Unit::ms, &R::baseline_ms, "Fastest run of that."),
          M("faster_than_baseline_wall", Unit::ratio, &R::faster, "Its time / ours."),
      },
      report::Columns::all);
  return table;
}

constexpr base::Picoseconds kStep{25'000'000'000};  // 25 ms

class ConstantClock : public serve::StepClock {
 public:
  serve::StepTime time(base::Span<const serve::StepLoad>) override { return {kStep, kStep}; }
};

constexpr const char* kReplay = "configs/measured/replay/";

// Ten minutes of Poisson arrivals, 10 a second; lengths are those that Azure recorded of a chat.
std::vector<serve::Request> ten_minutes(std::uint64_t seed) {
  constexpr double kPerSecond = 10;
  constexpr std::int64_t kCount = 6'000;
  const auto recorded =
      serve::read_requests("configs/traces/azure_llm_2023_conversation_10min.csv.gz").requests;
  std::vector<serve::Request> requests =
      serve::drawn_requests({kPerSecond, 1}, kCount, 1, 1, 1, seed);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    requests[i].input = recorded[i % recorded.size()].input;
    requests[i].output = recorded[i % recorded.size()].output;
  }
  return requests;
}

void count_run(const serve::ServerRun& run, ServeBenchRow& row) {
  row.counted = "steps";
  row.count = run.steps;
  row.tokens = 0;
  for (const serve::RequestRecord& record : run.records) *row.tokens += record.output;
  row.simulated_s = base::to_seconds(run.end).count();
}

// Serves the requests, and takes their tokens from a heap.
void add_server(ServeBenchRow row, const serve::EngineSettings& settings, serve::StepClock& clock,
                const std::vector<serve::Request>& requests, const BenchOptions& options,
                const TakeRow& take) {
  spdlog::info("bench serve: {}", row.name);
  serve::ServerRun run;
  row.ms = tool::best_ms(options.repeat, [&] {
    serve::ListTraffic traffic(requests);
    run = serve::serve(settings, 1, clock, traffic);
  });
  count_run(run, row);
  row.baseline = "a heap with an event for each token";
  row.baseline_ms = tool::best_ms(options.repeat, [&] { token_by_token(requests, kStep); });
  take(metrics()(row));
}

serve::ServeConfig node() {
  serve::ServeConfig c;
  c.model = "llama3-70b";
  c.system = "8xh100";
  c.precision = "fp8";
  return c;
}

// A node by our laws, whose clock begins without memory in each run.
void add_node(const std::vector<serve::Request>& requests, const BenchOptions& options,
              const TakeRow& take) {
  ServeBenchRow row;
  row.name = "ten minutes of chat, 10 requests a second, Llama 3 70B on 8 H100";
  spdlog::info("bench serve: {}", row.name);
  const serve::Setup setup = serve::setup_of(node());
  serve::EngineSettings settings;
  settings.blocks = setup.memory.kv_tokens / settings.block;
  serve::ServerRun run;
  row.ms = tool::best_ms(options.repeat, [&] {
    const auto clock = serve::cost_clock(setup.deployment);
    serve::ListTraffic traffic(requests);
    run = serve::serve(settings, 1, *clock, traffic);
  });
  count_run(run, row);
  row.baseline = "a heap with an event for each token";
  row.baseline_ms = tool::best_ms(options.repeat, [&] { token_by_token(requests, kStep); });
  take(metrics()(row));
}

void add_replay(const BenchOptions& options, const TakeRow& take) {
  ServeBenchRow row;
  row.name = "replay of 300 requests to vLLM from their files, with a measured profile";
  spdlog::info("bench serve: {}", row.name);
  const auto shipped = [](const std::string& name) { return base::data_path(kReplay + name); };
  serve::ServerRun run;
  row.ms = tool::best_ms(options.repeat, [&] {
    run = serve::replay(shipped(""), shipped("config.json"), shipped("requests.csv")).run;
  });
  count_run(run, row);
  const auto requests = serve::read_requests(shipped("requests.csv")).requests;
  row.baseline = "a heap with an event for each token";
  row.baseline_ms = tool::best_ms(options.repeat, [&] { token_by_token(requests, kStep); });
  take(metrics()(row));
}

// Static batches of one model and system: lengths and batches, and all degrees that fit.
std::vector<serve::ServeConfig> configurations() {
  std::vector<serve::ServeConfig> all;
  for (const int tp : {4, 8}) {
    for (int input = 128; input <= 8'192; input *= 2) {
      for (int output = 128; output <= 2'048; output *= 2) {
        for (int batch = 1; batch <= 32; batch *= 2) {
          serve::ServeConfig c = node();
          c.tp = tp;
          c.input = input;
          c.output = output;
          c.batch = std::to_string(batch);
          all.push_back(std::move(c));
        }
      }
    }
  }
  return all;
}

// Step by step: the server with its policy for static batches, for one configuration in so many.
double step_by_step_ms(const std::vector<serve::ServeConfig>& cases, int repeat) {
  constexpr std::size_t kEvery = 37;
  std::size_t taken = 0;
  const double ms = tool::best_ms(repeat, [&] {
    taken = 0;
    for (std::size_t i = 0; i < cases.size(); i += kEvery) {
      const serve::Setup setup = serve::setup_of(cases[i]);
      const auto clock = serve::cost_clock(setup.deployment);
      serve::EngineSettings settings;
      settings.policy = serve::Policy::static_batch;
      const auto batch = serve::batch_of(cases[i]).value_or(1);
      serve::ListTraffic traffic(
          serve::drawn_requests({1, 0}, batch, cases[i].input, cases[i].output, 1, 1));
      serve::serve(settings, 1, *clock, traffic);
      ++taken;
    }
  });
  return ms * static_cast<double>(cases.size()) / static_cast<double>(taken);
}

void add_batches(const BenchOptions& options, const TakeRow& take) {
  ServeBenchRow row;
  row.name = "static batches of Llama 3 70B on 8 H100: lengths, batches, TP";
  spdlog::info("bench serve: {}", row.name);
  const std::vector<serve::ServeConfig> cases = configurations();
  row.ms = tool::best_ms(options.repeat, [&] {
    serve::BatchRunner runner;
    for (const serve::ServeConfig& c : cases) runner.run(c);
  });
  row.counted = "configurations";
  row.count = static_cast<std::int64_t>(cases.size());
  row.baseline = "the server step by step, from a sample of one in 37";
  row.baseline_ms = step_by_step_ms(cases, options.repeat);
  take(metrics()(row));
}

}  // namespace

void bench_serve(const BenchOptions& options, const TakeRow& take) {
  const std::vector<serve::Request> chat = ten_minutes(options.seed);
  add_batches(options, take);
  add_node(chat, options, take);
  add_replay(options, take);
  ConstantClock constant;
  serve::EngineSettings settings;
  settings.blocks = 20'000;
  ServeBenchRow row;
  row.name = "the same chat with constant steps";
  add_server(row, settings, constant, chat, options, take);
  settings.blocks = 2'000;
  row.name = "the same with a tenth of the cache: pre-emptions";
  add_server(row, settings, constant, chat, options, take);
}

std::vector<report::RowKind> serve_bench_rows() { return {metrics().kind()}; }

}  // namespace jacquard::bench
