// SPDX-License-Identifier: Apache-2.0
// jacquard view: results as a page to explore.
#include <spdlog/spdlog.h>

#include <memory>

#include "jacquard/base/error.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/comparison.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/cli/show_view.hpp"
#include "sim/view/document.hpp"
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

int run_view(const Options& o) {
  if (o.paths.empty()) {
    throw base::ConfigError(
        {"PATH", "", "files that --json printed, or folders that --out left", "", ""});
  }
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

std::function<int()> setup(Arguments& app, const Common&) {
  auto o = std::make_shared<Options>();
  app.add_option("PATH", o->paths,
                 "Files that --json printed (- for standard input), or folders of --out");
  o->page_given =
      add_file_option(app, "--page", o->page, "Where to write the page [out/view/view.html]");
  app.add_flag("--serve", o->serve,
               "Serve the page on this machine alone: large results, and commands that it runs");
  o->port_given =
      app.add_option("--port", o->port, "Of the server [any that is free]").within(1, 65535);
  return [o] { return run_view(*o); };
}

}  // namespace

Command view_command() {
  return {"view", "Results as one page to explore in a browser, without a network",
          "  jacquard schedule --demand moe:16 --guard \"1 us\" --view\n"
          "  jacquard view out/serve\n"
          "  jacquard view a.json b.json --page both.html\n"
          "  jacquard view out/train --serve\n",
          setup,
          false,
          false,
          [] { return std::vector<report::RowKind>{}; }};
}

}  // namespace jacquard::cli
