// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/suite/suite.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"

using namespace jacquard;
using Catch::Matchers::Contains;
using schedule::Suite;

namespace {

std::string refusal(const char* text) {
  try {
    Suite suite;
    const config::Place place{"suite.json", ""};
    schedule::suite_fields().read(suite, config::parse_json(text, "suite.json"), place);
    require_consistent(suite, place);
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a suite needs cases, guards and switches, each once") {
  const char* one = R"({"guards": ["1 us"], "cases": [{"name": "a", "demand": "moe:16"}]})";
  CHECK(refusal(one).empty());
  CHECK_THAT(refusal(R"({"cases": [{"name": "a"}]})"), Contains("/guards: expected at least one"));
  CHECK_THAT(refusal(R"({"guards": ["1 us"]})"), Contains("/cases: expected at least one case"));
  CHECK_THAT(refusal(R"({"guards": ["1 us", "1 us"], "cases": [{"name": "a"}]})"),
             Contains("/guards/1"));
  CHECK_THAT(refusal(R"({"guards": ["1 us"], "cases": [{"name": "a"}, {"name": "a"}]})"),
             Contains("/cases/1"));
  CHECK_THAT(refusal(R"({"guards": ["1 us"], "cases": [{"name": "../a"}]})"),
             Contains("/cases/0/name: expected letters, digits and _"));
  CHECK_THAT(refusal(R"({"guards": ["1 us"], "cases": [{"name": "a", "counts": 3}]})"),
             Contains("/cases/0/counts"));
}

TEST_CASE("switches side by side share the rate of a port") {
  Suite suite;
  CHECK(quantisation_of(suite, base::Picoseconds{5}, 4).rate.count() == 100'000'000'000);
  CHECK(quantisation_of(suite, base::Picoseconds{5}, 4).guard == base::Picoseconds{5});
}

TEST_CASE("a schedule of others is found by case, matrix and guard") {
  const schedule::SuiteDemand demand{"sparse", 2, demand::DemandMatrix(2)};
  CHECK(entry_name(demand, base::Picoseconds{10'000'000}) == "sparse-2-10us");
}

TEST_CASE("the suite that ships is read, and every demand of it") {
  const Suite suite = schedule::find_suite("optical", {"--suite", ""});
  const auto demands = demands_of(suite, 1, {"optical", ""});
  CHECK(demands.size() == 15);
  for (const auto& demand : demands) CHECK(demand.matrix.total() > base::Bytes{0});
}
