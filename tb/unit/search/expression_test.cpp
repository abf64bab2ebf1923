// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/expression.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"

using namespace jacquard;
using namespace jacquard::search;

namespace {

double value(const std::string& text) {
  const Bindings bindings = {
      {"dp", Value{64.0}},
      {"word", Value{std::string("Ring")}},
      {"npus", std::vector<Value>{Value{4.0}, Value{8.0}, Value{4.0}, Value{8.0}}},
      {"topology", std::vector<Value>{Value{std::string("Ring")}, Value{std::string("Switch")}}}};
  return Expression::parse(text, {"space.json", "/constraints/0"}).number(bindings);
}

}  // namespace

TEST_CASE("operators bind as in arithmetic, and powers to the right") {
  CHECK(value("1 + 2 * 3") == 7);
  CHECK(value("(1 + 2) * 3") == 9);
  CHECK(value("2 ^ 3 ^ 2") == 512);
  CHECK(value("-2 ^ 2") == -4);
  CHECK(value("7 % 4 - 1") == 2);
  CHECK(value("1.5e3 / 3") == 500);
  CHECK(value("8 / 4 / 2") == 1);
}

TEST_CASE("comparisons and logic give 1 or 0") {
  CHECK(value("dp == 64 and dp < 65") == 1);
  CHECK(value("not dp >= 64 or word != 'Ring'") == 0);
  CHECK(value("1 or 1 and 0") == 1);
  CHECK(value("word == \"Ring\"") == 1);
}

TEST_CASE("lists are added, multiplied, indexed and counted") {
  CHECK(value("product(npus)") == 1024);
  CHECK(value("sum(npus * 2)") == 48);
  CHECK(value("npus[1] + npus[2]") == 12);
  CHECK(value("max(npus, 100)") == 100);
  CHECK(value("min(npus)") == 4);
  CHECK(value("count(topology, 'Ring')") == 1);
  CHECK(value("all(npus > 3) + any(npus > 8)") == 1);
  CHECK(value("if(dp > 32, log2(dp), 0)") == 6);
  CHECK(value("floor(2.7) + ceil(2.2) + sqrt(9) + abs(0 - 1)") == 9);
}

TEST_CASE("what cannot be parsed is named with its column") {
  const auto fault = [](const std::string& text) {
    return tb::input_fault_of([&] { Expression::parse(text, {"space.json", "/constraints/0"}); });
  };
  CHECK(fault("dp * ").where == "/constraints/0, column 6");
  CHECK(fault("(dp").expected == "')'");
  CHECK(fault("produkt(npus)").hint == "nearest is 'product'");
  CHECK(fault("1 < 2 < 3").expected == "one comparison, or 'and' between two");
  CHECK(fault("'open").expected == "a closing quote");
  CHECK(fault("abs(1, 2)").expected == "1 argument of abs");
  CHECK(fault("2dp").expected == "an operator after the number");
  CHECK(fault(std::string(100, '(') + "1").expected == "at most 64 levels");
  CHECK(fault("dp dp").expected == "an operator or the end");
}

TEST_CASE("a value that cannot be computed is refused") {
  const auto fault = [](const std::string& text) {
    return tb::input_fault_of([&] { value(text); });
  };
  CHECK(fault("1 / 0").expected == "a finite result");
  CHECK(fault("log2(0)").expected == "a finite result");
  CHECK(fault("word + 1").expected == "a number");
  CHECK(fault("npus").expected == "one value");
  CHECK(fault("npus[4]").expected == "an index in 0..3 of npus");
  CHECK(fault("npus[0.5]").expected == "an index in 0..3 of npus");
  CHECK(fault("npus + topology").expected == "lists of one length");
  CHECK(fault("word < 1").expected == "two numbers or two words to compare");
  CHECK(fault("unknown").found == "'unknown'");
}

TEST_CASE("an expression names what it reads") {
  const Expression e = Expression::parse("sum(b * a[0]) + c / c", {"", ""});
  CHECK(e.reads() == std::vector<std::string>{"a", "b", "c"});
}
