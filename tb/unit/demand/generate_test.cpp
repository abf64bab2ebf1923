// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/generate.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "jacquard/base/error.hpp"

using namespace jacquard::demand;

namespace {

std::vector<std::int64_t> entries(const DemandMatrix& demand) {
  return {demand.row_major().begin(), demand.row_major().end()};
}

std::int64_t row_sum(const DemandMatrix& d, int i) {
  std::int64_t sum = 0;
  for (int j = 0; j < d.ports(); ++j) sum += d.at(i, j).count();
  return sum;
}

std::int64_t column_sum(const DemandMatrix& d, int j) {
  std::int64_t sum = 0;
  for (int i = 0; i < d.ports(); ++i) sum += d.at(i, j).count();
  return sum;
}

DemandMatrix make(const char* name, int ports, std::uint64_t seed = 1, std::uint64_t index = 0) {
  return generate(demand_class(name), ports, seed, index);
}

}  // namespace

TEST_CASE("a generated matrix depends on class, ports, seed and index alone") {
  for (const std::string& name : demand_class_names()) {
    INFO(name);
    const DemandClass kind = demand_class(name);
    const auto late = entries(generate(kind, 8, 5, 1'000'001));
    const auto early = entries(generate(kind, 8, 5, 1));
    CHECK(entries(generate(kind, 8, 5, 1'000'001)) == late);
    CHECK(entries(generate(kind, 8, 5, 1)) == early);
    CHECK(early != late);
    CHECK(early != entries(generate(kind, 8, 6, 1)));
  }
}

TEST_CASE("every class exists at one port, at odd sizes and at the largest") {
  for (const std::string& name : demand_class_names()) {
    for (const int ports : {1, 2, 3, 5, 17}) {
      for (std::uint64_t index = 0; index < 8; ++index) {
        CHECK(make(name.c_str(), ports, 1, index).ports() == ports);
      }
    }
    CHECK(make(name.c_str(), kMaxPorts).ports() == kMaxPorts);
  }
}

