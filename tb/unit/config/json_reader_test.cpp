// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/json_reader.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"

using jacquard::base::ConfigError;
using jacquard::config::brief;
using jacquard::config::Json;
using jacquard::config::parse_json;

TEST_CASE("a document is read as it stands") {
  const auto json = parse_json(R"({"a": [1, -2, 2.5, true, null, "x"], "b": {}})", "f");
  CHECK(json["a"].size() == 6);
  CHECK(json["a"][1] == -2);
  CHECK(json["a"][5] == "x");
  CHECK(json["b"].empty());
}

TEST_CASE("a syntax error names line and column") {
  CHECK_THROWS_WITH(parse_json("{\"a\": 1,\n \"b\" 2}", "f.json"),
                    Catch::Contains("f.json, line 2, column 6"));
  CHECK_THROWS_WITH(parse_json("[1, 2", "f.json"), Catch::Contains("the end of the text"));
  CHECK_THROWS_WITH(parse_json("", "f.json"), Catch::Contains("the end of the text"));
  CHECK_THROWS_WITH(parse_json("[nan]", "f.json"), Catch::Contains("line 1, column 3"));
  CHECK_THROWS_WITH(parse_json("[1] x", "f.json"), Catch::Contains("line 1, column 5"));
  CHECK_THROWS_WITH(parse_json("[1e999]", "f.json"), Catch::Contains("a double can hold"));
}

TEST_CASE("numbers that Python writes and JSON lacks are no numbers, and are called by name") {
  const Json json = parse_json(R"({"a": [NaN, -Infinity, Infinity], "NaN": "\"NaN"})", "f.json");
  CHECK(json.at("NaN") == "\"NaN");
  for (const char* name : {"NaN", "-Infinity", "Infinity"}) {
    const Json& value = json.at("a").at(name[0] == 'N' ? 0 : name[0] == '-' ? 1 : 2);
    CHECK(brief(value) == name);
    CHECK_FALSE((value.is_number() || value.is_null() || value.is_string()));
  }
  CHECK_THROWS_WITH(parse_json("[NaN,\n Infinity 1]", "f.json"),
                    Catch::Contains("line 2, column 11"));
}

TEST_CASE("a key given twice is an error at its pointer") {
  CHECK_THROWS_WITH(parse_json(R"({"a": [{"k": 1}, {"k": 1, "k": 2}]})", "f.json"),
                    Catch::Contains("f.json#/a/1/k: expected each key once"));
  CHECK_NOTHROW(parse_json(R"({"a": {"k": 1}, "b": {"k": 1}})", "f.json"));
}

TEST_CASE("nesting and size are bounded") {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  CHECK_NOTHROW(parse_json(nested(64), "f"));
  CHECK_THROWS_WITH(parse_json(nested(65), "f"), Catch::Contains("at most 64 levels"));
  CHECK_THROWS_AS(parse_json(std::string(1'000'000, '['), "f"), ConfigError);
  CHECK_THROWS_WITH(parse_json("[1, 2, 3]", "f", {4, 64}), Catch::Contains("at most 4 bytes"));
}

TEST_CASE("a key cannot break the line of its error nor make it endless") {
  const jacquard::config::Place root{"f.json", ""};
  CHECK((root / "a\nb").where == "/a?b");
  CHECK((root / "a/b~c").where == "/a~1b~0c");
  CHECK((root / std::string(1000, 'k')).where.size() < 100);
}
