// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/arrivals.hpp"

#include <catch2/catch.hpp>
#include <cmath>

namespace jacquard::demand {
namespace {

using base::Bytes;
using base::Picoseconds;

Arrivals arrivals(double load, double burst = 1) {
  return {load, base::BitsPerSecond{100'000'000'000}, Picoseconds{100'000'000'000}, burst};
}

DemandMatrix bytes_of(const std::vector<Flow>& flows, int ports) {
  DemandMatrix sum(ports);
  for (const Flow& f : flows) {
    sum.set(f.source, f.destination, sum.at(f.source, f.destination) + f.size);
  }
  return sum;
}

}  // namespace

TEST_CASE("flows that arrive load the busiest line as asked, and in proportion to weights",
          "[arrivals]") {
  const double room = 100e9 / 8 * 0.1;  // bytes of a link in that time
  const SizeLaw sizes = SizeLaw::fixed(Bytes{10'000});
  const auto uniform = bytes_of(draw_arrivals(arrivals(0.8), uniform_pairs(8), sizes, 1, 0), 8);
  CHECK(static_cast<double>(uniform.total().count()) == Approx(0.8 * 8 * room).epsilon(0.01));
  CHECK(static_cast<double>(uniform.at(3, 5).count()) == Approx(0.8 / 7 * room).epsilon(0.05));
  CHECK(uniform.at(3, 3) == Bytes{0});
  const DemandMatrix skewed = skewed_pairs(8, 1, 1, 0);
  const auto hot = bytes_of(draw_arrivals(arrivals(0.5), skewed, sizes, 1, 0), 8);
  CHECK(static_cast<double>(hot.largest_line_sum().count()) == Approx(0.5 * room).epsilon(0.03));
  DemandMatrix pair(3);
  pair.set(2, 0, Bytes{1});
  const auto one = draw_arrivals(arrivals(0.5), pair, sizes, 1, 0);
  CHECK(bytes_of(one, 3).at(2, 0) == bytes_of(one, 3).total());
}

TEST_CASE("a permutation sends from each port to one other", "[arrivals]") {
  for (const std::uint64_t index : {0U, 1U, 2U, 3U}) {
    const DemandMatrix pairs = permutation_pairs(9, 1, index);
    CHECK(pairs.total() == Bytes{9});
    CHECK(pairs.largest_line_sum() == Bytes{1});
    for (int i = 0; i < 9; ++i) CHECK(pairs.at(i, i) == Bytes{0});
  }
}

TEST_CASE("flows start as a Poisson process: gaps have the deviation of their mean", "[arrivals]") {
  DemandMatrix pair(2);
  pair.set(0, 1, Bytes{1});
  const auto flows = draw_arrivals(arrivals(0.5), pair, SizeLaw::fixed(Bytes{10'000}), 1, 0);
  double sum = 0, squares = 0;
  for (std::size_t k = 1; k < flows.size(); ++k) {
    const auto gap = static_cast<double>((flows[k].start - flows[k - 1].start).count());
    sum += gap;
    squares += gap * gap;
  }
  const auto count = static_cast<double>(flows.size() - 1);
  const double mean = sum / count;
  CHECK(mean == Approx(10'000 * 8 / 0.05 * 1).epsilon(0.02));  // ps: 10 kB at 50 Gb/s
  CHECK(std::sqrt(squares / count - mean * mean) == Approx(mean).epsilon(0.02));
}

TEST_CASE("flows of a burst start at once between the same two ports, geometrically many",
          "[arrivals]") {
  const auto flows =
      draw_arrivals(arrivals(0.5, 4), uniform_pairs(4), SizeLaw::fixed(Bytes{10'000}), 1, 0);
  double bursts = 0, ones = 0;
  for (std::size_t k = 0; k < flows.size();) {
    std::size_t end = k;
    while (end < flows.size() && flows[end].start == flows[k].start &&
           flows[end].source == flows[k].source) {
      CHECK(flows[end].destination == flows[k].destination);
      ++end;
    }
    ++bursts;
    ones += end - k == 1;
    k = end;
  }
  CHECK(static_cast<double>(flows.size()) / bursts == Approx(4).epsilon(0.02));
  CHECK(ones / bursts == Approx(0.25).margin(0.01));
}

TEST_CASE("arrivals depend on seed and index alone, and those of a port on no other port",
          "[arrivals]") {
  const SizeLaw sizes = SizeLaw::fixed(Bytes{100'000});
  const auto starts = [&](int ports, std::uint64_t seed, std::uint64_t index) {
    std::vector<std::int64_t> of_port;
    for (const Flow& f : draw_arrivals(arrivals(0.1), uniform_pairs(ports), sizes, seed, index)) {
      if (f.source == 0) of_port.push_back(f.start.count());
    }
    return of_port;
  };
  CHECK(starts(4, 1, 0) == starts(4, 1, 0));
  CHECK(starts(4, 1, 0) != starts(4, 2, 0));
  CHECK(starts(4, 1, 0) != starts(4, 1, 1));
  CHECK(starts(4, 1, 0).front() == starts(8, 1, 0).front());
}

}  // namespace jacquard::demand
