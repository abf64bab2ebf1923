// SPDX-License-Identifier: Apache-2.0
// jacquard collective --algorithm all: which way is the fastest.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "support/program.hpp"

using Catch::Contains;
using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using jacquard::tb::with;
using jacquard::tb::Words;
using nlohmann::json;

namespace {

const Words kNodes = {"collective",       "--topology", "Switch(4) Switch(4)", "--bandwidth",
                      "400 GB/s,50 GB/s", "--latency",  "500 ns,2 us"};

json rows_of(const Words& words, const Folder& folder) {
  const Answer answer = run_program(with(words, {"--json"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out).at("rows");
}

}  // namespace

TEST_CASE("Every algorithm, spread and chunk count is ranked at each size of a range") {
  const Folder folder;
  const json rows = rows_of(with(kNodes, {"--algorithm", "all", "--spread", "all", "--chunks",
                                          "1,8", "--bytes", "1 KB..100 kB"}),
                            folder);
  std::vector<std::int64_t> sizes;
  for (const json& row : rows) {
    if (row.at("rank") == 1) sizes.push_back(row.at("bytes"));
    CHECK(row.at("share_of_bound") <= 1.0);
  }
  CHECK(sizes == std::vector<std::int64_t>{1'000, 4'000, 16'000, 64'000, 100'000});
  // The same as one way alone.
  const json& some = rows.at(7);
  const json alone = rows_of(
      with(kNodes, {"--algorithm", some.at("algorithm"), "--spread", some.at("spread"), "--chunks",
                    std::to_string(some.at("chunks").get<int>()), "--bytes", "1 kB"}),
      folder);
  CHECK(alone.at(0).at("time_ps") == some.at("time_ps"));
  CHECK(alone.at(0).at("bus_bandwidth_bytes_per_s") == some.at("bus_bandwidth_bytes_per_s"));
}

TEST_CASE("Several sizes without a choice are each answered as one size is") {
  const Folder folder;
  const Words words = {"collective", "--system", "dgx_h100_8x8", "--bytes"};
  const json rows = rows_of(with(words, {"1 MB,1 GB"}), folder);
  for (const json& row : rows) {
    if (row.at("rank") != 1) continue;
    const json alone =
        rows_of(with(words, {std::to_string(row.at("bytes").get<std::int64_t>()) + " B"}), folder);
    CHECK(alone.at(0).at("time_ps") == row.at("time_ps"));
  }
}

TEST_CASE("An answer without an algorithm is near the first of the ranking, for every kind") {
  const Folder folder;
  for (const char* system : {"gb200_nvl72", "dgx_h100_8x8"}) {
    for (const char* kind :
         {"all-reduce", "all-gather", "reduce-scatter", "all-to-all", "broadcast", "reduce"}) {
      // By links alone: NCCL's law is no way among them.
      const Words ask = {"collective", "--system", system,  "--kind", kind,
                         "--bytes",    "1 MB",     "--law", "links"};
      const json alone = rows_of(ask, folder).at(0);
      const json first = rows_of(with(ask, {"--algorithm", "all"}), folder).at(0);
      INFO(system << ", " << kind);
      CHECK(alone.at("time_ps") >= first.at("time_ps"));
      // From one root, ways that are of `all` alone are faster: trees, and the shorter way of a
      // ring.
      const bool rooted = std::string(kind) == "broadcast" || std::string(kind) == "reduce";
      if (!rooted) CHECK(alone.at("time_ps") <= 1.1 * first.at("time_ps").get<double>());
    }
  }
}

TEST_CASE("Tables show the fastest ways, and --out draws them") {
  const Folder folder;
  const Words words =
      with(kNodes, {"--algorithm", "all", "--bytes", "1 MB,1 GB", "--out", "o", "--quiet"});
  const Answer answer = run_program(words, folder);
  REQUIRE(answer.exit_code == 0);
  CHECK_THAT(answer.out, Contains("all-reduce of 16 NPUs") && Contains("of the bound"));
  CHECK(jacquard::tb::count_lines(answer.out) == 7);  // three of words, a blank, a head, two sizes
  for (const char* file : {"o/collective.html", "o/collective.svg", "o/collective.json"}) {
    CHECK(std::filesystem::exists(folder.path(file)));
  }
  const Answer more = run_program(with(words, {"--top", "3"}), folder);
  CHECK(jacquard::tb::count_lines(more.out) == 11);
}

TEST_CASE("A comparison that makes no sense is refused with one line") {
  const Folder folder;
  const auto line = [&](const Words& words) { return mistake(with(kNodes, words), folder); };
  CHECK_THAT(line({"--bytes", "1 GB..1 MB"}), Contains("--bytes") && Contains("larger"));
  CHECK_THAT(line({"--bytes", "1 MB,two"}), Contains("--bytes") && Contains("two"));
  CHECK_THAT(line({"--bytes", "1 MB..0 B"}), Contains("--bytes"));
  CHECK_THAT(line({"--chunks", "1,0"}), Contains("--chunks"));
  CHECK_THAT(line({"--top", "3"}), Contains("--top"));
  CHECK_THAT(line({"--algorithm", "all", "--rounds-out", "r.json"}), Contains("--algorithm"));
  CHECK_THAT(line({"--algorithm", "all", "--kind", "send", "--spread", "all", "--peer", "99"}),
             Contains("--peer"));
}
