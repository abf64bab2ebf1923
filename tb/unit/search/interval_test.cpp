// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/interval.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/base/rng.hpp"

using namespace jacquard;
using namespace jacquard::search;

namespace {

Interval enclosed(const std::string& text, const Ranges& ranges) {
  return enclosure(Expression::parse(text, {"", ""}), ranges);
}

}  // namespace

TEST_CASE("intervals of sums, products and quotients are exact") {
  const Ranges ranges = {
      {"a", {{{-2, 3}}, false}}, {"b", {{{1, 4}}, false}}, {"l", {{{1, 2}, {10, 20}}, true}}};
  const auto check = [&](const std::string& text, double low, double high) {
    INFO(text);
    const Interval found = enclosed(text, ranges);
    CHECK(found.low == Approx(low));
    CHECK(found.high == Approx(high));
  };
  check("a + b", -1, 7);
  check("a - b", -6, 2);
  check("a * b", -8, 12);
  check("a / b", -2, 3);
  check("a ^ 2", 0, 9);
  check("a ^ 3", -8, 27);
  check("abs(a)", 0, 3);
  check("sqrt(b)", 1, 2);
  check("sum(l)", 11, 22);
  check("product(l)", 10, 40);
  check("max(l)", 10, 20);
  check("sum(l * b)", 11, 88);
  check("l[1]", 1, 20);  // the hull: which element is not looked at
  check("if(a > 0, b, 7)", 1, 7);
}

TEST_CASE("what cannot be bounded is infinite, on the side that is not known") {
  const Ranges ranges = {{"time", {{{2, std::numeric_limits<double>::infinity()}}, false}},
                         {"zero", {{{-1, 1}}, false}}};
  CHECK(enclosed("1 / time", ranges).high == 0.5);
  CHECK(enclosed("1 / time", ranges).low == 0);
  CHECK(enclosed("-time", ranges).high == -2);
  CHECK(std::isinf(enclosed("1 / zero", ranges).high));
  CHECK(std::isinf(enclosed("unknown", ranges).high));
  CHECK(std::isinf(enclosed("time % 3", ranges).high));
}

TEST_CASE("values drawn within ranges stay within the enclosure") {
  const char* const texts[] = {"1 / ((a + 3) * sum(l)) - b ^ 2", "min(a, b) * max(l) - abs(a * b)",
                               "if(a > b, a / (b ^ 2 + 1), sqrt(l[0]))",
                               "1 / sqrt((a * b - 9) ^ 2)",
                               "floor(a) + ceil(b) - log2(l[1]) * (a > 0)"};
  base::Rng rng(3, "intervals");
  for (int trial = 0; trial < 300; ++trial) {
    Ranges ranges;
    const auto draw = [&](double low, double high) {
      const double x = low + (high - low) * rng.uniform(), y = low + (high - low) * rng.uniform();
      return Interval{std::min(x, y), std::max(x, y)};
    };
    ranges["a"] = {{draw(-2, 2)}, false};
    ranges["b"] = {{draw(-2, 4)}, false};
    ranges["l"] = {{draw(1, 3), draw(1, 9)}, true};
    const auto within = [&](const Interval& i) {
      return Value{i.low + (i.high - i.low) * rng.uniform()};
    };
    const Bindings bindings = {{"a", within(ranges["a"].elements[0])},
                               {"b", within(ranges["b"].elements[0])},
                               {"l", std::vector<Value>{within(ranges["l"].elements[0]),
                                                        within(ranges["l"].elements[1])}}};
    for (const char* text : texts) {
      INFO(text);
      const double value = Expression::parse(text, {"", ""}).number(bindings);
      const Interval all = enclosed(text, ranges);
      CHECK(value >= all.low - 1e-9);
      CHECK(value <= all.high + 1e-9);
    }
  }
}

TEST_CASE("a choice between lists has no bound, as a sum of it would need each element") {
  const Expression e = Expression::parse("sum(if(f == 1, rate, rate))", {"", ""});
  const Interval all =
      enclosure(e, {{"f", {{{0, 1}}, false}}, {"rate", {{{10, 40}, {10, 40}}, true}}});
  CHECK(all.high >= 80);
}
