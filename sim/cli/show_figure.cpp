// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/show_figure.hpp"

#include <spdlog/spdlog.h>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/tool/process.hpp"

namespace jacquard::cli {
namespace {

// That of PATH may be one of a virtual environment, without Debian's packages.
constexpr const char* kPythons[] = {"python3", "/usr/bin/python3"};

void draw(const std::string& path, const std::string& format) {
  tool::require_program("python3", "python3");
  for (const char* python : kPythons) {
    const tool::ProcessResult run = tool::run_process({python, path + ".py"});
    if (run.exit_code == 0) {
      spdlog::info("wrote {}.{}", path, format);
      return;
    }
    if (run.output.find("No module named") == run.output.npos && run.exit_code != 127) {
      std::string why = run.output;
      while (!why.empty() && why.back() == '\n') why.pop_back();
      throw base::ConfigError({path + ".py", "", "code that python3 can run",
                               why.substr(why.find_last_of('\n') + 1), ""});
    }
  }
  throw base::ConfigError({"--figure", "", "matplotlib, which draws " + path + ".py", "none",
                           "Debian package python3-matplotlib"});
}

}  // namespace

std::vector<view::Sought> sought_of(const Command& command) {
  std::vector<view::Sought> all;
  if (command.rows == nullptr) return all;
  const std::vector<report::RowKind> kinds = command.rows();
  for (const Headline& headline : command.headlines) {
    view::Sought one{headline.row_kind, headline.figure, headline.words, report::Unit::any, {}};
    one.lines.assign(headline.lines.begin(), headline.lines.end());
    for (const report::RowKind& kind : kinds) {
      if (kind.name != one.row_kind) continue;
      for (const report::MetricInfo& metric : kind.metrics) {
        if (metric.key == one.key) one.unit = metric.unit;
      }
    }
    all.push_back(std::move(one));
  }
  return all;
}

void show_figure(const config::Json& result, const std::string& source, const std::string& name,
                 const std::vector<view::Sought>& sought, const Common& common) {
  const auto figure = view::figure_of(result, source, sought);
  if (!figure) {
    throw base::ConfigError(
        {"--figure", "", "rows with a figure to draw", "none in " + source, ""});
  }
  const std::string path = (common.out.empty() ? "out/figure" : common.out) + "/" + name;
  base::write_file(path + ".csv", view::figure_csv(*figure));
  base::write_file(path + ".py", view::figure_code(*figure, {common.figure, common.figure_size}));
  spdlog::info("wrote {}.csv", path);
  spdlog::info("wrote {}.py", path);
  draw(path, common.figure);
}

void show_answer_figure(const Common& common) {
  const std::string source = "the answer of " + common.words.front();
  if (common.printed.empty()) {
    throw base::ConfigError(
        {"--figure", "", "rows with a figure to draw", "none in " + source, ""});
  }
  show_figure(config::parse_json(common.printed, source, {std::size_t{1} << 30, 64}), source,
              common.words.front() + "_figure", sought_of(*common.command), common);
}

}  // namespace jacquard::cli
