// SPDX-License-Identifier: Apache-2.0
// A named value of a Chakra node. Producers differ in the integer type they choose, so values are
// read by meaning, not by type.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace jacquard::interop {

// Which of the format's types a value was written as: the number of its field in AttributeProto.
// An even number from 4 on is the list of the type before it.
enum class AttributeType : int {
  none = 0,
  double_ = 3,
  float_ = 5,
  int32 = 7,
  int64 = 9,
  uint32 = 11,
  uint64 = 13,
  sint32 = 15,
  sint64 = 17,
  fixed32 = 19,
  fixed64 = 21,
  sfixed32 = 23,
  sfixed64 = 25,
  bool_ = 27,
  string = 29,
  bytes = 31,
};
constexpr int kLastAttributeField = 32;
constexpr bool is_list(int field) { return field >= 4 && field % 2 == 0; }
// The element's type of a field, list or not.
constexpr AttributeType element_type(int field) {
  return static_cast<AttributeType>(is_list(field) ? field - 1 : field);
}
const char* name_of(AttributeType type);  // "uint64"

// All integer types (and bool as 0 or 1) are one of the first two, by their sign.
using AttributeScalar = std::variant<std::int64_t, std::uint64_t, double, std::string>;

struct ChakraAttribute {
  std::string name;
  std::string doc;
  int field = 0;                        // 0 (no value), or 3 .. kLastAttributeField
  std::vector<AttributeScalar> values;  // one unless it is a list
};
bool operator==(const ChakraAttribute& a, const ChakraAttribute& b);

struct ChakraNode;
struct ChakraTrace;

const ChakraAttribute* find_attribute(const ChakraNode& node, std::string_view name);

// A whole number of any integer type, bool or a real without fraction; nothing if there is no such
// attribute. Throws ConfigError naming the file and the node if it is anything else or does not fit
// 0 .. 2^63 - 1 (every number that means something here is such a one).
std::optional<std::int64_t> whole_attribute(const ChakraTrace& trace, const ChakraNode& node,
                                            std::string_view name);
// The same of -2^31 .. 2^31 - 1; what an unsigned type of 32 bits holds beyond that counts as the
// negative number of the same bits.
std::optional<std::int64_t> signed_attribute(const ChakraTrace& trace, const ChakraNode& node,
                                             std::string_view name);
// As whole_attribute, where it must be there.
std::int64_t required_whole_attribute(const ChakraTrace& trace, const ChakraNode& node,
                                      std::string_view name);
// A text, or a whole number as its digits (process groups are written both ways).
std::optional<std::string> text_attribute(const ChakraTrace& trace, const ChakraNode& node,
                                          std::string_view name);
// A list of bools or whole numbers.
std::optional<std::vector<bool>> flags_attribute(const ChakraTrace& trace, const ChakraNode& node,
                                                 std::string_view name);

}  // namespace jacquard::interop
