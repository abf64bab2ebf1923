// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/serve_bench.hpp"

#include <spdlog/spdlog.h>

#include <cmath>
#include <optional>

#include "jacquard/base/rng.hpp"
#include "jacquard/serve/server.hpp"
#include "jacquard/serve/traces/read_requests.hpp"
#include "jacquard/serve/traffic.hpp"
#include "sim/bench/stopwatch.hpp"
#include "sim/bench/token_heap.hpp"

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

// Ten minutes of Poisson arrivals, 10 a second; lengths are those that Azure recorded of a chat.
std::vector<serve::Request> ten_minutes(std::uint64_t seed) {
  constexpr double kGap = 1e11;
  constexpr double kEnd = 600e12;
  const auto recorded =
      serve::read_requests("configs/traces/azure_llm_2023_conversation_10min.csv.gz").requests;
  base::Rng rng(seed, "bench serve arrivals");
  std::vector<serve::Request> requests;
  for (double now = 0;;) {
    now -= kGap * std::log(1 - rng.uniform());
    if (now >= kEnd) return requests;
    serve::Request request = recorded[requests.size() % recorded.size()];
    request.id = static_cast<std::int64_t>(requests.size());
    request.arrival = base::Picoseconds{std::llround(now)};
    requests.push_back(std::move(request));
  }
}

// Serves the requests, and takes their tokens from a heap.
void add_server(ServeBenchRow row, const serve::EngineSettings& settings, serve::StepClock& clock,
                const std::vector<serve::Request>& requests, const BenchOptions& options,
                const TakeRow& take) {
  spdlog::info("bench serve: {}", row.name);
  serve::ServerRun run;
  row.ms = best_ms(options.repeat, [&] {
    serve::ListTraffic traffic(requests);
    run = serve::serve(settings, 1, clock, traffic);
  });
  row.counted = "steps";
  row.count = run.steps;
  row.tokens = 0;
  for (const serve::RequestRecord& record : run.records) *row.tokens += record.output;
  row.simulated_s = base::to_seconds(run.end).count();
  row.baseline = "a heap with an event for each token";
  row.baseline_ms = best_ms(options.repeat, [&] { token_by_token(requests, kStep); });
  take(metrics()(row));
}

}  // namespace

void bench_serve(const BenchOptions& options, const TakeRow& take) {
  const std::vector<serve::Request> chat = ten_minutes(options.seed);
  ConstantClock constant;
  serve::EngineSettings settings;
  settings.blocks = 20'000;
  ServeBenchRow row;
  row.name = "ten minutes of chat, 10 requests a second, constant steps";
  add_server(row, settings, constant, chat, options, take);
  settings.blocks = 2'000;
  row.name = "the same with a tenth of the cache: pre-emptions";
  add_server(row, settings, constant, chat, options, take);
}

std::vector<report::RowKind> serve_bench_rows() { return {metrics().kind()}; }

}  // namespace jacquard::bench