TEST_CASE("entries are large enough for 16-bit counts to mean something") {
  for (const char* name : {"uniform", "moe", "sparse", "hotspot", "permutation"}) {
    for (const int ports : {4, 16, 64}) {
      INFO(name << " " << ports);
      CHECK(make(name, ports).largest_entry().count() > 65'535 * 16);
    }
  }
}

TEST_CASE("uniform entries fill 0..1000 tokens evenly") {
  const DemandMatrix d = make("uniform", 64);
  std::set<std::int64_t> seen;
  for (const std::int64_t e : d.row_major()) {
    CHECK(e % (32 << 10) == 0);
    seen.insert(e);
  }
  CHECK(*seen.begin() >= 0);
  CHECK(*seen.rbegin() <= 1000LL * (32 << 10));
  // 4,096 draws from 1,001 values miss each with probability exp(-4.09), so about 984 are seen.
  CHECK(seen.size() > 940);
  const double mean = static_cast<double>(d.total().count()) / 4096 / (32 << 10);
  CHECK(mean == Approx(500).margin(5 * 289 / 64.0));  // five standard errors
}

TEST_CASE("a sparse matrix is balanced and has no more entries in a row than permutations") {
  for (const int ports : {1, 4, 16, 64}) {
    for (std::uint64_t index = 0; index < 20; ++index) {
      const DemandMatrix d = make("sparse", ports, 3, index);
      const std::int64_t line = row_sum(d, 0);
      for (int i = 0; i < ports; ++i) {
        CHECK(row_sum(d, i) == line);
        CHECK(column_sum(d, i) == line);
        int nonzero = 0;
        for (int j = 0; j < ports; ++j) nonzero += d.at(i, j).count() > 0;
        CHECK(nonzero <= 16);
      }
    }
  }
}

TEST_CASE("the hot spot receives exactly half of each row") {
  const DemandMatrix d = make("hotspot", 16);
  int hot = 0;
  for (int j = 1; j < 16; ++j) hot = column_sum(d, j) > column_sum(d, hot) ? j : hot;
  for (int i = 0; i < 16; ++i) CHECK(2 * d.at(i, hot).count() == row_sum(d, i));
}

TEST_CASE("a permutation has one entry per line, all equal") {
  const DemandMatrix d = make("permutation", 32);
  for (int i = 0; i < 32; ++i) {
    CHECK(row_sum(d, i) == d.largest_entry().count());
    CHECK(column_sum(d, i) == d.largest_entry().count());
  }
}

TEST_CASE("mixed takes each class in turn, then the corners of the range") {
  for (std::uint64_t index = 0; index < 5; ++index) {
    CHECK(entries(make("mixed", 6, 2, index)) ==
          entries(generate(static_cast<DemandClass>(index), 6, 2, index)));
  }
  CHECK(make("mixed", 6, 2, 5).total().count() == 0);
  CHECK(make("mixed", 6, 2, 6).largest_entry().count() == 1);
  CHECK(make("mixed", 6, 2, 15).largest_entry().count() == (16LL << 20) * 6);
}

TEST_CASE("unbalanced lines have a few destinations of many sizes") {
  const DemandMatrix d = make("unbalanced", 64);
  const std::int64_t largest = (16LL << 20) * 64;
  for (int i = 0; i < 64; ++i) {
    int partners = 0;
    for (int j = 0; j < 64; ++j) {
      const std::int64_t bytes = d.at(i, j).count();
      partners += bytes > 0;
      CHECK((bytes == 0 || (bytes >= largest / 255 && bytes <= largest)));
    }
    CHECK((partners >= 4 && partners <= 20));
  }
  // Log-uniform: the mean is (1 - 1/255) / ln 255 of the largest, 0.18, and half are below 1/16.
  CHECK(d.largest_entry().count() > largest / 2);
  CHECK(row_sum(d, 0) != row_sum(d, 1));
  CHECK(make("unbalanced", 1).largest_entry().count() > 0);
}

TEST_CASE("a quarter as many pairs as ports are hot: 255 tokens, the others 1 to 40") {
  const DemandMatrix d = make("hot-pairs", 64);
  int hot = 0;
  for (const std::int64_t bytes : d.row_major()) {
    CHECK(bytes % (32 << 10) == 0);
    const std::int64_t tokens = bytes / (32 << 10);
    CHECK((tokens == 255 || (tokens >= 1 && tokens <= 40)));
    hot += tokens == 255;
  }
  CHECK(hot == 16);
  CHECK(make("hot-pairs", 1).largest_entry().count() == 255 * (32 << 10));
}

TEST_CASE("a port that decodes sends 64 tokens, and experts are as popular as their law says") {
  constexpr std::int64_t token = 8'000;
  struct Law {
    const char* name;
    double exponent;
  };
  for (const Law law :
       {Law{"decoding", 0}, Law{"decoding-skewed", 0.6}, Law{"decoding-steep", 1.1}}) {
    INFO(law.name);
    // 256 ports have an expert each, so a column sum is an expert's tokens.
    const DemandMatrix d = make(law.name, 256);
    std::vector<std::int64_t> tokens;
    for (int i = 0; i < 256; ++i) {
      CHECK(row_sum(d, i) == 8 * 8 * token);
      CHECK(column_sum(d, i) % token == 0);
      tokens.push_back(column_sum(d, i) / token);
    }
    std::sort(tokens.rbegin(), tokens.rend());
    // A token's first expert is the n-th most popular with its share p, and the others are no less
    // likely to be: of 2,048 tokens from p to 8 p have it. All of one have different experts.
    double sum = 0;
    for (int n = 1; n <= 256; ++n) sum += std::pow(n, -law.exponent);
    const double first = 2048 / sum;
    CHECK(static_cast<double>(tokens[0]) >= 0.9 * first);
    CHECK(static_cast<double>(tokens[0]) <= std::min(2048.0, 8 * first + 5 * std::sqrt(8 * first)));
    if (law.exponent > 0) {
      CHECK(static_cast<double>(tokens[0]) / static_cast<double>(tokens[200]) >= 8);
    } else {
      // Binomial: mean 64, five standard deviations of 7.9 either side.
      CHECK(tokens[0] < 64 + 40);
      CHECK(tokens[255] > 64 - 40);
    }
  }
  for (int i = 0; i < 64; ++i) CHECK(row_sum(make("decoding", 64), i) == 64 * token);
}

TEST_CASE("an unknown class is an error with the nearest name") {
  CHECK_THROWS_WITH(demand_class("unifrom"), Catch::Contains("did you mean 'uniform'?"));
}
