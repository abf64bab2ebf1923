// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/search/run_search.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <limits>
#include <optional>

#include "jacquard/base/error.hpp"
#include "jacquard/search/store.hpp"
#include "sim/cli/say_answer.hpp"
#include "sim/cli/search/stop_on_signal.hpp"
#include "sim/search/answers.hpp"
#include "sim/search/on_ranks.hpp"
#include "sim/search/outside_agent.hpp"
#include "sim/search/sentence.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

using Clock = std::chrono::steady_clock;
using searching::Question;
using searching::Session;

constexpr const char* kExhaustive = "exhaustive";

Question asked(const SearchOptions& o, const Common& common) {
  Question question = question_of(o.space, common);
  question.agent = o.agent;
  for (const std::string& assignment : common.set) {
    search::agent_fields().set(question.agent, assignment);
  }
  question.budget = searching::read_budget(o.budget);
  if (question.agent.name == kExhaustive && !o.budget_given.given()) {
    question.budget.evaluations = std::numeric_limits<std::int64_t>::max();
  }
  return question;
}

Question resumed(const SearchOptions& o, const Common& common, const search::Store& store) {
  constexpr const char* kStored = "--resume goes on with the search of its store";
  for (const Option& option : o.not_resumed) option.only_if(false, kStored);
  for (const Option& option : o.space.all) option.only_if(false, kStored);
  if (!common.set.empty()) {
    throw base::ConfigError({"--set", "",
                             "nothing, as --resume goes on with the search of its store",
                             common.set.front(), ""});
  }
  Question question = searching::question_of(config::Json(store.identity().search), o.resume);
  if (o.budget_given.given()) question.budget = searching::read_budget(o.budget);
  return question;
}

// 0 where it is not known.
double evaluations_expected(const Session& session) {
  const search::Budget& budget = session.question().budget;
  if (budget.seconds > 0) return 0;
  return std::min(static_cast<double>(budget.evaluations), session.set().feasible());
}

std::string how_to_resume(const std::string& store) {
  return store.empty() ? "" : "jacquard search --resume " + store + " goes on";
}

int describe(const SearchOptions& o, const Common& common) {
  for (const Option& option : o.not_described) {
    option.only_if(false, "--describe searches nothing");
  }
  const Session session(question_of(o.space, common));
  report::Result result("search", common.seed, show(session.question()));
  for (const report::Printed& row : searching::description_rows(session)) result.add(row);
  print(result, common);
  write_result(result, common, "space");
  return 0;
}

}  // namespace

int run_search(const SearchOptions& o, const Common& common) {
  const auto ranks = tool::Ranks::join();
  if (ranks && ranks->rank() > 0) {
    searching::serve_rank(*ranks);
    return 0;
  }
  if (o.describe) return describe(o, common);
  std::optional<search::Store> store;
  Question question;
  if (!o.resume.empty()) {
    store = search::Store::open(o.resume, search::StoreAccess::add);
    question = resumed(o, common, *store);
  } else {
    question = asked(o, common);
  }
  const Session session(std::move(question));
  for (const Option& option : o.of_outside) {
    option.only_if(searching::is_outside_agent(session.question().agent.name),
                   "the agent is no program of yours");
  }
  if (o.confirm > 0) searching::require_fidelities(session);
  const auto agent = session.make_agent(o.outside);
  if (!o.store.empty()) {
    store = search::Store::create(o.store, session.identity(), session.space());
  }
  StopOnSignal signal(how_to_resume(store ? store->path() : ""));
  tool::Progress progress("search", "evaluations");
  const auto began = Clock::now();
  searching::RunOptions run;
  run.threads = common.threads;
  run.ranks = ranks.get();
  run.store = store ? &*store : nullptr;
  run.stop = [&signal] { return signal.asked(); };
  run.progress = [&, all = evaluations_expected(session)](std::int64_t done, double best) {
    progress.at(static_cast<double>(done), all, fmt::format("best {:.6g}", best));
  };
  const search::Found found = session.run(*agent, run);
  searching::SummaryRow summary{&session, &found,
                                std::chrono::duration<double>(Clock::now() - began).count(),
                                searching::certified(session, found)};
  report::Result result("search", session.question().seed, show(session.question()));
  for (const report::Printed& row : searching::answer_rows(summary, o.top)) result.add(row);
  if (o.confirm > 0 && !signal.asked()) {
    progress.at("confirming");
    for (const report::Printed& row :
         searching::confirmation_rows(session, found, o.confirm, common.threads)) {
      result.add(row);
    }
  }
  say_answer(searching::words_of_search(summary), common);
  if (found.ending == search::Ending::repeats && !common.for_people()) {
    spdlog::warn("search: {}", searching::words_of_repeats(summary));
  }
  print(result, common);
  signal.printed();
  write_result(result, common, "search");
  if (!common.out.empty()) searching::write_search(session, found, common.out);
  if (found.best >= 0) return 0;
  complain("jacquard: no design could be evaluated: " +
           searching::why_invalid(summary).value_or(""));
  return 1;
}

}  // namespace jacquard::cli
