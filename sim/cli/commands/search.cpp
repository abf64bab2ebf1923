// SPDX-License-Identifier: Apache-2.0
// jacquard search: the best of a space of designs.
#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/version.hpp"
#include "jacquard/search/store.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/search/on_ranks.hpp"
#include "sim/search/rows.hpp"
#include "sim/search/session.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

using Clock = std::chrono::steady_clock;
using searching::Question;
using searching::Session;

struct Options {
  std::string space;
  search::AgentSettings agent;
  std::string budget = "1000";
  std::string reward;
  std::string knobs;
  std::string store;
  std::string resume;
  int top = 5;
  Option budget_given;
  std::function<int()> run;  // of a command that follows
};

std::vector<std::string> words_of(const std::string& text) {
  return text.empty() ? std::vector<std::string>{} : base::comma_list(text);
}

Question asked(const Options& o, const Common& common) {
  if (o.space.empty()) {
    throw base::ConfigError(
        {"search", "", "SPACE, or --resume STORE", "neither", "jacquard search --help"});
  }
  Question question;
  question.space = searching::read_space(o.space, question.file);
  question.agent = o.agent;
  for (const std::string& assignment : common.set) {
    search::agent_fields().set(question.agent, assignment);
  }
  question.budget = searching::read_budget(o.budget);
  if (o.agent.name == "exhaustive" && !o.budget_given.given()) {
    question.budget.evaluations = std::numeric_limits<std::int64_t>::max();
  }
  question.free = words_of(o.knobs);
  question.rewards = words_of(o.reward);
  question.seed = common.seed;
  return question;
}

int run_search(const Options& o, const Common& common) {
  const auto ranks = tool::Ranks::join();
  if (ranks && ranks->rank() > 0) {
    searching::serve_rank(*ranks);
    return 0;
  }
  std::optional<search::Store> store;
  Question question;
  if (!o.resume.empty()) {
    store = search::Store::open(o.resume, search::StoreAccess::add);
    question = searching::question_of(config::Json(store->identity().search), o.resume);
    if (o.budget_given.given()) question.budget = searching::read_budget(o.budget);
  } else {
    question = asked(o, common);
  }
  const Session session(std::move(question));
  const auto agent = session.make_agent({});
  if (!o.store.empty()) {
    store = search::Store::create(o.store, session.identity(), session.space());
  }
  report::Result result("search", session.question().seed, show(session.question()));
  tool::Progress progress("search", "evaluations");
  const auto began = Clock::now();
  const double all =
      session.question().budget.seconds > 0
          ? 0
          : std::min(
                static_cast<double>(session.question().budget.evaluations),
                session.question().agent.name == "exhaustive" ? session.set().feasible() : 1e300);
  searching::RunOptions run;
  run.threads = common.threads;
  run.ranks = ranks.get();
  run.store = store ? &*store : nullptr;
  run.progress = [&](std::int64_t done, double best) {
    progress.at(static_cast<double>(done), all, fmt::format("best {:.6g}", best));
  };
  const search::Found found = session.run(*agent, run);
  searching::SummaryRow summary{&session, &found,
                                std::chrono::duration<double>(Clock::now() - began).count(), false};
  summary.certified = session.question().agent.name == "exhaustive" &&
                      static_cast<double>(found.evaluations.size()) >= session.set().feasible();
  result.add(searching::summary_metrics()(summary));
  for (const searching::DesignRow& row : searching::best_designs(session, found, o.top)) {
    result.add(searching::design_metrics()(row));
  }
  print(result, common);
  write_result(result, common, "search");
  return found.best < 0 ? 1 : 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("SPACE", o->space, "A name of configs/spaces, or a file (docs/search.md)");
  app.add_option("--agent", o->agent.name,
                 "Who proposes: " + fmt::format("{}", fmt::join(search::agent_names(), ", ")))
      .capture_default_str();
  o->budget_given = app.add_option("--budget", o->budget, "Evaluations, or a time such as '60 s'")
                        .capture_default_str();
  app.add_option("--reward", o->reward,
                 "Of the space's rewards; several, with commas, for nsga2. Default: the first");
  app.add_option("--knobs", o->knobs,
                 "Layers or knobs that are free; the others are held at the base. Default: all");
  app.add_option("--store", o->store, "A new file that keeps every evaluation (SQLite)");
  app.add_option("--resume", o->resume, "Go on with the search of this store");
  app.add_option("--top", o->top, "How many of the best designs are shown")
      .capture_default_str()
      .within(1, 1000);
  return [o, &common] { return o->run ? o->run() : run_search(*o, common); };
}

}  // namespace

Command search_command() {
  return {"search",
          "The best designs of a space, by agents, with certificates",
          "  jacquard search cosmic_system2 --agent aco --budget 1000 --reward perf_per_bw\n"
          "  jacquard search cosmic_system2 --agent exhaustive --knobs workload\n"
          "  jacquard search cosmic_system2 --budget 5000 --store search.db\n"
          "  jacquard search --resume search.db\n",
          setup,
          true,
          true,
          searching::search_row_kinds};
}

}  // namespace jacquard::cli
