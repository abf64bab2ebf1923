// SPDX-License-Identifier: Apache-2.0
// What `jacquard simulate --out` leaves for people, from the program itself.
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "jacquard/base/file.hpp"
#include "support/browser.hpp"
#include "support/program.hpp"
#include "support/source_tree.hpp"

using namespace jacquard;
using Catch::Contains;

namespace {

std::string experiment(const std::string& name) {
  return tb::in_source_tree("configs/experiments/" + name + ".json");
}

int lines_of(const tb::Folder& folder, const std::string& file) {
  return tb::count_lines(base::read_file(folder.path(file)));
}

}  // namespace

TEST_CASE("the reports of shipped experiments open in a browser without a word in its console") {
  if (tb::browser().empty()) {
    WARN("not tested: no Chromium on PATH (Debian package chromium)");
    SUCCEED();
    return;
  }
  const tb::Folder folder;
  for (const char* name : {"guard_sweep", "two_tier", "permutation"}) {
    INFO(name);
    const tb::Answer answer =
        tb::run_program({"simulate", experiment(name), "--out", name}, folder);
    REQUIRE(answer.exit_code == 0);
    const tb::Opened opened = tb::open_in_browser(folder.path(std::string(name) + "/report.html"));
    CHECK(opened.complaints == std::vector<std::string>{});
    for (const char* heading : {"Completion", "The demand", "Flows", "What the links did"}) {
      CHECK_THAT(opened.document, Contains(std::string("<h2>") + heading));
    }
  }
}

TEST_CASE("a timeline of a simulation holds what its CSV files hold") {
  const tb::Folder folder;
  const tb::Answer answer =
      tb::run_program({"simulate", experiment("two_tier"), "--out", "out"}, folder);
  REQUIRE(answer.exit_code == 0);
  int flows = 0, settings = 0, timelines = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path("out"))) {
    const std::string file = entry.path().filename().string();
    if (file.rfind("timeline-", 0) != 0) continue;
    INFO(file);
    ++timelines;
    const auto trace = nlohmann::json::parse(base::read_file(folder.path("out/" + file)));
    CHECK(trace["otherData"]["left_out"] == "");
    std::map<int, std::int64_t> ends;  // per thread, in the nanoseconds of Perfetto
    int overlaps = 0;
    for (const auto& e : trace["traceEvents"]) {
      if (e["ph"] != "X") continue;
      flows += e["args"].contains("bytes");
      settings += e["args"].contains("columns");
      const std::int64_t from = std::llround(e["ts"].get<double>() * 1000);
      overlaps += ends.count(e["tid"]) > 0 && from < ends[e["tid"]];
      ends[e["tid"]] = from + std::llround(e["dur"].get<double>() * 1000);
    }
    CHECK(overlaps == 0);
  }
  CHECK(timelines == 5);
  CHECK(flows == lines_of(folder, "out/flows.csv") - 1);
  CHECK(settings == lines_of(folder, "out/settings.csv") - 1);
}
