// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <set>

#include "jacquard/base/error.hpp"
#include "papers/published/answers.hpp"
#include "papers/published/cosmic.hpp"
#include "support/source_tree.hpp"

using namespace jacquard;
using namespace jacquard::report;
using Catch::Contains;

namespace {

const Published& published() {
  static const Published all = read_published(tb::in_source_tree("configs/papers/published.json"));
  return all;
}

Row repro_row(const Question& question) {
  return repro_metrics().json({question.number, answer(question)});
}

Row row_of(const std::string& id) {
  const auto numbers = select(published(), id);
  REQUIRE(numbers.size() == 1);
  return repro_row({numbers[0], published(), {true, {}}});
}

PublishedNumber number(const char* value, const char* compare) {
  return {"x", config::Json::parse(value), "", "exact", compare, std::nullopt};
}

}  // namespace

TEST_CASE("every entry and every key of a dictionary is one number with an id of its own") {
  std::set<std::string> ids;
  for (const PublishedNumber& n : published().numbers) CHECK(ids.insert(n.id).second);
  CHECK(ids.count("chronos.table2.maximum_ms/256") == 1);
  CHECK(ids.count("chronos.llama3.interruptions/mtbf_h") == 1);
  CHECK(ids.count("cosmic.fig8.vit_large") == 1);  // a list is one
  CHECK(ids.count("chronos.table2.maximum_ms") == 0);
  CHECK(ids.size() > 150);
}

TEST_CASE("every slot and Table 2 entry of Chronos is covered") {
  for (const char* prefix : {"chronos.slot", "chronos.table2"}) {
    for (const PublishedNumber& n : select(published(), prefix)) {
      INFO(n.id);
      CHECK(repro_list_metrics().json({n.id, is_covered(n.id, {})})["status"] == "covered");
      CHECK(repro_row({n, published(), {true, {}}})["verdict"] != "not-covered");
    }
  }
  CHECK(select(published(), "chronos.slot").size() == 5);
  CHECK(select(published(), "chronos.table2").size() == 10);
}

TEST_CASE("Llama 3's slot arithmetic matches as printed") {
  // 4 x 2.8e9 / (8 x 128) bytes = 10.9375 MB = 109.375 us at 800 Gb/s.
  const Row transfer = row_of("chronos.slot.llama3.bytes_over_c_us");
  CHECK(transfer["ours"].get<double>() == Approx(109.375));
  CHECK(transfer["verdict"] == "match");
  const Row loss = row_of("chronos.slot.llama3.loss");
  CHECK(loss["ours"].get<double>() == Approx(10.01 / 119.385));
  CHECK(loss["verdict"] == "match");
}

TEST_CASE("22 us and above 95 % are called what they are") {
  for (const char* id : {"chronos.slot.400g.T_us", "chronos.slot.400g.efficiency_fast"}) {
    const Row row = row_of(id);
    CHECK(row["verdict"] == "paper-inconsistent");
    CHECK_THAT(row["remark"].get<std::string>(), Contains("cannot share one t_max") &&
                                                     Contains("0.9087") && Contains("1.043 us") &&
                                                     Contains("0.9519"));
  }
  CHECK(row_of("chronos.slot.400g.T_us")["ours"].get<double>() == Approx(22.0));
  CHECK(row_of("chronos.slot.400g.efficiency_fast")["ours"].get<double>() == Approx(20 / 22.01));
}

TEST_CASE("150 MB for 75 % of a millisecond switch is right to the digits printed") {
  const Row row = row_of("chronos.slot.mems.bytes_for_75pct_MB");
  CHECK(row["ours"].get<double>() == Approx(150.3));
  CHECK(row["verdict"] == "match");
}

TEST_CASE("without timing, a measured number is left out and its row stays") {
  const Row row = row_of("chronos.table2.maximum_ms/64");
  CHECK(row["verdict"] == "machine");
  CHECK(row["ours"].is_null());
  CHECK_FALSE(row.contains("ours_wall_ms"));
  CHECK(row["paper_ratio"].get<double>() == Approx(25 / 4.6));
}

TEST_CASE("54 days over 419 interruptions is about three hours") {
  const Row row = row_of("chronos.llama3.interruptions/mtbf_h");
  CHECK(row["ours"].get<double>() == Approx(3.0931).epsilon(1e-4));
  CHECK(row["verdict"] == "match");
  CHECK(row_of("chronos.llama3.interruptions/gpu")["ours"].get<double>() == Approx(246.0 / 419));
  // 54 x 24 / 3, and 419 x 3 / 24: both are within what rounds to three hours.
  CHECK(row_of("chronos.llama3.interruptions/count")["ours"].get<double>() == Approx(432));
  CHECK(row_of("chronos.llama3.interruptions/count")["verdict"] == "match");
  CHECK(row_of("chronos.llama3.interruptions/days")["ours"].get<double>() == Approx(52.375));
  CHECK(row_of("chronos.llama3.interruptions/days")["verdict"] == "match");
}

