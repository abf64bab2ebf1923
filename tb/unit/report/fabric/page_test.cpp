// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/fabric/page.hpp"

#include <catch2/catch.hpp>

#include "jacquard/report/fabric/completion.hpp"
#include "support/fabric_report.hpp"

using namespace jacquard;
using namespace jacquard::report;
using base::Picoseconds;
using Catch::Contains;

namespace {

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

std::vector<Picoseconds> times(const std::vector<std::int64_t>& counts) {
  return std::vector<Picoseconds>(counts.begin(), counts.end());
}

// 100 and 300 ns against 150 and 350 ns.
FabricReport two_fabrics() {
  FabricReport report;
  report.title = "t";
  report.series = {{"slow", "moe", "", times({150'000, 350'000})},
                   {"fast", "moe", "", times({100'000, 300'000})}};
  return report;
}

}  // namespace

TEST_CASE("a fabric's page needs nothing from outside and runs no script") {
  std::string html = fabric_page(tb::hand_made_report(8, "scheduler.guard"));
  for (auto at = html.find("base64,"); at != std::string::npos; at = html.find("base64,")) {
    html.erase(at, html.find('"', at) - at);  // pictures may hold any letters
  }
  for (const char* outside : {"http:", "https:", "//", "<script", "@import", "<link", "url("}) {
    INFO(outside);
    CHECK(html.find(outside) == std::string::npos);
  }
  CHECK_THAT(html, !Contains("nan") && !Contains(">inf"));
}

TEST_CASE("a fabric's page has a section for everything its report has") {
  const std::string html = fabric_page(tb::hand_made_report(8, "scheduler.guard"));
  for (const char* heading :
       {"What <code>scheduler.guard</code> does", "Completion", "The figures", "The demand",
        "Flows", "What the links did", "The settings over time", "Beside this page"}) {
    INFO(heading);
    CHECK(count(html, std::string("<h2>") + heading + "</h2>") == 1);
  }
  CHECK(count(html, "Distribution of completion") == 4);  // one per point of the sweep
  CHECK(count(html, "Distribution of flow completion") == 1);
  CHECK(count(html, "aria-label=\"How the links of") == 3);
  CHECK_THAT(html, Contains("<li>The decision takes 40 us, all before the first setting.</li>"));
  CHECK_THAT(html, Contains("<a href=\"./flows.csv\">"));
}

TEST_CASE("a report of nothing is a page without sections") {
  const std::string html = fabric_page({});
  CHECK(count(html, "<h2>") == 0);
  CHECK_THAT(html, Contains("</html>"));
}

TEST_CASE("the fastest fabric is named, and how much longer the others take on average") {
  const std::string html = completion_section(two_fabrics());
  // means of 200 and 250 ns
  CHECK_THAT(html, Contains("<b>fast</b> finishes first, after 200 ns on average of 2; slow takes "
                            "25.0 % longer"));
  CHECK_THAT(html, Contains("250 ns (150 ns to 350 ns over 2 matrices)"));
}

TEST_CASE("a distribution of completion steps at each matrix, and one matrix has none") {
  FabricReport report = two_fabrics();
  // fast: 100 and 300 ns on an axis of 100 - 3 % .. 350 + 3 %, 84..468 wide; shares 0, .5, 1 on
  // 268..12: x(100) = 84 + 384 * 7.5 / 265, x(300) = 84 + 384 * 207.5 / 265.
  CHECK_THAT(completion_section(report),
             Contains("<polyline points=\"94.9,268.0 94.9,140.0 384.7,140.0 384.7,12.0 \""));
  for (FabricSeries& s : report.series) s.completions.resize(1);
  CHECK_THAT(completion_section(report), !Contains("polyline") && Contains("finishes first"));
}

TEST_CASE("a sweep is a line per fabric over the points, however they are ordered") {
  FabricReport report;
  report.swept = "guard";
  report.series = {{"a", "moe", "1 us", times({3'000'000})},
                   {"a", "moe", "10 ns", times({1'000'000})},
                   {"b", "moe", "10 ns", times({2'000'000})}};
  const std::string html = sweep_section(report);
  // 10 ns and 1 us are the ends of 84..468; 1, 2, 3 us on 268..12 from 0.
  CHECK_THAT(html, Contains("<polyline points=\"84.0,182.7 468.0,12.0 \""));
  CHECK_THAT(html, Contains("<polyline points=\"84.0,97.3 \""));
  CHECK_THAT(html, Contains(">10 ns</text>") && Contains(">1 us</text>"));
  CHECK_THAT(html, Contains("mean completion (us)"));
}

TEST_CASE("a fabric keeps its colour in every chart") {
  FabricReport report = two_fabrics();
  report.series[0].traffic = "other";  // slow alone there, fast alone in moe
  const std::string html = completion_section(report);
  CHECK(fabric_names(report) == std::vector<std::string>{"slow", "fast"});
  CHECK(count(html, "stroke=\"var(--c0)\" stroke-width=\"1.8\"><title>slow") == 2);
  CHECK(count(html, "stroke=\"var(--c1)\" stroke-width=\"1.8\"><title>fast") == 2);
}

TEST_CASE("distributions beyond the bound are counted, not drawn") {
  FabricReport report;
  report.swept = "k";
  for (int p = 0; p < kMostCharts + 3; ++p) {
    report.series.push_back({"a", "moe", std::to_string(p), times({1, 2})});
  }
  const std::string html = completion_section(report);
  CHECK(count(html, "Distribution of completion") == kMostCharts);
  CHECK_THAT(html, Contains("3 more distributions are not drawn"));
}

TEST_CASE("rows with other headings begin another table, and too many rows are cut") {
  FabricReport report;
  report.table = {{{"a", "1"}}, {{"a", "2"}}, {{"b", "<3>"}}};
  std::string html = fabric_page(report);
  CHECK(count(html, "<table>") == 2);
  CHECK_THAT(html, Contains("<td>&lt;3&gt;</td>"));
  report.table.assign(kMostTableRows + 1, {{"a", "1"}});
  html = fabric_page(report);
  CHECK(count(html, "<td>") == static_cast<int>(kMostTableRows));
  CHECK_THAT(html, Contains("The first 1,000 of 1,001 rows"));
}

TEST_CASE("the largest demand is a picture of a pixel per cell") {
  FabricReport report;
  report.demand = demand::DemandMatrix(demand::kMaxPorts);
  report.demand->set(3, 5, base::Bytes{7});
  CHECK_THAT(fabric_page(report), Contains("Heat map of the demand"));
}

TEST_CASE("equal reports give equal bytes") {
  CHECK(fabric_page(tb::hand_made_report(8, "")) == fabric_page(tb::hand_made_report(8, "")));
}
