// SPDX-License-Identifier: Apache-2.0
// jacquard repro: every number the papers print, ours beside it, and a verdict.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <map>
#include <memory>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/report/cell_text.hpp"
#include "papers/circuits/bhavan.hpp"
#include "papers/cosmic/answers.hpp"
#include "papers/cosmic/repro_cosmic.hpp"
#include "papers/fig6/answers.hpp"
#include "papers/madmax/repro_madmax.hpp"
#include "papers/meshslice/repro_meshslice.hpp"
#include "papers/photonic/repro_pfa.hpp"
#include "papers/published/answers.hpp"
#include "papers/stack/repro_slots.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/repro_page.hpp"
#include "sim/cli/rows.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

constexpr int kCheckDidNotHold = 1;

struct Options {
  std::string id;
  bool list = false;
  bool quick = false;
};

// Numbers that take longer than two seconds: synthesis, simulated studies, searches of whole
// stacks.
bool takes_long(const std::string& id) {
  for (const char* slow :
       {"chronos.bhavan", "chronos.fig6", "chronos.stack", "cosmic.fig4d", "cosmic.fig6",
        "cosmic.fig7", "cosmic.fig8", "cosmic.fig10", "cosmic.table5", "cosmic.table6"}) {
    if (id.rfind(slow, 0) == 0) return true;
  }
  return false;
}

// Of columns whose cells become wider than in the first row.
std::map<std::string, std::size_t> widths_of(const std::vector<report::PublishedNumber>& numbers) {
  std::map<std::string, std::size_t> widths = {{"ours", 10}, {"verdict", 18}};
  for (const report::PublishedNumber& number : numbers) {
    const report::Row cells = report::repro_metrics().cells({number, std::nullopt});
    for (const char* key : {"id", "paper", "unit"}) {
      widths[key] = std::max(widths[key], report::cell_text(cells[key]).size());
    }
  }
  return widths;
}

// "4 numbers: 3 match, 1 machine; none differs."
std::string words_of(const std::map<std::string, int>& verdicts) {
  int all = 0;
  std::vector<std::string> parts;
  for (const auto& [verdict, count] : verdicts) all += count;
  for (const std::string& verdict : repro_verdicts()) {
    const auto counted = verdicts.find(verdict);
    if (counted == verdicts.end()) continue;
    parts.push_back(fmt::format("{} {}", counted->second, verdict));
  }
  return fmt::format("{} numbers: {}{}.", all, fmt::join(parts, ", "),
                     verdicts.count("differs") == 0 ? "; none differs" : "");
}

int run_repro(const Options& o, const Common& common) {
  const report::Published published =
      report::read_published(base::data_path("configs/papers/published.json"));
  auto chosen = report::select(published, o.id);
  const bool all = chosen.size() == published.numbers.size();
  if (o.quick) {
    const auto slow = std::remove_if(chosen.begin(), chosen.end(),
                                     [](const auto& number) { return takes_long(number.id); });
    if (slow != chosen.end() && !o.list) {
      spdlog::info("--quick leaves out {} numbers that take long", chosen.end() - slow);
    }
    chosen.erase(slow, chosen.end());
  }
  report::Result result("repro", common.seed, {{"id", o.id}, {"list", o.list}, {"quick", o.quick}});
  report::ReproOptions options{common.no_timing,
                               {{"chronos.bhavan.time_us", studies::bhavan_time},
                                {"chronos.bhavan.area_mm2", studies::bhavan_area}}};
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
  shown.stream(widths_of(chosen));
  tool::Progress progress("repro");
  bool all_hold = true;
  std::size_t done = 0;
  std::map<std::string, int> verdicts;
  for (const report::PublishedNumber& number : chosen) {
    if (o.list) {
      shown.add(report::repro_list_metrics()({number.id, is_covered(number.id, options)}));
      continue;
    }
    progress.at(fmt::format("{} of {}, {}", ++done, chosen.size(), number.id));
    const report::ReproRow row{number, report::answer({number, published, options})};
    all_hold = all_hold && !(row.given && row.given->verdict == "differs");
    ++verdicts[row.given ? row.given->verdict : "not-covered"];
    report::Printed printed = report::repro_metrics()(row);
    // Asked for everything, tables have only what is covered.
    const bool covered = row.given && row.given->verdict != "not-covered";
    if (!covered && all) printed.cells = nullptr;
    shown.add(std::move(printed));
  }
  report::Result found = shown.finish();
  shown.print_rest(found);
  if (common.for_people() && done > 1) fmt::print("\n{}\n", words_of(verdicts));
  write_result(found, common, "repro");
  if (!common.out.empty()) {
    if (common.no_timing) found.drop_timing();
    base::write_file(common.out + "/repro.html",
                     repro_page(found.rows(), command_line(common.words, {"--out"})));
    spdlog::info("wrote {}/repro.html", common.out);
  }
  return all_hold ? 0 : kCheckDidNotHold;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("id", o->id, "An id, or the beginning of some, such as chronos.slot");
  app.add_flag("--quick", o->quick, "Leave out what takes minutes: synthesis, studies, searches");
  app.add_flag("--list", o->list, "List every published number, and whether it is covered");
  return [o, &common] { return run_repro(*o, common); };
}

}  // namespace

Command repro_command() {
  return {"repro",
          "Hold us against the numbers the papers print",
          "  jacquard repro --list\n"
          "  jacquard repro --quick --out believable/\n"
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
