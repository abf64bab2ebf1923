// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/attribute.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "jacquard/base/error.hpp"
#include "jacquard/interop/chakra/text.hpp"
#include "jacquard/interop/chakra/trace.hpp"

using namespace jacquard::interop;

namespace {

ChakraTrace trace_with(const ChakraAttribute& attribute) {
  ChakraTrace trace;
  trace.source = "t.et";
  ChakraNode node;
  node.id = 4;
  node.name = "reduce";
  node.type = ChakraNodeType::comm_coll;
  node.attributes = {attribute};
  trace.nodes = {node};
  return trace;
}

}  // namespace

TEST_CASE("a size is read whatever integer type its producer chose") {
  for (const int field : {7, 9, 15, 17, 23, 25}) {
    const ChakraTrace t = trace_with({"comm_size", "", field, {std::int64_t{65536}}});
    CHECK(whole_attribute(t, t.nodes[0], "comm_size") == 65536);
  }
  for (const int field : {11, 13, 19, 21, 27}) {
    const ChakraTrace t = trace_with({"comm_size", "", field, {std::uint64_t{1}}});
    CHECK(whole_attribute(t, t.nodes[0], "comm_size") == 1);
  }
  const ChakraTrace real = trace_with({"comm_size", "", 3, {1e9}});
  CHECK(whole_attribute(real, real.nodes[0], "comm_size") == 1'000'000'000);
  CHECK_FALSE(whole_attribute(real, real.nodes[0], "comm_type"));
}

TEST_CASE("what is no whole number is refused with its node and value") {
  const auto error_of = [](const ChakraAttribute& a) {
    const ChakraTrace t = trace_with(a);
    try {
      whole_attribute(t, t.nodes[0], "comm_size");
    } catch (const jacquard::base::ConfigError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(error_of({"comm_size", "", 9, {std::int64_t{-5}}}),
             Catch::StartsWith("t.et") &&
                 Catch::Contains("node 4 (\"reduce\"), attribute comm_size") &&
                 Catch::Contains("int64 -5"));
  CHECK_THAT(error_of({"comm_size", "", 13, {std::uint64_t{1} << 63}}), Catch::Contains("uint64"));
  CHECK_THAT(error_of({"comm_size", "", 3, {0.5}}), Catch::Contains("double 0.5"));
  CHECK_THAT(error_of({"comm_size", "", 29, {std::string("many")}}), Catch::Contains("\"many\""));
  CHECK_THAT(error_of({"comm_size", "", 10, {}}), Catch::Contains("a list of int64"));
  CHECK_THAT(error_of({"comm_size", "", 0, {}}), Catch::Contains("no value"));
}

TEST_CASE("a process group is a text or a number, and involved dimensions are flags") {
  const ChakraTrace text = trace_with({"pg_name", "", 29, {std::string("12")}});
  CHECK(text_attribute(text, text.nodes[0], "pg_name") == "12");
  const ChakraTrace number = trace_with({"pg_name", "", 7, {std::int64_t{12}}});
  CHECK(text_attribute(number, number.nodes[0], "pg_name") == "12");
  const ChakraTrace flags =
      trace_with({"involved_dim", "", 28, {std::uint64_t{1}, std::uint64_t{0}}});
  CHECK(flags_attribute(flags, flags.nodes[0], "involved_dim") == std::vector<bool>{true, false});
  const ChakraTrace wrong = trace_with({"involved_dim", "", 29, {std::string("both")}});
  CHECK_THROWS_AS(flags_attribute(wrong, wrong.nodes[0], "involved_dim"),
                  jacquard::base::ConfigError);
}

TEST_CASE("UTF-8 is what RFC 3629 says") {
  for (const char* good : {"", "a", "\x7f", "\u00e9", "\u20ac", "\U0001f600", "\U0010ffff"}) {
    CHECK(is_utf8(good));
  }
  for (const char* bad : {"\x80", "\xc3", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80",
                          "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xe2\x82", "a\xff"}) {
    CHECK_FALSE(is_utf8(bad));
  }
}
