// SPDX-License-Identifier: Apache-2.0
// jacquard study findings-2026: what this year's papers and products claim, and what we find.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <sstream>

#include "jacquard/base/file.hpp"
#include "jacquard/tool/worker_pool.hpp"
#include "papers/findings2026/finding.hpp"
#include "papers/findings2026/pages.hpp"
#include "papers/findings2026/rows.hpp"
#include "papers/verbs/all.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/program.hpp"
#include "sim/cli/say_answer.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

namespace findings = studies::findings2026;

struct Options {
  std::string only;
  bool quick = false;
};

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

struct Job {
  std::size_t finding;  // of those chosen
  findings::Run run;
};

std::vector<Job> jobs_of(const std::vector<findings::Finding>& chosen, bool quick) {
  std::vector<Job> jobs;
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    for (findings::Run& run : chosen[k].runs(quick)) jobs.push_back({k, std::move(run)});
  }
  return jobs;
}

// The rows of a command, which tells of no progress of its own.
std::string rows_of(const std::string& line, const Common& common) {
  std::vector<std::string> words = words_of(line);
  for (const std::string& more :
       {std::string("--json"), std::string("--no-timing"), std::string("--no-report"),
        std::string("--threads=1"), fmt::format("--seed={}", common.seed)}) {
    words.push_back(more);
  }
  const auto level = spdlog::get_level();
  spdlog::set_level(spdlog::level::warn);
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  Program program(words, commands(), [&](const report::Result& result) { rows = result.rows(); });
  program.parse();
  program.act();
  spdlog::set_level(level);
  return rows.dump();
}

std::vector<findings::Found> run_all(const std::vector<findings::Finding>& chosen, const Options& o,
                                     const Common& common) {
  const std::vector<Job> jobs = jobs_of(chosen, o.quick);
  std::vector<findings::Answers> answers(chosen.size());
  std::vector<findings::Found> found;
  for (const findings::Finding& finding : chosen) found.push_back({finding, {}, {}});
  tool::Progress progress("findings-2026", "commands");
  progress.at(0, static_cast<double>(jobs.size()), chosen.front().title);
  tool::run_jobs(
      {"command", common.threads}, static_cast<std::int64_t>(jobs.size()),
      [&](std::int64_t k) { return rows_of(jobs[static_cast<std::size_t>(k)].run.line, common); },
      [&](std::int64_t k, const std::string& text) {
        const Job& job = jobs[static_cast<std::size_t>(k)];
        answers[job.finding].put(job.run.name, findings::Rows(nlohmann::ordered_json::parse(text)));
        found[job.finding].commands.push_back(command_line(words_of(job.run.line)));
        progress.at(static_cast<double>(k + 1), static_cast<double>(jobs.size()),
                    chosen[job.finding].title);
      });
  for (std::size_t k = 0; k < chosen.size(); ++k) found[k].answer = chosen[k].answer(answers[k]);
  return found;
}

void write_pages(const std::vector<findings::Found>& all, const std::string& folder) {
  base::write_file(folder + "/index.html", findings::index_page(all));
  for (const findings::Found& found : all) {
    const std::string name = fmt::format("{}/finding-{}", folder, found.finding.number);
    base::write_file(name + ".html", findings::finding_page(found));
    base::write_file(name + ".svg", report::svg(found.answer.chart));
  }
}

std::string sentence_of(const std::vector<findings::Found>& all) {
  if (all.size() == 1) return all.front().answer.words;
  int holds = 0, fails = 0;
  for (const findings::Found& found : all) {
    holds += found.answer.verdict == findings::Verdict::holds ? 1 : 0;
    fails += found.answer.verdict == findings::Verdict::fails ? 1 : 0;
  }
  return fmt::format("Of {} claims {} hold, {} fail, and {} depend on more than they say.",
                     all.size(), holds, fails, static_cast<int>(all.size()) - holds - fails);
}

int run_study(const Options& o, const Common& common) {
  const auto chosen = findings::chosen_findings(o.only, "--only");
  const std::vector<findings::Found> all = run_all(chosen, o, common);
  report::Result result("study", common.seed,
                        {{"study", "findings-2026"}, {"only", o.only}, {"quick", o.quick}});
  for (const findings::Found& found : all) result.add(findings::found_metrics()(found));
  for (const findings::Found& found : all) {
    for (const findings::Point& point : points_of(found)) {
      report::Printed printed = findings::point_metrics()(point);
      printed.cells = nullptr;  // the picture has them
      result.add(std::move(printed));
    }
  }
  if (!common.out.empty()) write_pages(all, common.out);
  say_answer(sentence_of(all), common);
  print(result, common);
  write_result(result, common, "findings-2026");
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("--only", o->only, "Numbers of findings, separated by commas");
  app.add_flag("--quick", o->quick, "Fewer points and shorter runs: a minute for all");
  return [o, &common] { return run_study(*o, common); };
}

}  // namespace

Command findings_2026_study() {
  return {"findings-2026",
          "What this year's papers and products claim of fabrics, and what we find",
          "  jacquard study findings-2026 --out findings/\n"
          "  jacquard study findings-2026 --only 1,2 --quick",
          setup,
          false,
          true,
          [] {
            return std::vector{findings::found_metrics().kind(), findings::point_metrics().kind()};
          },
          {{"finding_2026", "at_b", "figure of the finding", {"finding"}}}};
}

}  // namespace jacquard::cli
