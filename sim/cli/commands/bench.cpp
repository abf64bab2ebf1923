// SPDX-License-Identifier: Apache-2.0
// jacquard bench: how fast this program is on this machine.
#include "jacquard/base/error.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/report/metric_table.hpp"
#include "sim/bench/engine_bench.hpp"
#include "sim/bench/exchange_bench.hpp"
#include "sim/bench/fabric_bench.hpp"
#include "sim/bench/gemm_bench.hpp"
#include "sim/bench/memory_bench.hpp"
#include "sim/bench/packet_bench.hpp"
#include "sim/bench/plan_bench.hpp"
#include "sim/bench/replay_bench.hpp"
#include "sim/bench/rtl_bench.hpp"
#include "sim/bench/schedule_bench.hpp"
#include "sim/bench/search_bench.hpp"
#include "sim/bench/serve_bench.hpp"
#include "sim/bench/stack_bench.hpp"
#include "sim/bench/train_bench.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/rows.hpp"

namespace jacquard::cli {
namespace {

constexpr int kCheckDidNotHold = 1;

struct Bench {
  const char* name;
  const char* summary;
  void (*run)(const bench::BenchOptions&, const bench::TakeRow&);
  std::vector<report::RowKind> (*rows)();
};

const std::vector<Bench>& benches() {
  static const std::vector<Bench> all = {
      {"schedule", "exact and maximal decompositions against baselines that keep nothing",
       bench::bench_schedule, bench::schedule_bench_rows},
      {"rtl", "clocks per second of the Verilated cores, alone and in lockstep", bench::bench_rtl,
       bench::rtl_bench_rows},
      {"packet",
       "packets per second of the packet fabric, against a heap and the bare SystemC kernel",
       bench::bench_packet, bench::packet_bench_rows},
      {"engine",
       "events per second of the event engine: its queue, rings and direct all-reduces of 1,024",
       bench::bench_engine, bench::engine_bench_rows},
      {"fabric", "runs of the circuit fabric, and the Verilated scheduler in its loop",
       bench::bench_fabric, bench::fabric_bench_rows},
      {"exchange", "all-to-alls of experts on circuits, decided by the Verilated scheduler",
       bench::bench_exchange, bench::exchange_bench_rows},
      {"memory", "bursts per second of both models of a memory, and how far they agree",
       bench::bench_memory, bench::memory_bench_rows},
      {"replay", "the stack of a step on 64 NPUs, in SystemC", bench::bench_replay,
       bench::replay_bench_rows},
      {"train", "training steps from their knobs to their time, by closed forms and by events",
       bench::bench_train, bench::train_bench_rows},
      {"plan", "strategies and settings a second of the planner, against published ones",
       bench::bench_plan, bench::plan_bench_rows},
      {"gemm", "tunes of a block's products on meshes", bench::bench_gemm, bench::gemm_bench_rows},
      {"serve", "steps of a server, ten minutes of chat on a node, and static batches",
       bench::bench_serve, bench::serve_bench_rows},
      {"search", "searches of a training step's designs, and what agent and store take of them",
       bench::bench_search, bench::search_bench_rows},
      {"stack", "settings of a pre-scheduled step's switches, looked up at random",
       bench::bench_stack, bench::stack_bench_rows},
  };
  return all;
}

const Bench& find_bench(const std::string& name) {
  std::vector<std::string> known;
  for (const Bench& bench : benches()) {
    if (name == bench.name) return bench;
    known.emplace_back(bench.name);
  }
  base::throw_unknown_name("NAME", "a bench", name, known);
}

const report::MetricTable<Bench>& list_metrics() {
  using M = report::Metric<Bench>;
  static const report::MetricTable<Bench> table(
      "", "A bench (--list).",
      {
          M("bench", report::Unit::text, &Bench::name, "Its name."),
          M("summary", report::Unit::text, &Bench::summary, "What it measures."),
      },
      report::Columns::all);
  return table;
}

std::vector<report::RowKind> rows() {
  std::vector<report::RowKind> all = {list_metrics().kind()};
  for (const Bench& bench : benches()) {
    for (report::RowKind& kind : bench.rows()) all.push_back(std::move(kind));
  }
  return all;
}

int list_benches(const Common& common) {
  report::Result result("bench", common.seed, {{"list", true}});
  for (const Bench& bench : benches()) result.add(list_metrics()(bench));
  print(result, common);
  return 0;
}

struct Options {
  std::string name;
  bool list = false;
  bench::BenchOptions bench;
  Option largest_baseline;
};

bool all_valid(const report::Result& result) {
  for (const report::Row& row : result.rows()) {
    if (!row.value("valid", true)) return false;
  }
  return true;
}

int run(const Options& o, const Common& common) {
  if (o.list) return list_benches(common);
  if (o.name.empty()) {
    throw base::ConfigError({"NAME", "", "a bench to run", "", "bench --list shows them"});
  }
  const Bench& chosen = find_bench(o.name);
  o.largest_baseline.only_if(o.name == "schedule", "bench " + o.name + " has no such baseline");
  bench::BenchOptions options = o.bench;
  options.seed = common.seed;
  const report::Result empty("bench", common.seed,
                             {{"bench", o.name},
                              {"ports", options.ports},
                              {"repeat", options.repeat},
                              {"largest_baseline", options.largest_baseline}});
  Rows rows(empty, common);
  chosen.run(options, [&](report::Printed row) { rows.add(std::move(row)); });
  report::Result result = rows.finish();
  print(result, common);
  write_result(result, common, "bench-" + o.name);
  return all_valid(result) ? 0 : kCheckDidNotHold;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  const auto o = std::make_shared<Options>();
  app.add_option("NAME", o->name, "What to measure");
  app.add_option("--ports", o->bench.ports,
                 "Sizes, e.g. 64,512 (default 16,32,64,128,256 and 1024)")
      .delimiter(',')
      .within(1, demand::kMaxPorts);
  app.add_option(
         "--repeat", o->bench.repeat,
         "Runs of which the fastest counts (0: as many as fit in half a second); packet: of "
         "which the median counts (0: 5); memory: 0 means 2")
      .within(0, 1'000'000);
  o->largest_baseline = app.add_option("--largest-baseline", o->bench.largest_baseline,
                                       "No baselines above this many ports (default 256)")
                            .within(0, demand::kMaxPorts);
  app.alone(app.add_flag("--list", o->list, "The benches there are"));
  return [o, &common] { return run(*o, common); };
}

}  // namespace

Command bench_command() {
  return {"bench",
          "Measure how fast this program is",
          "  jacquard bench --list\n"
          "  jacquard bench schedule\n"
          "  jacquard bench packet --json\n"
          "  jacquard bench engine --json\n"
          "  jacquard bench schedule --ports 64,512,1024 --repeat 20 --json\n",
          setup,
          false,
          true,
          rows};
}

}  // namespace jacquard::cli
