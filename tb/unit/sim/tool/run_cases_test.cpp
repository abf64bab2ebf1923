// SPDX-License-Identifier: Apache-2.0
#include "sim/tool/run_cases.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "jacquard/base/error.hpp"

using namespace jacquard::tool;
using jacquard::base::ConfigError;
using jacquard::config::Document;

namespace {

Cases squares(SideBySide how, int workers) {
  Cases cases;
  cases.what = "a square";
  cases.count = 20;
  cases.how = how;
  cases.workers = workers;
  cases.evaluate = [](std::int64_t k) -> Document { return {{"z", k * k}, {"a", k}}; };
  return cases;
}

}  // namespace

TEST_CASE("Results are in the order of the cases, whoever evaluates them") {
  for (const SideBySide how : {SideBySide::processes, SideBySide::threads}) {
    for (const int workers : {1, 2, 7}) {
      Cases cases = squares(how, workers);
      std::set<std::int64_t> heard;
      cases.on_result = [&](std::int64_t k, bool found, const Document& result) {
        CHECK_FALSE(found);
        CHECK(result["z"] == k * k);
        CHECK(heard.insert(k).second);
      };
      const std::vector<Document> results = run_cases(cases);
      REQUIRE(results.size() == 20);
      CHECK(heard.size() == 20);
      for (std::int64_t k = 0; k < 20; ++k) {
        CHECK(results[static_cast<std::size_t>(k)].dump() ==
              Document({{"z", k * k}, {"a", k}}).dump());
      }
    }
  }
}

TEST_CASE("No cases have no results, and what a case throws ends them") {
  for (const SideBySide how : {SideBySide::processes, SideBySide::threads}) {
    Cases cases = squares(how, 2);
    cases.evaluate = [](std::int64_t k) -> Document {
      if (k >= 3) throw ConfigError({"case", "", "less", std::to_string(k), ""});
      return k;
    };
    CHECK_THROWS_AS(run_cases(cases), ConfigError);
    cases.count = 0;
    CHECK(run_cases(cases).empty());
  }
}
