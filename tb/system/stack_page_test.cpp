// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/report/stack/page.hpp"
#include "support/browser.hpp"
#include "support/folder.hpp"
#include "unit/report/stack/two_stages.hpp"

using namespace jacquard;

TEST_CASE("the report of a stack opens in a browser without a word in its console") {
  if (tb::browser().empty()) {
    WARN("not tested: no Chromium on PATH (Debian package chromium)");
    SUCCEED();
    return;
  }
  const stack::Stack made = tb::two_stages();
  const tb::Folder folder;
  const tb::Opened opened = tb::open_in_browser(folder.file(
      "report.html", report::stack_page({"A stack", "", {}, {}}, made, tb::routes_of(made))));
  CHECK(opened.complaints == std::vector<std::string>{});
  CHECK_THAT(opened.document, Catch::Contains("The whole step"));
}
