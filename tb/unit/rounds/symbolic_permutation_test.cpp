// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rounds/symbolic_permutation.hpp"

#include <catch2/catch.hpp>

using jacquard::rounds::kNobody;
using jacquard::rounds::Shape;
using Permutation = jacquard::rounds::SymbolicPermutation;

namespace {

// Digits of a rank, worked out one by one rather than with Shape's strides.
std::vector<int> digits_of(int rank, const std::vector<int>& radices) {
  std::vector<int> digits;
  for (const int radix : radices) {
    digits.push_back(rank % radix);
    rank /= radix;
  }
  return digits;
}

int rank_of(const std::vector<int>& digits, const std::vector<int>& radices) {
  int rank = 0;
  for (std::size_t d = radices.size(); d-- > 0;) rank = rank * radices[d] + digits[d];
  return rank;
}

// Shapes of at most 512 ranks with one to three digits.
std::vector<std::vector<int>> small_shapes() {
  std::vector<std::vector<int>> shapes;
  for (const int a : {1, 2, 3, 5, 8, 64, 512}) {
    shapes.push_back({a});
    for (const int b : {1, 2, 4, 7}) {
      if (a * b <= 512) shapes.push_back({a, b});
      if (a * b * 3 <= 512) shapes.push_back({a, b, 3});
    }
  }
  return shapes;
}

void require_is_partial_permutation(const Permutation& p, const Shape& shape) {
  const std::vector<int> to = p.expand(shape);
  std::vector<int> from(to.size(), kNobody);
  int messages = 0;
  for (std::size_t r = 0; r < to.size(); ++r) {
    if (to[r] == kNobody) continue;
    ++messages;
    auto& sender = from[static_cast<std::size_t>(to[r])];
    REQUIRE(sender == kNobody);
    sender = static_cast<int>(r);
  }
  for (int r = 0; r < shape.size(); ++r) {
    REQUIRE(p.sender(shape, r) == from[static_cast<std::size_t>(r)]);
  }
  REQUIRE(p.messages(shape) == messages);
}

}  // namespace

TEST_CASE("a shift moves one digit round and leaves the others, on every shape up to 512 ranks") {
  for (const auto& radices : small_shapes()) {
    const Shape shape(radices);
    for (int d = 0; d < shape.digits(); ++d) {
      for (const int by : {1, -1, 3, 1000}) {
        const Permutation p = Permutation::shift(d, by);
        REQUIRE(p.fault(shape).empty());
        const std::vector<int> to = p.expand(shape);
        for (int r = 0; r < shape.size(); ++r) {
          auto digits = digits_of(r, radices);
          auto& moved = digits[static_cast<std::size_t>(d)];
          const int radix = shape.radix(d);
          moved = (moved + by + 1000 * radix) % radix;
          REQUIRE(to[static_cast<std::size_t>(r)] == rank_of(digits, radices));
        }
        require_is_partial_permutation(p, shape);
      }
    }
  }
}

TEST_CASE("a flip pairs the digit's values, and those without a partner stay silent") {
  for (const auto& radices : small_shapes()) {
    const Shape shape(radices);
    for (int d = 0; d < shape.digits(); ++d) {
      for (const int mask : {1, 2, 4}) {
        const Permutation p = Permutation::flip(d, mask);
        for (int r = 0; r < shape.size(); ++r) {
          auto digits = digits_of(r, radices);
          auto& value = digits[static_cast<std::size_t>(d)];
          value ^= mask;
          const int to = value < shape.radix(d) ? rank_of(digits, radices) : kNobody;
          REQUIRE(p.receiver(shape, r) == to);
          if (to != kNobody) REQUIRE(p.receiver(shape, to) == r);
        }
        require_is_partial_permutation(p, shape);
      }
    }
  }
}

TEST_CASE("a map looks the digit or the whole rank up") {
  const Shape shape({2, 3});
  const Permutation by_digit = Permutation::map(1, {2, kNobody, 0});
  CHECK(by_digit.expand(shape) == std::vector<int>{4, 5, kNobody, kNobody, 0, 1});
  const Permutation by_rank = Permutation::map_ranks({5, kNobody, 1, 0, kNobody, 2});
  CHECK(by_rank.expand(shape) == std::vector<int>{5, kNobody, 1, 0, kNobody, 2});
  require_is_partial_permutation(by_digit, shape);
  require_is_partial_permutation(by_rank, shape);
}

TEST_CASE("only ranks within the senders' ranges send") {
  const Shape shape({2, 3});  // ranks 0..5 are (0,0) (1,0) (0,1) (1,1) (0,2) (1,2)
  const Permutation pipeline = Permutation::shift(1, 1).from({{0, 1}, {0, 1}});
  CHECK(pipeline.expand(shape) == std::vector<int>{2, 3, 4, 5, kNobody, kNobody});
  const Permutation half = Permutation::shift(1, 1).from({{1, 1}, {0, 2}});
  CHECK(half.expand(shape) == std::vector<int>{kNobody, 3, kNobody, 5, kNobody, 1});
  require_is_partial_permutation(pipeline, shape);
  require_is_partial_permutation(half, shape);
}

TEST_CASE("what is not a partial permutation of the shape is said in words") {
  const Shape shape({2, 3});
  CHECK(Permutation::shift(2, 1).fault(shape) == "digit 2 of a shape with 2 digits");
  CHECK(Permutation::map(0, {0, 1, 1}).fault(shape) == "a map of 3 entries for 2 values");
  CHECK(Permutation::map(1, {1, 1, 0}).fault(shape) == "0 and 1 both send to 1");
  CHECK(Permutation::map(1, {3, 1, 0}).fault(shape) == "0 sends to 3, which is not in 0..2");
  CHECK(Permutation::shift(0, 1).from({{0, 1}}).fault(shape) == "1 ranges of senders for 2 digits");
  CHECK(Permutation::shift(0, 1).from({{0, 1}, {1, 3}}).fault(shape) ==
        "senders 1..3 of digit 1, which has 0..2");
}
