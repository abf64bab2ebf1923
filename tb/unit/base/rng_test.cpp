// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/rng.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "jacquard/base/hash.hpp"

using jacquard::base::Rng;

namespace {

std::vector<std::uint64_t> draws(Rng rng, int count) {
  std::vector<std::uint64_t> values;
  for (int i = 0; i < count; ++i) values.push_back(rng());
  return values;
}

// xoshiro256++ 1.0 as its authors define the generator, from a given state.
class Xoshiro {
 public:
  explicit Xoshiro(std::array<std::uint64_t, 4> state) : s_(state) {}

  std::uint64_t next() {
    const std::uint64_t result = rotated(s_[0] + s_[3], 23) + s_[0];
    const std::uint64_t t = s_[1] << 17;
    s_[2] ^= s_[0];
    s_[3] ^= s_[1];
    s_[1] ^= s_[2];
    s_[0] ^= s_[3];
    s_[2] ^= t;
    s_[3] = rotated(s_[3], 45);
    return result;
  }

 private:
  static std::uint64_t rotated(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

  std::array<std::uint64_t, 4> s_;
};

// SplitMix64 (Steele, Lea & Flood 2014): the n-th output, counted from 1, for a state.
std::uint64_t splitmix(std::uint64_t state, std::uint64_t n) {
  std::uint64_t z = state + n * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Chi-square of counts against equal shares.
double chi_square(const std::vector<int>& counts) {
  const double mean =
      std::accumulate(counts.begin(), counts.end(), 0.0) / static_cast<double>(counts.size());
  double sum = 0;
  for (const int count : counts) sum += (count - mean) * (count - mean) / mean;
  return sum;
}

}  // namespace

TEST_CASE("A stream is xoshiro256++, seeded through SplitMix64 by seed, purpose and index") {
  // Published first outputs: of xoshiro256++ from the state 1, 2, 3, 4, and of SplitMix64 from
  // 1234567.
  Xoshiro published({1, 2, 3, 4});
  for (const std::uint64_t expected : {41943041ull, 58720359ull, 3588806011781223ull,
                                       3591011842654386ull, 9228616714210784205ull}) {
    CHECK(published.next() == expected);
  }
  CHECK(splitmix(1234567, 1) == 6457827717110365317u);
  CHECK(splitmix(1234567, 2) == 3203168211198807973u);

  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
    for (const std::uint64_t index : {std::uint64_t{0}, std::uint64_t{77}}) {
      const std::uint64_t named = splitmix(seed, 1) ^ jacquard::base::fnv1a("traffic");
      const std::uint64_t state = splitmix(named, 1) ^ index;
      Xoshiro expected(
          {splitmix(state, 1), splitmix(state, 2), splitmix(state, 3), splitmix(state, 4)});
      for (const std::uint64_t value : draws(Rng(seed, "traffic", index), 20)) {
        CHECK(value == expected.next());
      }
    }
  }
}

TEST_CASE("Seed, purpose and index each name another stream") {
  std::set<std::vector<std::uint64_t>> streams;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    for (const char* purpose : {"", "a", "b", "ab"}) {
      for (std::uint64_t index = 0; index < 4; ++index) {
        streams.insert(draws(Rng(seed, purpose, index), 2));
      }
    }
  }
  CHECK(streams.size() == 4 * 4 * 4);
}

TEST_CASE("A stream depends on its name alone, whatever was drawn elsewhere and in what order") {
  std::map<int, std::vector<std::uint64_t>> forward, backward;
  for (int i = 0; i < 8; ++i) forward[i] = draws(Rng(5, "case", static_cast<unsigned>(i)), 10);
  for (int i = 7; i >= 0; --i) {
    Rng other(5, "noise");
    other.normal();
    backward[i] = draws(Rng(5, "case", static_cast<unsigned>(i)), 10);
  }
  CHECK(forward == backward);
}

TEST_CASE("Numbers below a bound are uniform, and reach both ends") {
  Rng rng(1, "below");
  std::vector<int> counts(7);
  for (int i = 0; i < 70'000; ++i) ++counts.at(rng.below(7));
  CHECK(chi_square(counts) < 22.5);  // 6 degrees of freedom, 0.1 % quantile
  CHECK(rng.below(1) == 0);

  // Without rejection a bound of 3 * 2^62 would give multiples of 3 twice as often as the rest.
  const std::uint64_t wide = std::uint64_t{3} << 62;
  std::vector<int> thirds(3);
  for (int i = 0; i < 30'000; ++i) ++thirds.at(rng.below(wide) % 3);
  CHECK(chi_square(thirds) < 13.8);  // 2 degrees of freedom

  std::set<std::int64_t> seen;
  for (int i = 0; i < 200; ++i) seen.insert(rng.between(-2, 2));
  CHECK(seen == std::set<std::int64_t>{-2, -1, 0, 1, 2});
}

TEST_CASE("Real numbers lie in [0, 1), and chances of 0 and 1 are certain") {
  Rng rng(2, "uniform");
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double x = rng.uniform();
    REQUIRE((x >= 0 && x < 1));
    sum += x;
    REQUIRE_FALSE(rng.chance(0));
    REQUIRE(rng.chance(1));
  }
  CHECK(sum / 10'000 == Approx(0.5).margin(4 * std::sqrt(1.0 / 12 / 10'000)));
}

TEST_CASE("Normal and gamma draws have the moments of their distributions") {
  constexpr int count = 40'000;
  Rng rng(3, "moments");
  double sum = 0, squares = 0;
  for (int i = 0; i < count; ++i) {
    const double x = rng.normal();
    sum += x;
    squares += x * x;
  }
  CHECK(sum / count == Approx(0).margin(4 / std::sqrt(count)));            // deviation 1
  CHECK(squares / count == Approx(1).margin(4 * std::sqrt(2.0 / count)));  // of a square: 2
  for (const double shape : {0.3, 1.0, 4.5}) {  // mean and variance are the shape
    double total = 0;
    for (int i = 0; i < count; ++i) total += rng.gamma(shape);
    CHECK(total / count == Approx(shape).margin(4 * std::sqrt(shape / count)));
  }
}

TEST_CASE("Dirichlet shares sum to one, also where every draw underflows") {
  for (const double concentration : {1e-6, 0.1, 1.0, 100.0}) {
    const std::vector<double> share = Rng(4, "shares").dirichlet(16, concentration);
    REQUIRE(share.size() == 16);
    CHECK(std::accumulate(share.begin(), share.end(), 0.0) == Approx(1.0));
    CHECK(*std::min_element(share.begin(), share.end()) >= 0);
  }
}

TEST_CASE("Each of the 24 orders of four is as likely as any other") {
  Rng rng(6, "orders");
  std::map<std::vector<int>, int> orders;
  for (int i = 0; i < 24'000; ++i) ++orders[rng.permutation(4)];
  std::vector<int> counts;
  for (const auto& [order, count] : orders) counts.push_back(count);
  REQUIRE(counts.size() == 24);
  CHECK(chi_square(counts) < 49.7);  // 23 degrees of freedom, 0.1 % quantile
  CHECK(rng.permutation(0).empty());
}
