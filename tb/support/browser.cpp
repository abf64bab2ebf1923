// SPDX-License-Identifier: Apache-2.0
#include "support/browser.hpp"

#include <sstream>

#include "jacquard/base/file.hpp"
#include "jacquard/tool/process.hpp"
#include "support/folder.hpp"

namespace jacquard::tb {

std::string browser() {
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
    if (tool::on_path(name)) return name;
  }
  return "";
}

Opened open_in_browser(const std::string& path) {
  const Folder kept;  // a profile of its own, so that nothing of the user's is read or changed
  tool::run_process({"sh", "-c", R"(o=$1 e=$2; shift 2; exec "$@" >"$o" 2>"$e")", "sh",
                     kept.path("out"), kept.path("err"), browser(), "--headless", "--no-sandbox",
                     "--disable-gpu", "--enable-logging=stderr", "--user-data-dir=" + kept.path(""),
                     "--virtual-time-budget=5000", "--dump-dom", "file://" + path});
  Opened opened;
  opened.document = base::read_file(kept.path("out"));
  std::istringstream said(base::read_file(kept.path("err")));
  for (std::string line; std::getline(said, line);) {
    const bool of_the_page =
        line.find("CONSOLE") != std::string::npos || line.find("Uncaught") != std::string::npos;
    if (of_the_page) opened.complaints.push_back(line);
  }
  return opened;
}

}  // namespace jacquard::tb
