// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/toml_reader.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"

using namespace jacquard;
using config::Json;
using tb::fault_of;

// The forms of TOML 1.0.
TEST_CASE("TOML is read as the JSON that says the same") {
  const Json json = config::parse_toml(R"(title = "a # b"  # a comment
[model]
flavor = '70B'
converters = ["float8",
  "mx"]
[training]
steps = 10_000
lr = 1e-4
compile = true
day = 1979-05-27
[quantize.linear.float8]
enable = false
)",
                                       "a.toml");
  CHECK(json == Json::parse(R"({"title": "a # b", "model": {"flavor": "70B",
      "converters": ["float8", "mx"]}, "training": {"steps": 10000, "lr": 1e-4, "compile": true,
      "day": null}, "quantize": {"linear": {"float8": {"enable": false}}}})"));
}

TEST_CASE("A fault of TOML is told by its line") {
  const auto fault = [](const std::string& text) {
    return fault_of([&] { config::parse_toml(text, "a.toml"); });
  };
  CHECK_THAT(fault("a = 1\n[b\nc = 2\n"), Catch::StartsWith("a.toml, line 2: expected TOML"));
  CHECK_THAT(fault("[$(fi$\njob]\n"), Catch::StartsWith("a.toml, line 1: expected TOML"));
  CHECK_THAT(fault("a = 1\nb = 2\na = 3\n"), Catch::StartsWith("a.toml, line 3: expected TOML"));
  CHECK_THAT(fault("a = " + std::string(70, '[') + std::string(70, ']')),
             Catch::Contains("nesting of at most 64"));
}
