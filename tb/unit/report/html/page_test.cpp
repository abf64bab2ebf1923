// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/page.hpp"

#include <catch2/catch.hpp>

using namespace jacquard;
using namespace jacquard::report;
using Catch::Contains;

namespace {

ScheduleReport small_report() {
  const demand::DemandMatrix bytes(2, {3, 1, 1, 3});
  const demand::QuantaMatrix quanta(2, {3, 1, 1, 3});
  schedule::Schedule s(2);
  s.append({0, 1}, 3);
  s.append({1, 0}, 1);
  const auto figures = schedule::summarise(bytes, quanta, s, 1);
  return {"A <title>",
          "d.csv[0]",
          "jacquard schedule",
          bytes,
          quanta,
          {{"some & name", "what it does", "a paper", figures, s, std::nullopt}},
          std::nullopt};
}

}  // namespace

TEST_CASE("a page needs nothing from outside and runs no script") {
  const std::string html = html_page(small_report());
  for (const char* outside : {"http:", "https:", "//", "<script", "@import", "<link"}) {
    INFO(outside);
    std::string text = html;
    for (auto at = text.find("base64,"); at != std::string::npos; at = text.find("base64,")) {
      text.erase(at, text.find('"', at) - at);  // pictures may hold any letters
    }
    CHECK(text.find(outside) == std::string::npos);
  }
  CHECK_THAT(html, Contains("A &lt;title&gt;"));
  CHECK_THAT(html, Contains("some &amp; name"));
}

TEST_CASE("a page without an RTL run does not speak of one, and with one it tells the verdict") {
  ScheduleReport report = small_report();
  CHECK_THAT(html_page(report), !Contains("Verilog"));
  RtlRun rtl;
  rtl.core = "ladder";
  rtl.compared_cycles = 1234;
  rtl.valid = true;
  rtl.waveform = "run.fst";
  rtl.save_file = "run.gtkw";
  report.rtl = rtl;
  CHECK_THAT(html_page(report), Contains("bit for bit, in each of 1,234"));
  CHECK_THAT(html_page(report), Contains("href=\"run.fst\"") && Contains("gtkwave run.gtkw"));
  report.rtl->mismatches = 1;
  report.rtl->first_mismatch = "cycle 7: hold 4, expected 8";
  CHECK_THAT(html_page(report), Contains("They differ: cycle 7: hold 4"));
}

TEST_CASE("a page without timing has no wall-clock column") {
  ScheduleReport report = small_report();
  CHECK_THAT(html_page(report), !Contains("decided in"));
  report.runs[0].decision_wall_ns = 12'345;
  CHECK_THAT(html_page(report), Contains("decided in") && Contains("12.3 us"));
}

TEST_CASE("a page of nothing to send is a page") {
  const demand::DemandMatrix bytes(1);
  const demand::QuantaMatrix quanta(1, {0});
  const schedule::Schedule s(1);
  const std::string html =
      html_page({"t",
                 "d",
                 "c",
                 bytes,
                 quanta,
                 {{"exact", "", "", schedule::summarise(bytes, quanta, s, 1), s, 5}},
                 std::nullopt});
  CHECK_THAT(html, Contains("nothing to schedule"));
  CHECK_THAT(html, !Contains("nan") && !Contains(">inf"));
}

TEST_CASE("an invalid schedule is called so, with its fault") {
  ScheduleReport report = small_report();
  schedule::Schedule s(2);
  s.append({0, 1}, 3);
  report.runs[0].figures = schedule::summarise(report.bytes, report.quanta, s, 1);
  CHECK_THAT(html_page(report), Contains("1 quanta of (0, 1) are never served"));
}
