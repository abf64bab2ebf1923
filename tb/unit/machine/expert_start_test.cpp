// SPDX-License-Identifier: Apache-2.0
#include "jacquard/machine/expert_start.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/base/error.hpp"

using namespace jacquard;
using base::Picoseconds;
using machine::Arrival;
using machine::ExpertKernel;
using machine::ExpertStart;

namespace {

ExpertStart start_of(const char* word) {
  return machine::expert_start_codec().read(config::Json(word), {"expert_start", ""});
}

// 100 bytes in three settings, of which the second brought two messages.
const std::vector<Arrival> kArrivals = {
    {Picoseconds{10}, 20}, {Picoseconds{30}, 10}, {Picoseconds{30}, 20}, {Picoseconds{70}, 40}};

// A start of 5 ps and 1 ps for each byte of the port's.
Picoseconds end_with(const char* word, std::int64_t own) {
  std::int64_t bytes = own;
  for (const Arrival& arrival : kArrivals) bytes += arrival.bytes;
  return machine::end_of(machine::kernels_of(kArrivals, own, start_of(word)), [&](double share) {
    return Picoseconds{5 + std::llround(share * static_cast<double>(bytes))};
  });
}

}  // namespace

TEST_CASE("experts' kernels are those of settings, of groups of them, or one") {
  const auto shares = [](const char* word, std::int64_t own) {
    std::vector<std::pair<std::int64_t, double>> all;
    for (const ExpertKernel& k : machine::kernels_of(kArrivals, own, start_of(word))) {
      all.emplace_back(k.at.count(), k.share);
    }
    return all;
  };
  using All = std::vector<std::pair<std::int64_t, double>>;
  CHECK(shares("end", 10) == All{{70, 1.0}});
  CHECK(shares("setting", 10) == All{{10, 0.3}, {30, 0.3}, {70, 0.4}});
  CHECK(shares("group:1", 10) == shares("setting", 10));
  CHECK(shares("group:2", 10) == All{{30, 0.6}, {70, 0.4}});
  CHECK(shares("group:3", 10) == shares("end", 10));
  CHECK(machine::kernels_of({}, 0, start_of("setting")).empty());
  const auto own = machine::kernels_of({}, 7, start_of("setting"));
  REQUIRE(own.size() == 1);
  CHECK(own.front().at == Picoseconds{0});
  CHECK(own.front().share == 1.0);
}

// By hand: 90 bytes come, of which each kernel takes its own and 5 ps to start.
TEST_CASE("each kernel begins when its tokens are there and the one before is over") {
  CHECK(end_with("end", 0) == Picoseconds{70 + 95});
  // 10..35, 35..70, 70..115.
  CHECK(end_with("setting", 0) == Picoseconds{115});
  // 30..85, 85..130.
  CHECK(end_with("group:2", 0) == Picoseconds{130});
  // With 60 of its own: 10..95, 95..130, 130..175.
  CHECK(end_with("setting", 60) == Picoseconds{175});
}

TEST_CASE("a start of experts is one of three words") {
  for (const char* word : {"end", "setting", "group:4"}) {
    CHECK(machine::text_of(start_of(word)) == word);
  }
  for (const char* word : {"", "group", "group:", "group:0", "group:-1", "group:1x", "group:1.5",
                           "group:99999999999999999999", "begin"}) {
    CHECK_THROWS_AS(start_of(word), base::ConfigError);
  }
}
