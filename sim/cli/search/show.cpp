// SPDX-License-Identifier: Apache-2.0
// jacquard search show: what a store has.
#include <fmt/format.h>

#include <memory>

#include "jacquard/base/error.hpp"
#include "jacquard/search/store.hpp"
#include "sim/cli/say_answer.hpp"
#include "sim/cli/search/commands.hpp"
#include "sim/search/answers.hpp"
#include "sim/search/recorded.hpp"
#include "sim/search/sentence.hpp"

namespace jacquard::cli {
namespace {

struct Options {
  std::string store;
  int top = 5;
  std::int64_t step = 0;  // from 1; 0: not asked for
};

int run_show(const Options& o, const Common& common) {
  if (o.store.empty()) {
    throw base::ConfigError({"search show", "", "STORE, a file of search --store", "none", ""});
  }
  const search::Store store = search::Store::open(o.store, search::StoreAccess::look);
  const searching::Session session(
      searching::question_of(config::Json(store.identity().search), o.store));
  const search::Found found = searching::recorded(session, store);
  report::Result result("search", session.question().seed, show(session.question()));
  if (o.step > 0) {
    result.add(searching::design_metrics()(searching::design_of_step(session, found, o.step - 1)));
  } else {
    const searching::SummaryRow summary{&session, &found, std::nullopt,
                                        searching::certified(session, found)};
    for (const report::Printed& row : searching::answer_rows(summary, o.top)) result.add(row);
    say_answer(searching::words_of_search(summary), common);
  }
  print(result, common);
  write_result(result, common, "search");
  if (!common.out.empty()) {
    searching::write_search(session, found, common.out);
    if (o.step > 0) {
      searching::write_step(session, found, o.step - 1,
                            fmt::format("{}/step_{}.json", common.out, o.step));
    }
  }
  return 0;
}

}  // namespace

Command search_show_command() {
  return {"show",
          "What a store of a search has",
          "  jacquard search show search.db --top 10\n"
          "  jacquard search show search.db --step 17 --json\n"
          "  jacquard search show search.db --out found\n",
          [](Arguments& app, const Common& common) -> std::function<int()> {
            auto o = std::make_shared<Options>();
            app.add_option("STORE", o->store, "A file of search --store");
            app.add_option("--top", o->top, "How many of the best designs are shown")
                .capture_default_str()
                .within(1, 1000);
            app.add_option("--step", o->step, "The design of this evaluation, from 1 on")
                .within(std::int64_t{1}, std::int64_t{1'000'000'000'000});
            return [o, &common] { return run_show(*o, common); };
          },
          false,
          true,
          searching::search_row_kinds,
          {{"search", "best_time_ps", "step time of the best design"},
           {"search", "best_reward", "reward of the best design"}}};
}

}  // namespace jacquard::cli
