// SPDX-License-Identifier: Apache-2.0
// jacquard study arbiter-load.
#include "papers/circuits/arbiter_load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>

#include "jacquard/base/file.hpp"
#include "jacquard/schedule/arrivals/simulate.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "papers/verbs/all.hpp"
#include "sim/cli/rows.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

struct Options : studies::ArbiterLoadOptions {
  Option iterations_given, burst_given, hot_share_given;
};

void check_options(const Options& o) {
  const auto has = [&](const char* name) { return o.arbiter == "all" || o.arbiter == name; };
  o.iterations_given.only_if(has("islip") || has("qps"), o.arbiter + " has no iterations");
  o.burst_given.only_if(o.traffic == "bursty", o.traffic + " traffic has no bursts");
  o.hot_share_given.only_if(o.traffic == "hotspot", o.traffic + " traffic has no hot output");
  schedule::Traffic traffic{schedule::find_pattern(o.traffic).pattern, 1, o.burst, o.hot_share};
  schedule::check_traffic(traffic);
  for (const double load : o.loads) {
    traffic.load = load;
    schedule::check_traffic(traffic);
  }
  // Names, ports and iterations are checked where arbiters are made; do it before any work.
  schedule::ArbiterOptions how;
  how.iterations = o.iterations;
  schedule::make_arbiter(schedule::find_arbiter("islip"), o.ports, how);
}

int run_study(Options o, const Common& common) {
  std::sort(o.loads.begin(), o.loads.end());
  check_options(o);
  const std::vector<studies::ArbiterLoadPoint> points = arbiter_load_points(o);
  const report::Result empty("study", common.seed,
                             {{"study", "arbiter-load"},
                              {"arbiter", o.arbiter},
                              {"traffic", o.traffic},
                              {"ports", o.ports},
                              {"loads", o.loads},
                              {"slots", o.slots},
                              {"iterations", o.iterations},
                              {"burst", o.burst},
                              {"hot_share", o.hot_share},
                              {"seed", common.seed}});
  Rows rows(empty, common);
  std::atomic<std::size_t> done{0};
  tool::Progress progress("arbiter-load", "rows");
  const auto count = static_cast<std::int64_t>(points.size());
  tool::run_in_threads(count, common.threads, [&](std::int64_t index) {
    const auto k = static_cast<std::size_t>(index);
    const studies::ArbiterLoadPoint& p = points[k];
    rows.put(k, arbiter_load_row(o, p, common.seed));
    progress.at(static_cast<double>(++done), static_cast<double>(count),
                p.arbiter + (p.load_index ? fmt::format(" at load {}", o.loads[*p.load_index])
                                          : " saturated"));
  });

  report::Result result = rows.finish();
  if (!common.out.empty()) {
    base::write_file(common.out + "/arbiter-load.svg", arbiter_load_picture(o, result));
    write_result(result, common, "arbiter-load");
  }
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("--arbiter", o->arbiter,
                 "wwfa, wwfa-fixed, islip, qps, output-queued (the reference) or all")
      .capture_default_str();
  app.add_option("--traffic", o->traffic,
                 "uniform, bursty, hotspot, diagonal, quasi-diagonal or log-diagonal")
      .capture_default_str();
  app.add_option("--ports", o->ports, "Ports of the switch, 1..1024").capture_default_str();
  app.add_option("--loads", o->loads, "Loads of the busiest line, above 0 and at most 1")
      .delimiter(',');
  app.add_option("--slots", o->slots, "Measured slots per point, after a quarter as warm-up")
      .within(std::int64_t{20}, std::int64_t{3'000'000'000})
      .capture_default_str();
  o->iterations_given = app.add_option("--iterations", o->iterations,
                                       "islip, qps: rounds per slot (0: their default)");
  o->burst_given =
      app.add_option("--burst", o->burst, "bursty: mean cells per burst").capture_default_str();
  o->hot_share_given = app.add_option("--hot-share", o->hot_share,
                                      "hotspot: share of each input's cells to output 0")
                           .capture_default_str();
  return [o, &common] { return run_study(*o, common); };
}

}  // namespace

Command arbiter_load_study() {
  return {"arbiter-load",
          "Delay and throughput of slot arbiters against load",
          "  jacquard study arbiter-load\n"
          "  jacquard study arbiter-load --arbiter qps --iterations 1 --loads 0.5,0.6,0.7\n"
          "  jacquard study arbiter-load --traffic hotspot --hot-share 0.2 --out load/",
          setup,
          false,
          true,
          studies::arbiter_load_rows,
          {{"load", "mean_delay_slots", "mean delay (slots)", {"arbiter", "traffic", "load"}},
           {"saturation", "throughput", "throughput", {"arbiter"}}}};
}

}  // namespace jacquard::cli
