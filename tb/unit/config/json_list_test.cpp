// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/json_list.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"

using namespace jacquard;
using config::Json;

namespace {

struct Read {
  std::vector<std::pair<Json, std::size_t>> elements;
  Json rest;
  std::string fault;
};

// In blocks of a few bytes, so that every value is cut somewhere.
Read read(const std::string& text) {
  Read out;
  std::size_t at = 0;
  const auto bytes = [&](char* block, std::size_t size) {
    const std::size_t got = std::min<std::size_t>({3, size, text.size() - at});
    std::copy_n(text.begin() + static_cast<std::ptrdiff_t>(at), got, block);
    at += got;
    return got;
  };
  try {
    out.rest = config::read_json_list(bytes, "big.json", "list",
                                      {[](const std::string& key, const std::string& word) {
                                         return key != "kind" || word == "kept";
                                       },
                                       [&](const Json& element, std::size_t place) {
                                         out.elements.emplace_back(element, place);
                                       }});
  } catch (const base::ConfigError& error) {
    out.fault = error.what();
  }
  return out;
}

}  // namespace

TEST_CASE("Elements of a long list come one at a time with their places, all else as a document") {
  const Read all = read(R"({"before": {"list": [1, {"kind": "no"}]},
    "list": [{"kind": "kept", "of": [1, {"kind": "deep"}]}, 7, [{"kind": "kept"}],
             {"kind": "passed over", "of": {"kind": [[]]}}, {"n": 2.5}],
    "after": [{"kind": "no"}, null, true]})");
  CHECK(all.fault.empty());
  const Json first = {{"kind", "kept"}, {"of", {1, {{"kind", "deep"}}}}};
  const Json last = {{"n", 2.5}};
  REQUIRE(all.elements.size() == 2);
  CHECK(all.elements[0].first == first);
  CHECK(all.elements[0].second == 0);
  CHECK(all.elements[1].first == last);
  CHECK(all.elements[1].second == 4);  // what is passed over counts
  const Json rest = Json::parse(R"({"before": {"list": [1, {"kind": "no"}]}, "list": [],
                                    "after": [{"kind": "no"}, null, true]})");
  CHECK(all.rest == rest);
}

TEST_CASE("What is no JSON is told by its line, however far into the file it stands") {
  CHECK(read("{\"list\": [\n{},\n{\"a\" 1}]}").fault ==
        "big.json, line 3: expected JSON, found something else");
  CHECK(read("{\"list\": [\n{\"kind\": \"passed").fault ==
        "big.json, line 2: expected JSON, found the end of the text");
  CHECK(read("").fault == "big.json, line 1: expected JSON, found the end of the text");
  CHECK_THAT(read("{\"list\": [" + std::string(100, '[')).fault,
             Catch::Contains("64 levels of nesting"));
}
