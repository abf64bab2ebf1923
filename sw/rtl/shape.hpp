// SPDX-License-Identifier: Apache-2.0
// How the bits of a data type lie: vectors, packed and unpacked arrays, structs within each other.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace jacquard::rtl {

// [left:right] as declared.
struct Range {
  int left = 0, right = 0;

  bool ascending() const { return left < right; }
  int size() const { return (ascending() ? right - left : left - right) + 1; }
};

struct Shape {
  enum class Kind { none, bit, packed, unpacked, members, overlaid };
  Kind kind = Kind::none;  // none: it has no fixed number of bits
  Range range{};           // of an array; a vector is a packed array of bits
  std::vector<std::pair<std::string, Shape>> parts{};  // an array's element, or named members

  static Shape bit() { return {Kind::bit, {}, {}}; }
  static Shape vector(Range range) { return array(Kind::packed, range, bit()); }
  static Shape array(Kind kind, Range range, Shape element) {
    return {kind, range, {{"", std::move(element)}}};
  }

  int bits() const;                            // of all elements; 0 if not fixed
  std::vector<Range> packed_ranges() const;    // outermost first; none of a struct or one bit
  std::vector<Range> unpacked_ranges() const;  // outermost first
};

// A member by its path ("flit.head", "" for the whole), of every element of the arrays on the way.
struct Part {
  std::string path;
  std::vector<int> places;  // its bits counted from the right, those of the lowest index first
};

// The whole and every named member. The elements of an unpacked array follow each other as if they
// were one vector, the lowest index rightmost. A struct's own bits are taken as they come.
std::vector<Part> parts_of(const Shape& shape);

}  // namespace jacquard::rtl
