// SPDX-License-Identifier: Apache-2.0
// What `jacquard simulate --out` leaves for people, from the program itself.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

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

using Fields = std::vector<std::string>;

// Lines of a CSV without its header; no name of these experiments has a quote or a line end in it.
std::vector<Fields> csv(const tb::Folder& folder, const std::string& file) {
  std::istringstream text(base::read_file(folder.path(file)));
  std::vector<Fields> lines;
  for (std::string line; std::getline(text, line);) {
    Fields fields(1);
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
    lines.push_back(std::move(fields));
  }
  lines.erase(lines.begin());
  return lines;
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

TEST_CASE("the times of all links of a run add up to the same, no less than its last flow") {
  const tb::Folder folder;
  // Everyone sends to 6 at once, so what 6 sends is acknowledged behind all of that: after the
  // last data.
  std::string flows;
  for (int i = 0; i < 16; ++i) {
    if (i != 6) flows += fmt::format("{} 6 1000000 0\n6 {} 500000 0\n", i, i);
  }
  const std::vector<std::vector<std::string>> runs = {
      {experiment("permutation")},
      {experiment("two_tier")},
      {experiment("flows"), "--flows", folder.file("both_ways", flows), "--set",
       "fabric.preset=pfc-only"}};
  for (std::vector<std::string> arguments : runs) {
    arguments.insert(arguments.begin(), "simulate");
    arguments.insert(arguments.end(), {"--out", "out"});
    REQUIRE(tb::run_program(arguments, folder).exit_code == 0);
    std::map<std::string, std::int64_t> last, sum;  // by fabric and traffic
    for (const Fields& f : csv(folder, "out/flows.csv")) {
      std::int64_t& end = last[f[0] + "|" + f[1]];
      end = std::max(end, std::int64_t{std::stoll(f[6])});
    }
    for (const Fields& f : csv(folder, "out/links.csv")) {
      const std::string run = f[0] + "|" + f[1];
      INFO(arguments[1] << " " << run << " " << f[2]);
      std::int64_t all = 0;
      for (std::size_t k = 4; k < 8; ++k) all += std::stoll(f[k]);
      CHECK(all >= last.at(run));
      CHECK(sum.emplace(run, all).first->second == all);
    }
    CHECK(sum.size() == last.size());
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
