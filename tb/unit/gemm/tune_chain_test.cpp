// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <limits>

#include "jacquard/base/rng.hpp"
#include "jacquard/gemm/tune/chain.hpp"

using namespace jacquard;
using namespace jacquard::gemm;

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// Every choice of every layer and, at each sum, which of both is resharded.
struct Brute {
  const std::vector<Link>& chain;
  Layout begin = Layout::plain;
  Layout last_of_before = Layout::plain;
  double best = kNever;

  void go(std::size_t i, Layout stream, Layout last, double time) {
    if (i == chain.size()) {
      if (stream == begin && last == last_of_before) best = std::min(best, time);
      return;
    }
    const Link& link = chain[i];
    for (std::size_t c = 0; c < kChoices.size(); ++c) {
      if (!link.times[c]) continue;
      double t = time + *link.times[c];
      if ((link.from_stream ? stream : last) != kChoices[c].input()) t += link.reshard_input;
      const Layout y = kChoices[c].output();
      if (!link.into_stream || y == stream) {
        go(i + 1, stream, y, t);
      } else {
        go(i + 1, stream, stream, t + link.reshard_output);
        go(i + 1, y, y, t + link.reshard_output);
      }
    }
  }
};

double brute(const std::vector<Link>& chain) {
  double best = kNever;
  for (const Layout stream : {Layout::plain, Layout::transposed}) {
    for (const Layout last : {Layout::plain, Layout::transposed}) {
      Brute b{chain, stream, last};
      b.go(0, stream, last, 0);
      best = std::min(best, b.best);
    }
  }
  return best;
}

}  // namespace

TEST_CASE("The cheapest way through the layouts is the best of all ways") {
  base::Rng rng(5, "chain", 0);
  int resharded = 0;
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<Link> chain(static_cast<std::size_t>(rng.between(1, 4)));
    for (Link& link : chain) {
      for (auto& time : link.times) {
        if (rng.between(0, 3) > 0) time = static_cast<double>(rng.between(1, 40));
      }
      link.reshard_input = static_cast<double>(rng.between(0, 12));
      link.reshard_output = static_cast<double>(rng.between(0, 12));
      link.from_stream = rng.between(0, 1) == 1;
      link.into_stream = rng.between(0, 1) == 1;
    }
    const std::optional<Way> way = cheapest_way(chain);
    const double expected = brute(chain);
    REQUIRE(way.has_value() == (expected < kNever));
    if (!way) continue;
    CHECK(way->time == expected);
    for (const Step& step : way->steps) resharded += step.reshards_input || step.reshards_output;
  }
  CHECK(resharded > 20);  // so that the test sees some
}
