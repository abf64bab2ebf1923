// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/arrivals.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "support/fault_of.hpp"

using namespace jacquard;
using namespace jacquard::serve;
using Catch::Contains;
using tb::fault_of;

namespace {

// Mean and coefficient of variation of the times between arrivals, in s.
std::pair<double, double> gaps(const std::vector<Request>& requests) {
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 1; i < requests.size(); ++i) {
    const double gap =
        static_cast<double>((requests[i].arrival - requests[i - 1].arrival).count()) / 1e12;
    sum += gap;
    squares += gap * gap;
  }
  const auto count = static_cast<double>(requests.size() - 1);
  const double mean = sum / count;
  return {mean, std::sqrt(squares / count - mean * mean) / mean};
}

}  // namespace

TEST_CASE("drawn arrivals have the rate and the variation that are asked for") {
  for (const double variation : {0.5, 1.0, 2.0}) {
    INFO(variation);
    const auto [mean, seen] = gaps(drawn_requests({20, variation}, 100'000, 10, 10, 1, 3));
    // Five standard errors of the mean.
    CHECK(mean == Approx(0.05).epsilon(5 * variation / std::sqrt(1e5)));
    CHECK(seen == Approx(variation).epsilon(0.05));
  }
}

TEST_CASE("constant arrivals begin at 0 and are equally far apart") {
  const auto requests = drawn_requests({4, 0}, 5, 10, 10, 1, 3);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    CHECK(requests[i].arrival.count() == static_cast<std::int64_t>(i) * 250'000'000'000);
  }
}

TEST_CASE("rates compare on equal requests, later by their ratio") {
  const auto slow = drawn_requests({1, 1}, 100, 1000, 200, 0.5, 9);
  const auto fast = drawn_requests({2, 1}, 100, 1000, 200, 0.5, 9);
  for (std::size_t i = 0; i < slow.size(); ++i) {
    CHECK(slow[i].input == fast[i].input);
    CHECK(slow[i].output == fast[i].output);
    CHECK(std::abs(slow[i].arrival.count() - 2 * fast[i].arrival.count()) <= 2);
  }
}

TEST_CASE("lengths are uniform down to the share that is asked for") {
  double sum = 0;
  for (const Request& r : drawn_requests({1, 0}, 20'000, 1000, 10, 0.5, 1)) {
    CHECK(r.input >= 500);
    CHECK(r.input <= 1000);
    sum += r.input;
  }
  CHECK(sum / 20'000 == Approx(750).epsilon(0.01));
}

TEST_CASE("equal seeds draw equal requests, others do not") {
  const auto one = drawn_requests({1, 1}, 10, 100, 100, 0.5, 1);
  const auto again = drawn_requests({1, 1}, 10, 100, 100, 0.5, 1);
  const auto other = drawn_requests({1, 1}, 10, 100, 100, 0.5, 2);
  CHECK(one.back().arrival == again.back().arrival);
  CHECK(one.back().arrival != other.back().arrival);
}

TEST_CASE("words for arrivals and rates are read or refused") {
  CHECK(parse_variation("poisson") == 1);
  CHECK(parse_variation("constant") == 0);
  CHECK(parse_variation("gamma:2.5") == 2.5);
  CHECK(parse_rate("10 /s") == 10);
  CHECK(parse_rate("0.25") == 0.25);
  for (const char* text : {"gamma", "gamma:0", "gamma:x", "bursts", "gamma:1e9"}) {
    CHECK_THAT(fault_of([&] { parse_variation(text); }), Contains("--arrivals"));
  }
  for (const char* text : {"", "0", "-1", "10 /min", "1e12", "nan", "inf"}) {
    INFO(text);
    CHECK_THAT(fault_of([&] { parse_rate(text); }), Contains("--rate"));
  }
  CHECK_THAT(fault_of([] { drawn_requests({1e-9, 0}, 100, 1, 1, 1, 1); }), Contains("--rate"));
}
