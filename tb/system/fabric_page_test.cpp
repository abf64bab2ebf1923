// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/report/fabric/page.hpp"
#include "support/browser.hpp"
#include "support/fabric_report.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using Catch::Contains;

namespace {

bool no_browser() {
  if (!tb::browser().empty()) return false;
  WARN("not tested: no Chromium on PATH (Debian package chromium)");
  SUCCEED();
  return true;
}

}  // namespace

TEST_CASE("the report of a fabric opens in a browser without a word in its console") {
  if (no_browser()) return;
  const tb::Folder folder;
  for (const char* swept : {"", "scheduler.guard"}) {
    const std::string page = report::fabric_page(tb::hand_made_report(16, swept));
    const tb::Opened opened = tb::open_in_browser(folder.file("page.html", page));
    CHECK(opened.complaints == std::vector<std::string>{});
    CHECK_THAT(opened.document, Contains("<h1>Circuits and packets</h1>"));
    CHECK_THAT(opened.document, Contains("Beside this page"));
  }
}

TEST_CASE("hostile names neither run nor break a page") {
  if (no_browser()) return;
  const std::string hostile = "\"'></title></svg><script>console.error('ran')</script>&<b>\n\x01";
  report::FabricReport report = tb::hand_made_report(4, hostile);
  report.title = report.command = report.demand_name = hostile;
  report.notes = {hostile};
  report.files = {{hostile, hostile}};
  for (report::FabricSeries& s : report.series) s.fabric = s.traffic = hostile;
  for (report::FabricRun& run : report.runs) {
    run.fabric = run.traffic = hostile;
    for (report::LinkRecord& link : run.links) link.name = hostile;
    for (report::SettingRecord& setting : run.settings) setting.crossbar = hostile;
  }
  for (auto& row : report.table) row.emplace_back(hostile, hostile);
  const tb::Folder folder;
  const tb::Opened opened =
      tb::open_in_browser(folder.file("page.html", report::fabric_page(report)));
  CHECK(opened.complaints == std::vector<std::string>{});
  CHECK_THAT(opened.document, Contains("Beside this page") && !Contains("<script"));
}

TEST_CASE("what goes wrong in a page is heard") {
  if (no_browser()) return;
  const tb::Folder folder;
  for (const char* wrong :
       {"<script>no_such_function()</script>", "<script>console.error('broken')</script>"}) {
    INFO(wrong);
    const tb::Opened opened = tb::open_in_browser(
        folder.file("page.html", std::string("<!DOCTYPE html><title>t</title>") + wrong));
    CHECK_FALSE(opened.complaints.empty());
  }
}
