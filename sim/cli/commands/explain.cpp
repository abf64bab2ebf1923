// SPDX-License-Identifier: Apache-2.0
// jacquard explain: why a step or a fabric is slow.
#include "sim/train/explain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <cctype>
#include <filesystem>
#include <memory>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/palette.hpp"
#include "jacquard/report/html/text.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/cli/say_answer.hpp"
#include "sim/cli/system_option.hpp"
#include "sim/cli/train_options.hpp"
#include "sim/explain/time_parts.hpp"
#include "sim/train/step_report.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::cli {
namespace {

struct Options {
  std::string given;
  std::string system;
  Option system_given;
};

std::string table_of(const std::vector<train::Finding>& findings) {
  std::string html =
      "<div class=\"scroll\"><table><tr><th>about</th><th>share of the time</th><th>finding</th>"
      "<th>what would help</th></tr>\n";
  for (const train::Finding& f : findings) {
    html += fmt::format(
        "<tr><td>{}</td><td>{}</td><td class=\"remark\">{}</td><td class=\"remark\">{}</td></tr>\n",
        report::escape(f.about), report::percent(f.share), report::escape(f.finding),
        report::escape(f.remedy));
  }
  return html + "</table></div>\n";
}

// The picture, and a page with it and what was found.
void write_picture(const report::StackedBars& chart, const std::vector<train::Finding>& findings,
                   const Common& common) {
  if (common.out.empty()) return;
  const std::string picture = report::svg(chart);
  base::write_file(common.out + "/explain.svg", picture);
  base::write_file(
      common.out + "/explain.html",
      report::document("Where the time went",
                       fmt::format("<h1>Where the time went</h1>\n<p><code>{}</code></p>\n"
                                   "{}{}",
                                   report::escape(command_line(common.words, {"--out"})),
                                   report::wide(picture), table_of(findings))));
  spdlog::info("wrote {}/explain.html", common.out);
}

report::StackedBars picture_of(const train::Summary& s) {
  report::StackedBars chart;
  chart.title = "Where the step's time went";
  chart.parts = {
      {"compute", "#0072b2"}, {"exposed communication", "#d55e00"}, {"bubble", report::kRestTone}};
  chart.bars = {{s.model,
                 {s.compute, s.exposed, s.bubble},
                 0,
                 report::time_text(base::Picoseconds{s.time_ps})}};
  return chart;
}

// What --out wrote stands for its folder.
std::string file_of(const std::string& given) {
  std::error_code ignored;
  if (given.empty() || !std::filesystem::is_directory(given, ignored)) return given;
  std::vector<std::string> files;
  for (const char* command : {"train", "simulate", "schedule"}) {
    const std::string file = given + "/" + command + ".json";
    if (std::filesystem::is_regular_file(file, ignored)) files.push_back(file);
  }
  if (files.size() == 1) return files.front();
  throw base::ConfigError({given, "", "one of train.json, simulate.json and schedule.json",
                           files.empty() ? "none" : fmt::format("{}", fmt::join(files, ", ")), ""});
}

// "If every kernel ran at the peak, the step would take 882 ms."
std::string sentence_of(const train::Finding& first) {
  if (first.finding.rfind("If ", 0) == 0 && !first.remedy.empty()) {
    const char begin = static_cast<char>(std::tolower(first.remedy.front()));
    return first.finding.substr(0, first.finding.find_last_not_of('.') + 1) + ", " + begin +
           first.remedy.substr(1);
  }
  return fmt::format("{} of the time: {} {}", report::percent(first.share, 1), first.finding,
                     first.remedy);
}

// A job or a model, of which a step is run first.
bool names_step(const Options& o) {
  std::error_code ignored;
  return !o.system.empty() ||
         (!config::is_path(o.given) && !std::filesystem::exists(o.given, ignored));
}

// As `jacquard train JOB --system NAME --json` prints it.
config::Json result_of_step(const Options& o, const Common& common) {
  TrainOptions job;
  job.input = o.given;
  job.system = o.system;
  const TrainJob resolved = resolve_train(job, common);
  const train::Step step = train::prepare(resolved.config, resolved.places);
  report::Result result("train", common.seed, train::train_fields().show(resolved.config));
  for (report::Printed& row : train::train_rows(step, train::run_step(step))) {
    result.add(std::move(row));
  }
  return config::Json::parse(result.json());
}

int run_explain(const Options& o, const Common& common) {
  if (o.given.empty()) {
    throw base::ConfigError({"RESULT", "",
                             "a file that jacquard train, simulate or schedule --json printed, or "
                             "a job or a model beside --system",
                             "", ""});
  }
  std::error_code ignored;
  if (!o.system.empty() && std::filesystem::is_regular_file(o.given, ignored)) {
    const config::Json json = config::read_json(o.given);
    o.system_given.only_if(!json.is_object() || !json.contains("command"),
                           o.given + " is a result");
  }
  const bool step = names_step(o);
  const std::string file = step ? o.given : file_of(o.given);
  const config::Json given = step ? result_of_step(o, common) : config::read_json(file);
  report::Result result("explain", common.seed, {{"result", file}, {"system", o.system}});
  report::StackedBars chart;
  std::vector<train::Finding> findings;
  if (explain::command_of(given, file) == "train") {
    const train::Explanation explanation = train::explain(given, file);
    result.add(train::summary_metrics()(explanation.summary));
    findings = explanation.findings;
    chart = picture_of(explanation.summary);
  } else {
    const std::vector<explain::TimeParts> parts = explain::time_parts(given, file);
    for (const explain::TimeParts& run : parts) result.add(explain::time_part_metrics()(run));
    findings = explain::findings(parts);
    chart = explain::picture(parts);
  }
  for (const train::Finding& finding : findings) result.add(train::finding_metrics()(finding));
  write_picture(chart, findings, common);
  if (!findings.empty()) say_answer(sentence_of(findings.front()), common);
  print(result, common);
  write_result(result, common, "explain");
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  add_file_option(
      app, "RESULT", o->given,
      "What jacquard train, simulate or schedule --json printed, - for standard input, or "
      "the folder of --out; or a job or a model, of which a step is run");
  o->system_given = add_system_option(app, o->system, "With a job or a model: network and NPUs");
  return [o, &common] {
    if (o->given == "-") o->given = "/dev/stdin";
    return run_explain(*o, common);
  };
}

}  // namespace

Command explain_command() {
  return {"explain",
          "Why a step or a fabric takes as long as it does, and what would have to change",
          "  jacquard explain llama3-8b --system 8xh100\n"
          "  jacquard train mixtral_64 --json | jacquard explain -\n"
          "  jacquard explain llama.json\n"
          "  jacquard explain llama.json --json\n"
          "  jacquard train configs/jobs/llama3_405b_16384.json --json > llama.json\n"
          "  jacquard simulate moe_alltoall --json > fabrics.json\n"
          "  jacquard explain fabrics.json --out why/\n",
          setup,
          false,
          true,
          [] {
            return std::vector{train::summary_metrics().kind(), train::finding_metrics().kind(),
                               explain::time_part_metrics().kind()};
          },
          {{"summary", "time_ps", "step time"}, {"time", "time_ps", "time", {"name"}}}};
}

}  // namespace jacquard::cli
