// SPDX-License-Identifier: Apache-2.0
// jacquard view: results as a page to explore.
#include <memory>

#include "jacquard/base/error.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/cli/show_view.hpp"
#include "sim/view/document.hpp"
#include "sim/view/page.hpp"

namespace jacquard::cli {
namespace {

struct Options {
  std::vector<std::string> paths;
  std::string page;
};

int run_view(const Options& o) {
  if (o.paths.empty()) {
    throw base::ConfigError(
        {"PATH", "", "files that --json printed, or folders that --out left", "", ""});
  }
  std::vector<std::string> documents;
  for (const std::string& path : o.paths) documents.push_back(view::document_json(path));
  show_page(view::page(documents), o.page.empty() ? "out/view/view.html" : o.page);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common&) {
  auto o = std::make_shared<Options>();
  app.add_option("PATH", o->paths, "Files that --json printed (- for standard input), or folders of --out");
  add_file_option(app, "--page", o->page, "Where to write the page [out/view/view.html]");
  return [o] { return run_view(*o); };
}

}  // namespace

Command view_command() {
  return {"view",
          "Results as one page to explore in a browser, without a network",
          "  jacquard schedule --demand moe:16 --guard \"1 us\" --view\n"
          "  jacquard view out/serve\n"
          "  jacquard view a.json b.json --page both.html\n",
          setup};
}

}  // namespace jacquard::cli
