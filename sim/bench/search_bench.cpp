// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/search_bench.hpp"

#include <spdlog/spdlog.h>

#include <chrono>
#include <string>

#include "jacquard/search/search.hpp"
#include "jacquard/tool/stopwatch.hpp"
#include "jacquard/tool/temporary_folder.hpp"
#include "sim/search/session.hpp"

namespace jacquard::bench {
namespace {

constexpr std::int64_t kEvaluations = 10'000;
constexpr std::int64_t kOfBayes = 1'000;

struct SearchBenchRow {
  std::string agent;
  std::int64_t evaluations = 0;
  std::int64_t distinct = 0;
  double wall_ms = 0;
  double cpu_ms = 0;         // of all
  double evaluation_ms = 0;  // of them, in the environment
  double agent_ms = 0;
};

const report::MetricTable<SearchBenchRow>& metrics() {
  using R = SearchBenchRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "", "bench search: searches of GPT3-175B on COSMIC's System 2, with a store on disk.",
      {
          M("agent", Unit::text, &R::agent, "Who proposed."),
          M("evaluations", Unit::count, &R::evaluations, "Points that it asked for."),
          M("distinct", Unit::count, &R::distinct, "Different ones, which were evaluated."),
          M("wall_ms", Unit::ms, &R::wall_ms, "The search as a whole, by the clock."),
          M("cpu_wall_ms", Unit::ms, &R::cpu_ms, "The same in time of its one core."),
          M(
              "evaluations_per_wall_s", Unit::per_s,
              [](const R& r) { return static_cast<double>(r.distinct) / r.cpu_ms * 1e3; },
              "Of points that were evaluated, a second of one core."),
          M(
              "evaluation_wall_us", Unit::us,
              [](const R& r) { return r.evaluation_ms / static_cast<double>(r.distinct) * 1e3; },
              "A point in the environment alone."),
          M(
              "agent_wall_share", Unit::ratio, [](const R& r) { return r.agent_ms / r.cpu_ms; },
              "Of the core's time: proposing and learning."),
          M(
              "store_wall_share", Unit::ratio,
              [](const R& r) { return (r.cpu_ms - r.evaluation_ms - r.agent_ms) / r.cpu_ms; },
              "Of the core's time: rewards, the loop and the store."),
      },
      report::Columns::all);
  return table;
}

// An agent, and how long it takes.
class Timed : public search::Agent {
 public:
  Timed(search::Agent& agent, double& ms) : agent_(agent), ms_(ms) {}
  std::vector<search::Point> ask(std::int64_t most) override {
    const double start = tool::thread_ms();
    std::vector<search::Point> points = agent_.ask(most);
    ms_ += tool::thread_ms() - start;
    return points;
  }
  void tell(base::Span<const search::Point> points,
            base::Span<const search::Score> scores) override {
    const double start = tool::thread_ms();
    agent_.tell(points, scores);
    ms_ += tool::thread_ms() - start;
  }

 private:
  search::Agent& agent_;
  double& ms_;
};

SearchBenchRow searched(const searching::Session& session, const std::string& agent_name,
                        std::uint64_t seed) {
  SearchBenchRow row;
  row.agent = agent_name;
  search::AgentSettings settings;
  settings.name = agent_name;
  const auto agent = search::make_agent(settings, session.set(), 1, seed);
  Timed timed(*agent, row.agent_ms);
  const tool::TemporaryFolder folder;
  search::Store store =
      search::Store::create(folder.path() + "/bench.db", session.identity(), session.space());
  search::Run run;
  run.set = &session.set();
  run.environment = &session.environment();
  run.rewards = &session.rewards();
  run.agent = &timed;
  run.evaluate = [&](const std::vector<search::Point>& points, const search::Keep& keep) {
    std::vector<search::Measured> all;
    const double start = tool::thread_ms();
    for (const search::Point& point : points) all.push_back(session.environment().evaluate(point));
    row.evaluation_ms += tool::thread_ms() - start;
    for (std::size_t i = 0; i < all.size(); ++i) keep(i, std::move(all[i]));
  };
  run.budget.evaluations = agent_name == "bo" ? kOfBayes : kEvaluations;
  run.store = &store;
  const auto clock = std::chrono::steady_clock::now();
  const double start = tool::thread_ms();
  const search::Found found = search::search(run);
  row.cpu_ms = tool::thread_ms() - start;
  row.wall_ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - clock).count();
  row.evaluations = static_cast<std::int64_t>(found.evaluations.size());
  row.distinct = found.distinct;
  return row;
}

}  // namespace

void bench_search(const BenchOptions& options, const TakeRow& take) {
  searching::Question question;
  question.space = searching::read_space("cosmic_system2", question.file);
  question.rewards = {"perf_per_bw"};
  const searching::Session session(std::move(question));
  for (const char* agent : {"random", "ga", "aco", "sa", "bo"}) {
    spdlog::info("bench search: {}", agent);
    SearchBenchRow best = searched(session, agent, options.seed);
    for (int k = 1; k < options.repeat; ++k) {
      SearchBenchRow again = searched(session, agent, options.seed);
      if (again.cpu_ms < best.cpu_ms) best = again;
    }
    take(metrics()(best));
  }
}

std::vector<report::RowKind> search_bench_rows() { return {metrics().kind()}; }

}  // namespace jacquard::bench
