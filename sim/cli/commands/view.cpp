// SPDX-License-Identifier: Apache-2.0
// jacquard view: results as a page to explore.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <memory>

#include "jacquard/base/error.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/comparison.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/cli/program.hpp"
#include "sim/cli/result_file.hpp"
#include "sim/cli/show_figure.hpp"
#include "sim/cli/show_view.hpp"
#include "sim/view/document.hpp"
#include "sim/view/figure_rows.hpp"
#include "sim/view/page.hpp"
#include "sim/view/server.hpp"

namespace jacquard::cli {
namespace {

struct Options {
  std::vector<std::string> paths;
  std::string page;
  bool serve = false;
  int port = 0;
  Option page_given, port_given;
};

// Of the verb that printed the result, or of what stands below it ("genstack check").
std::vector<view::Sought> sought_of_result(const config::Json& result) {
  const std::string verb = view::text_of(result, "command");
  const Program program({}, commands());
  std::vector<view::Sought> all;
  for (const auto& [app, command] : program.parts()) {
    const std::string name = command.name;
    if (name != verb.substr(0, verb.find(' ')) && name != verb.substr(verb.rfind(' ') + 1))
      continue;
    for (view::Sought& one : sought_of(command)) all.push_back(std::move(one));
  }
  return all;
}

std::string name_of(const std::string& path) {
  std::filesystem::path name = std::filesystem::path(path).lexically_normal();
  if (name.filename().empty()) name = name.parent_path();
  const std::string stem = name.stem().string();
  return stem.empty() || stem == "-" || stem == "." ? "figure" : stem + "_figure";
}

int draw_figure(const Options& o, const Common& common) {
  common.has_drawn = true;
  if (o.paths.size() > 2) {
    throw base::ConfigError(
        {"--figure", "", "one result, or two to compare", fmt::format("{}", o.paths.size()), ""});
  }
  const ResultFile a = read_result(o.paths[0], "PATH");
  if (o.paths.size() == 1) {
    show_figure(a.json, a.name, name_of(o.paths[0]), sought_of_result(a.json), common);
    return 0;
  }
  const ResultFile b = read_result(o.paths[1], "PATH");
  report::Result result("compare", common.seed, {});
  add_rows(result, explain::compare(a.json, a.name, b.json, b.name));
  const config::Json compared = config::parse_json(result.json(), "the comparison");
  show_figure(compared, "the comparison", "compare_figure", sought_of_result(compared), common);
  return 0;
}

int run_view(const Options& o, const Common& common) {
  if (o.paths.empty()) {
    throw base::ConfigError(
        {"PATH", "", "files that --json printed, or folders that --out left", "", ""});
  }
  if (!common.for_people()) {
    throw base::ConfigError({common.json ? "--json" : "--csv", "",
                             "nothing, as view writes a page; compare has rows", "view", ""});
  }
  if (!common.figure.empty()) return draw_figure(o, common);
  if (o.serve) {
    view::ServerOptions server;
    server.paths = o.paths;
    server.port = o.port;
    server.compare = comparisons_json;
    server.ready = [](const std::string& address) {
      spdlog::info("{} (Ctrl-C ends it)", address);
      open_in_browser(address);
    };
    view::serve(server);
    return 0;
  }
  o.port_given.only_if(false, "it is the server's: --serve");
  std::vector<std::string> documents;
  for (const std::string& path : o.paths) documents.push_back(view::document_json(path));
  show_page(view::page(documents, comparisons_json(o.paths)),
            o.page.empty() ? "out/view/view.html" : o.page);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("PATH", o->paths,
                 "Files that --json printed (- for standard input), or folders of --out");
  o->page_given =
      add_file_option(app, "--page", o->page, "Where to write the page [out/view/view.html]");
  app.add_flag("--serve", o->serve,
               "Serve the page on this machine alone: large results, and commands that it runs");
  o->port_given =
      app.add_option("--port", o->port, "Of the server [any that is free]").within(1, 65535);
  return [o, &common] { return run_view(*o, common); };
}

}  // namespace

Command view_command() {
  return {"view",
          "Results as one page to explore in a browser, without a network",
          "  jacquard view out/serve\n"
          "  jacquard schedule --demand moe:16 --bits 8 --guard \"1 us\" --view\n"
          "  jacquard view a.json b.json --page both.html\n"
          "  jacquard view out/train --serve\n"
          "  jacquard view out/serve --figure pdf --size page\n",
          setup,
          false,
          false,
          [] { return std::vector<report::RowKind>(); }};
}

}  // namespace jacquard::cli
