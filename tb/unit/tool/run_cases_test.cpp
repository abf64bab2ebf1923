// SPDX-License-Identifier: Apache-2.0
#include "jacquard/tool/run_cases.hpp"

#include <atomic>
#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"

using namespace jacquard::tool;
using jacquard::base::ConfigError;
using jacquard::config::Document;

namespace {

Cases squares(int workers) {
  Cases cases;
  cases.what = "a square";
  cases.count = 20;
  cases.workers = workers;
  cases.evaluate = [](std::int64_t k) -> Document { return {{"z", k * k}, {"a", k}}; };
  return cases;
}

}  // namespace

TEST_CASE("Results are in the order of the cases, and keep the order of their keys") {
  for (const int workers : {1, 2, 7}) {
    Cases cases = squares(workers);
    std::int64_t heard = 0;
    cases.on_result = [&](std::int64_t k, bool found, const Document& result) {
      CHECK_FALSE(found);
      CHECK(k == heard++);
      CHECK(result["z"] == k * k);
    };
    const std::vector<Document> results = run_cases(cases);
    REQUIRE(results.size() == 20);
    CHECK(heard == 20);
    CHECK(results[3].dump() == R"({"z":9,"a":3})");
  }
}

TEST_CASE("No cases have no results, and what a case throws ends them") {
  Cases cases = squares(2);
  cases.evaluate = [](std::int64_t k) -> Document {
    if (k >= 3) throw ConfigError({"case", "", "less", std::to_string(k), ""});
    return k;
  };
  CHECK_THROWS_WITH(run_cases(cases), Catch::Contains("found 3"));
  cases.count = 0;
  CHECK(run_cases(cases).empty());
}

TEST_CASE("Threads evaluate every case once, whatever their number") {
  for (const int workers : {1, 3, 9}) {
    std::vector<std::atomic<int>> calls(100);
    run_in_threads(100, workers, [&](std::int64_t k) { ++calls[static_cast<std::size_t>(k)]; });
    for (const auto& count : calls) CHECK(count == 1);
  }
  CHECK_THROWS_AS(run_in_threads(5, 2,
                                 [](std::int64_t) {
                                   throw ConfigError({"", "", "", "", ""});
                                 }),
                  ConfigError);
}
