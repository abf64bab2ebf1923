// SPDX-License-Identifier: Apache-2.0
// jacquard search: the best of a space of designs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "sim/cli/commands/all.hpp"
#include "sim/cli/search/commands.hpp"
#include "sim/cli/search/run_search.hpp"
#include "sim/cli/traced.hpp"
#include "sim/search/answers.hpp"

namespace jacquard::cli {
namespace {

void add_search_options(Arguments& app, SearchOptions& o) {
  add_space_options(app, o.space);
  o.not_resumed.push_back(
      app.add_option("--agent", o.agent.name,
                     fmt::format("Who proposes: {}, or \"exec:COMMAND\" for a program of yours",
                                 fmt::join(search::agent_names(), ", "))));
  o.not_resumed.back().capture_default_str();
  o.budget_given =
      app.add_option("--budget", o.budget, "Different designs in all, or a time such as '60 s'")
          .capture_default_str();
  o.not_resumed.push_back(
      app.add_option("--store", o.store, "A new file that keeps every evaluation (SQLite)"));
  o.not_described = o.not_resumed;
  o.not_described.push_back(o.budget_given);
  o.not_described.push_back(
      app.add_option("--resume", o.resume, "Go on with the search of this store"));
  o.not_described.push_back(
      app.add_option("--top", o.top, "How many of the best designs are shown"));
  o.not_described.back().capture_default_str().within(1, 1000);
  o.not_described.push_back(
      app.add_option("--confirm", o.confirm,
                     "Evaluate so many of the best again in each of the space's fidelities"));
  o.not_described.back().within(1, 1000);
  app.add_flag("--describe", o.describe, "Search nothing: the space's size, knobs and rewards");
  o.of_outside.push_back(app.add_option("--patience", o.outside.patience_s,
                                        "Seconds that a program of yours may take to answer"));
  o.of_outside.back().capture_default_str().within(0.001, 1e6);
  o.of_outside.push_back(app.add_flag(
      "--repair", o.outside.repair,
      "Make infeasible points of a program of yours feasible, instead of refusing them"));
  o.not_described.insert(o.not_described.end(), o.of_outside.begin(), o.of_outside.end());
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<SearchOptions>();
  add_search_options(app, *o);
  app.allow_one_subcommand();
  for (const auto command : {search_show_command, search_serve_env_command}) {
    app.add_subcommand(command(), common, [o](const auto& run) { o->run = run; });
  }
  return [o, &common] {
    refuse_traces(o->space.space);
    return o->run ? o->run() : run_search(*o, common);
  };
}

}  // namespace

Command search_command() {
  return {"search",
          "The best designs of a space, by agents, with certificates",
          "  jacquard search cosmic_system2 --agent aco --budget 1000 --reward perf_per_bw\n"
          "  jacquard search cosmic_system2 --agent exhaustive --knobs workload\n"
          "  jacquard search cosmic_system2 --describe\n"
          "  jacquard search cosmic_system2 --budget \"60 s\" --store search.db --confirm 10\n"
          "  jacquard search --resume search.db --budget 5000\n"
          "  jacquard search show search.db --top 10\n"
          "  jacquard search cosmic_system2 --agent nsga2 --reward time,perf_per_cost --out found\n"
          "  jacquard search cosmic_system2 --agent \"exec:python3 tools/search_agent.py\"\n"
          "  mpirun -n 2 jacquard search cosmic_system2 --budget 100000 --store search.db\n",
          setup,
          true,
          true,
          searching::search_row_kinds,
          {{"search", "best_time_ps", "step time of the best design", {"agent", "reward"}},
           {"search", "best_reward", "reward of the best design", {"agent", "reward"}},
           {"space", "space_size", "number of designs of the space"}}};
}

}  // namespace jacquard::cli
