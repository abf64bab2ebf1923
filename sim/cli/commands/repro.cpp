// SPDX-License-Identifier: Apache-2.0
// jacquard repro: every number the papers print, ours beside it, and a verdict.
#include "jacquard/report/repro/repro.hpp"

#include <fmt/format.h>

#include <memory>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/rows.hpp"
#include "sim/studies/fig6/answers.hpp"
#include "sim/studies/madmax/repro_madmax.hpp"
#include "sim/studies/meshslice/repro_meshslice.hpp"
#include "sim/studies/photonic/repro_pfa.hpp"
#include "sim/studies/stack/repro_slots.hpp"
#include "sim/synth/bhavan.hpp"
#include "sim/tool/progress.hpp"
#include "sim/studies/cosmic/answers.hpp"
#include "sim/train/repro_cosmic.hpp"

namespace jacquard::cli {
namespace {

constexpr int kCheckDidNotHold = 1;

struct Options {
  std::string id;
  bool list = false;
};

int run_repro(const Options& o, const Common& common) {
  const report::Published published =
      report::read_published(base::data_path("configs/papers/published.json"));
  const auto chosen = report::select(published, o.id);
  report::Result result("repro", common.seed, {{"id", o.id}, {"list", o.list}});
  report::ReproOptions options{common.no_timing,
                               {{"chronos.bhavan.time_us", synth::bhavan_time},
                                {"chronos.bhavan.area_mm2", synth::bhavan_area}}};
  for (report::ReproEntry& entry :
       studies::fig6::answers(common.seed, common.out, common.threads, !o.id.empty())) {
    options.further.push_back(std::move(entry));
  }
  for (report::ReproEntry& entry : train::cosmic_answers()) {
    options.further.push_back(std::move(entry));
  }
  for (report::ReproEntry& entry : cosmic::search_answers()) {
    options.further.push_back(std::move(entry));
  }
  for (report::ReproEntry& entry : studies::stack_answers()) {
    options.further.push_back(std::move(entry));
  }
  for (report::ReproEntry& entry : studies::pfa_answers()) {
    options.further.push_back(std::move(entry));
  }
  for (report::ReproEntry& entry : studies::madmax::answers()) {
    options.further.push_back(std::move(entry));
  }
  for (report::ReproEntry& entry : studies::meshslice::answers()) {
    options.further.push_back(std::move(entry));
  }
  if (o.list && !common.out.empty()) {
    throw base::ConfigError({"--out", "", "nothing, as --list runs nothing", common.out, ""});
  }
  Rows shown(result, common);
  tool::Progress progress("repro");
  bool all_hold = true;
  std::size_t done = 0;
  for (const report::PublishedNumber& number : chosen) {
    if (o.list) {
      shown.add(report::repro_list_metrics()({number.id, is_covered(number.id, options)}));
      continue;
    }
    progress.at(fmt::format("{} of {}, {}", ++done, chosen.size(), number.id));
    const report::ReproRow row{number, report::answer({number, published, options})};
    all_hold = all_hold && !(row.given && row.given->verdict == "differs");
    report::Printed printed = report::repro_metrics()(row);
    // Asked for everything, tables have only what is covered.
    const bool covered = row.given && row.given->verdict != "not-covered";
    if (!covered && chosen.size() == published.numbers.size()) printed.cells = nullptr;
    shown.add(std::move(printed));
  }
  result = shown.finish();
  print(result, common);
  write_result(result, common, "repro");
  return all_hold ? 0 : kCheckDidNotHold;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("id", o->id, "An id, or the beginning of some, such as chronos.slot");
  app.add_flag("--list", o->list, "List every published number, and whether it is covered");
  return [o, &common] { return run_repro(*o, common); };
}

}  // namespace

Command repro_command() {
  return {"repro",
          "Hold us against the numbers the papers print",
          "  jacquard repro --list\n"
          "  jacquard repro chronos.slot\n"
          "  jacquard repro chronos.fig6 --threads 2\n"
          "  jacquard repro --json\n",
          setup,
          false,
          true,
          [] {
            return std::vector{report::repro_metrics().kind(), report::repro_list_metrics().kind()};
          }};
}

}  // namespace jacquard::cli