TEST_CASE("products of powers of two are counted as combinatorics has them") {
  CHECK(power_of_two_products(10, 4, 0, 10) == 286);  // C(13,3)
  CHECK(power_of_two_products(10, 3, 0, 10) == 66);   // C(12,2)
  CHECK(power_of_two_products(3, 2, 1, 2) == 2);      // 2 x 4, 4 x 2
  CHECK(power_of_two_products(10, 4, 2, 4) == 10);    // 4^4 x 2^2: C(4,2) + 4
}

TEST_CASE("the counts of COSMIC's design space match, and what they leave out is said") {
  const Row parallel = row_of("cosmic.space.parallel_4d_1024");
  CHECK(parallel["ours"] == 286);
  CHECK(parallel["verdict"] == "match");
  const Row total = row_of("cosmic.space.table1_total");
  CHECK(total["ours"] == 286LL * 2 * 2 * 256 * 32 * 2 * 81 * 81 * 625);
  CHECK(total["verdict"] == "match");
  CHECK(total["tolerance"].get<double>() == Approx(0.005 / 7.69));  // 7.69 x 10^13 is printed
  PublishedNumber other = select(published(), "cosmic.space.table1_total").front();
  other.value = 7.70e13;
  CHECK(repro_row({other, published(), {true, {}}})["verdict"] == "differs");
  CHECK_THAT(total["remark"].get<std::string>(),
             Contains("2.44e+06 years") && Contains("leaves 10 of them"));
}

TEST_CASE("COSMIC's systems as shipped are those of its Table 3") {
  const auto rows = select(published(), "cosmic.table3");
  REQUIRE(rows.size() == 3);
  const char* const dollars[] = {"$2693120", "$8775680", "$8596479"};
  for (std::size_t i = 0; i < 3; ++i) {
    const Row row = repro_row({rows[i], published(), {true, {}}});
    CHECK(row["verdict"] == "match");
    CHECK_THAT(row["remark"].get<std::string>(), Contains(dollars[i]));
    PublishedNumber other = rows[i];
    other.value["npus_per_dim"][0] = 5;
    CHECK(repro_row({other, published(), {true, {}}})["verdict"] == "differs");
  }
}

TEST_CASE("what circuit schedulers claim is held against sparse demands, or said not to compare") {
  // Solstice beats Birkhoff by more than printed; Eclipse serves more than half of everything.
  CHECK(row_of("solstice.utilization_over_traditional")["verdict"] == "match");
  const Row eclipse = row_of("eclipse.share_of_optimal");
  CHECK(eclipse["verdict"] == "match");
  CHECK(eclipse["ours"].get<double>() > 0.8);
  CHECK(eclipse["ours"].get<double>() <= 1.0);
  const Row optimal = row_of("solstice.over_optimal");
  CHECK(optimal["verdict"] == "not-covered");
  CHECK(optimal["ours"].get<double>() > 0);
  CHECK_THAT(optimal["remark"].get<std::string>(), Contains("packet switch"));
  CHECK(row_of("sunflow.mean_over_optimal")["verdict"] == "not-covered");
}

TEST_CASE("a value is compared to the digits the paper prints, or by its bound") {
  CHECK(compared(number("109", "="), 109.49) == "match");
  CHECK(compared(number("109", "="), 109.51) == "differs");
  CHECK(compared(number("0.084", "="), 0.0845) == "match");
  CHECK(compared(number("0.084", "="), 0.0846) == "differs");
  CHECK(compared(number("150", ">="), 149.9) == "differs");
  CHECK(compared(number("0.8", "<="), 0.8) == "match");
  CHECK(compared(number("1.0", "<"), 1.0) == "differs");
  CHECK(half_a_printed_unit(config::Json::parse("13")) == Approx(0.5));
  CHECK(half_a_printed_unit(config::Json::parse("0.2204")) == Approx(0.00005));
  CHECK(half_a_printed_unit(config::Json::parse("76900000000000.0")) <= 0.5);
}

TEST_CASE("an id that is not published is refused with the nearest one") {
  CHECK(select(published(), "").size() == published().numbers.size());
  CHECK_THROWS_WITH(select(published(), "chronos.slot.llama3.los"),
                    Contains("did you mean 'chronos.slot.llama3.loss'?"));
  CHECK_THROWS_AS(select(published(), "chronos.slo"), base::ConfigError);
}
