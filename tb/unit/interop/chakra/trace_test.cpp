// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/trace.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "support/source_tree.hpp"

using namespace jacquard;
using namespace jacquard::interop;

namespace {

// Encoded by protoc from a text of every attribute type (tb/vectors/chakra/README.md).
std::string every_type() {
  return base::read_file(tb::in_source_tree("tb/vectors/chakra/every_type.et"));
}

const ChakraAttribute& attribute(const ChakraNode& node, const char* name) {
  const ChakraAttribute* found = find_attribute(node, name);
  REQUIRE(found);
  return *found;
}

std::string error_of(const std::string& bytes) {
  try {
    parse_chakra(bytes, "x.et");
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "";
}

std::string json_error_of(const std::string& text) {
  try {
    parse_chakra_json(text, "x.json");
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a trace that protoc encoded is read field by field") {
  const ChakraTrace trace = parse_chakra(every_type(), "every_type.et");
  CHECK(trace.metadata.version == "0.0.4");
  REQUIRE(trace.metadata.attributes.size() == 1);
  REQUIRE(trace.nodes.size() == 4);
  CHECK(trace.nodes[1].name == "second");
  CHECK(trace.nodes[1].data_deps == std::vector<std::uint64_t>{3});
  CHECK(trace.nodes[2].type == ChakraNodeType::metadata);

  const ChakraNode& node = trace.nodes[3];
  CHECK(node.id == std::numeric_limits<std::uint64_t>::max());
  CHECK(node.name == "Ünïcode \"quoted\"\n");
  CHECK(node.type == ChakraNodeType::comm_coll);
  CHECK(node.ctrl_deps == std::vector<std::uint64_t>{3, 300});
  CHECK(node.data_deps == std::vector<std::uint64_t>{7});
  CHECK(node.start_micros == 5);
  CHECK(node.duration_micros == 70000);
  CHECK(node.inputs.shapes == "[[2]]");
  CHECK(node.outputs.types == "y");

  using Values = std::vector<AttributeScalar>;
  constexpr auto i64 = std::numeric_limits<std::int64_t>::min();
  constexpr auto u64 = std::numeric_limits<std::uint64_t>::max();
  const auto is = [](std::int64_t v) { return AttributeScalar(v); };
  const auto us = [](std::uint64_t v) { return AttributeScalar(v); };
  CHECK(attribute(node, "d").doc == "a real");
  CHECK(attribute(node, "d").values == Values{0.1});
  CHECK(attribute(node, "dl").values == Values{1.0, -2.5});
  CHECK(attribute(node, "f").values == Values{static_cast<double>(0.1f)});
  CHECK(attribute(node, "i32").values == Values{is(-7)});
  CHECK(attribute(node, "i32l").values == Values{is(-1), is(2147483647)});
  CHECK(attribute(node, "i64").values == Values{is(i64)});
  CHECK(attribute(node, "u32").values == Values{us(4294967295)});
  CHECK(attribute(node, "u64").values == Values{us(u64)});
  CHECK(attribute(node, "u64l").values.empty());
  CHECK(attribute(node, "s32").values == Values{is(-2147483648LL)});
  CHECK(attribute(node, "s32l").values == Values{is(-3), is(3)});
  CHECK(attribute(node, "x32l").values == Values{us(6), us(7)});
  CHECK(attribute(node, "sx32l").values == Values{is(-6), is(7)});
  CHECK(attribute(node, "sx64").values == Values{is(-8)});
  CHECK(attribute(node, "bl").values == Values{us(1), us(0), us(1)});
  CHECK(attribute(node, "sl").values == Values{std::string("a"), std::string()});
  CHECK(attribute(node, "by").values == Values{std::string("\0\xff", 2)});
  CHECK(attribute(node, "nothing").field == 0);
  CHECK(node.attributes.size() == 31);
}

TEST_CASE("a trace is the same after it was written and read, as Chakra and as JSON") {
  const ChakraTrace trace = parse_chakra(every_type(), "x");
  CHECK(parse_chakra(write_chakra(trace), "y") == trace);
  const std::string json = write_chakra_json(trace);
  const ChakraTrace again = parse_chakra_json(json, "z");
  CHECK(again == trace);
  CHECK(write_chakra_json(again) == json);
  ChakraTrace other = trace;
  other.nodes[3].attributes[0].values = {0.2};
  CHECK_FALSE(other == trace);
}

TEST_CASE("reals that are no numbers survive both forms") {
  ChakraTrace trace;
  ChakraNode node;
  int k = 0;
  for (const double d :
       {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::quiet_NaN(), 2.0}) {
    node.attributes.push_back({"a" + std::to_string(k++), "", 3, {d}});
  }
  trace.nodes.push_back(node);
  CHECK(parse_chakra(write_chakra(trace), "x") == trace);
  CHECK(parse_chakra_json(write_chakra_json(trace), "x") == trace);
}

TEST_CASE("a trace cut anywhere but between nodes is refused with the byte and the node") {
  const std::string whole = every_type();
  std::size_t ends = 0;
  for (std::size_t size = 1; size < whole.size(); ++size) {
    const std::string error = error_of(whole.substr(0, size));
    if (error.empty()) {
      ++ends;
    } else {
      CHECK(error.compare(0, 11, "x.et, byte ") == 0);
    }
  }
  CHECK(ends == 4);  // after the metadata and each node but the last
  CHECK_THAT(error_of(whole.substr(0, whole.size() - 1)),
             Catch::Contains("expected a message of ") && Catch::Contains(" until the end"));
  CHECK_THAT(error_of(""), Catch::Contains("an empty file"));
}

TEST_CASE("what is no Chakra trace is refused, not guessed at") {
  CHECK_THAT(error_of("This is a text file, and a long one at that: a hundred bytes and more of it "
                      "follow, so that the length fits the file."),
             Catch::Contains("is this a Chakra execution trace (.et)?"));
  CHECK_THAT(error_of(std::string("\x00\x02\x18\x09", 4)),
             Catch::Contains("byte 1, node number 1") &&
                 Catch::Contains("expected a node's type in 0..7, found 9"));
  CHECK_THAT(error_of(std::string("\x00\x03\x0a\x01\x41", 5)),
             Catch::Contains("expected a node's id (field 1) as wire type 0, found wire type 2"));
  CHECK_THAT(error_of(std::string("\x00\x03\x12\x01\xff", 5)),
             Catch::Contains("expected a node's name in UTF-8"));
  // Twice the attribute "a".
  CHECK_THAT(error_of(std::string("\x00\x0a\x52\x03\x0a\x01\x61\x52\x03\x0a\x01\x61", 12)),
             Catch::Contains("each attribute once, found \"a\" twice"));
}

TEST_CASE("a trace in JSON says where it is wrong") {
  CHECK_THAT(json_error_of(R"({"nodes": [{"id": 1, "type": "COMM_COL"}]})"),
             Catch::StartsWith("x.json#/nodes/0/type: "));
  CHECK_THAT(json_error_of(R"({"nodes": [{"id": 1, "type": "COMM_COL"}]})"),
             Catch::Contains("did you mean 'COMM_COLL'"));
  CHECK_THAT(json_error_of(R"({"nodes": [{"id": -1, "type": "COMP"}]})"),
             Catch::Contains("/nodes/0/id: expected a whole number in 0.."));
  CHECK_THAT(json_error_of(R"({"nodes": [{"id": 1, "type": "COMP", "attr": {"a": {"uint": 5}}}]})"),
             Catch::Contains("did you mean 'uint"));
  CHECK_THAT(json_error_of(R"({"nodes": [{"id": 1, "type": "COMP", "atr": {}}]})"),
             Catch::Contains("did you mean 'attr'"));
  CHECK_THAT(json_error_of("{}"), Catch::Contains("a list \"nodes\""));
}
