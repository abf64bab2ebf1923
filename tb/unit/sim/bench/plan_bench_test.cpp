// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/plan_bench.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "jacquard/report/result.hpp"

using namespace jacquard;

namespace {

struct Enough {};

// Rows until one's case begins with `stop`.
report::Result rows_before(const std::string& stop) {
  bench::BenchOptions options;
  options.repeat = 1;
  report::Result result("bench", 1, {});
  try {
    bench::bench_plan(options, [&](report::Printed row) {
      if (!stop.empty() && row.json["case"].get<std::string>().rfind(stop, 0) == 0) throw Enough();
      result.add(std::move(row));
    });
  } catch (const Enough&) {
  }
  return result;
}

void check(const report::Row& row) {
  CAPTURE(row.dump());
  const auto evaluations = row["evaluations"].get<std::int64_t>();
  const auto ms = row["wall_ms"].get<double>();
  CHECK(evaluations % (row["space"].get<int>() * row["threads"].get<int>()) == 0);
  CHECK(row["evaluations_per_wall_s"].get<double>() * ms / 1e3 == Approx(double(evaluations)));
  CHECK(row["core_evaluations_per_wall_s"].get<double>() > 0);
  CHECK_FALSE(row["published"].get<std::string>().empty());
}

}  // namespace

// The physical mode and the knobs take seconds under sanitizers: the long test has them.
TEST_CASE("the planner's bench evaluates every strategy of the paper's spaces") {
  const report::Result result = rows_before("physical");
  REQUIRE(result.rows().size() >= 3);  // a second row of each where there are several cores
  for (const report::Row& row : result.rows()) {
    check(row);
    // MAD-Max s2.2: 2 schemes of embeddings and 3 of a dense part, each on one level or on two, of
    // which FSDP on the second is refused.
    CHECK(row["space"] == (2 + 2 * 2) * (3 + 3 * 3));
    CHECK(row["refused"] == (2 + 2 * 2) * 3);
    CHECK(row["operations"].get<double>() > 0);
  }
}

TEST_CASE("the planner's bench has the physical mode and a search of knobs", "[full]") {
  const report::Result result = rows_before("");
  REQUIRE(result.rows().size() >= 7);
  for (const report::Row& row : result.rows()) {
    if (row["case"].get<std::string>().rfind("knobs", 0) != 0) check(row);
  }
  const report::Row& knobs = result.rows().back();
  CHECK(knobs["case"] == "knobs llama3-405b on 16,384 NPUs");
  CHECK_FALSE(knobs.contains("operations"));  // a bound decides most settings
  CHECK(knobs["refused"] < knobs["space"]);
}
