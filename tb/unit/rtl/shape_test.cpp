// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/shape.hpp"

#include <catch2/catch.hpp>

using namespace jacquard::rtl;
using Places = std::vector<int>;

namespace {

// struct packed { logic last; logic [2:0] data; }: the first member has the highest bit.
Shape flit() {
  return {Shape::Kind::members, {}, {{"last", Shape::bit()}, {"data", Shape::vector({2, 0})}}};
}

Places of(const Shape& shape, const std::string& path) {
  for (const Part& part : parts_of(shape)) {
    if (part.path == path) return part.places;
  }
  return {};
}

}  // namespace

TEST_CASE("Bits of a vector are counted from its lowest index, whichever way it is declared") {
  CHECK(of(Shape::vector({3, 0}), "") == Places{0, 1, 2, 3});
  CHECK(of(Shape::vector({0, 3}), "") == Places{3, 2, 1, 0});
  CHECK(Shape::vector({7, 4}).bits() == 4);
  CHECK(Shape::bit().bits() == 1);
}

TEST_CASE("A member of a struct is found by its path, in every element of an array") {
  CHECK(flit().bits() == 4);
  CHECK(of(flit(), "last") == Places{3});
  CHECK(of(flit(), "data") == Places{0, 1, 2});
  const Shape packed = Shape::array(Shape::Kind::packed, {1, 0}, flit());
  CHECK(of(packed, "last") == Places{3, 7});
  CHECK(of(packed, "data") == Places{0, 1, 2, 4, 5, 6});
  const Shape turned = Shape::array(Shape::Kind::packed, {0, 1}, flit());
  CHECK(of(turned, "last") == Places{7, 3});
  CHECK(of(flit(), "gone").empty());
}

TEST_CASE("Elements of an unpacked array follow each other, the lowest index first") {
  for (const Range range : {Range{0, 2}, Range{2, 0}}) {
    const Shape shape = Shape::array(Shape::Kind::unpacked, range, Shape::vector({1, 0}));
    CHECK(shape.bits() == 6);
    CHECK(of(shape, "") == Places{0, 1, 2, 3, 4, 5});
    CHECK(shape.unpacked_ranges().size() == 1);
    CHECK(shape.packed_ranges().empty());
  }
}

TEST_CASE("Members of a union lie over each other") {
  const Shape either{
      Shape::Kind::overlaid, {}, {{"word", Shape::vector({3, 0})}, {"flit", flit()}}};
  CHECK(either.bits() == 4);
  CHECK(of(either, "word") == Places{0, 1, 2, 3});
  CHECK(of(either, "flit.last") == Places{3});
}
