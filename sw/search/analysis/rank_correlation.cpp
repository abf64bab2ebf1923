// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/analysis/rank_correlation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "jacquard/base/error.hpp"

namespace jacquard::search {

std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t from = 0; from < order.size();) {
    std::size_t to = from;
    while (to < order.size() && values[order[to]] == values[order[from]]) ++to;
    const double mean = static_cast<double>(from + to + 1) / 2;
    for (; from < to; ++from) ranks[order[from]] = mean;
  }
  return ranks;
}

double spearman(const std::vector<double>& a, const std::vector<double>& b) {
  JQ_CHECK(a.size() == b.size() && a.size() >= 2, "two or more pairs");
  const std::vector<double> x = ranks_of(a);
  const std::vector<double> y = ranks_of(b);
  const double mean = static_cast<double>(a.size() + 1) / 2;
  double xy = 0, xx = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mean) * (y[i] - mean);
    xx += (x[i] - mean) * (x[i] - mean);
    yy += (y[i] - mean) * (y[i] - mean);
  }
  return xy / std::sqrt(xx * yy);
}

double kendall(const std::vector<double>& a, const std::vector<double>& b) {
  JQ_CHECK(a.size() == b.size() && a.size() >= 2, "two or more pairs");
  const auto sign = [](double x, double y) { return static_cast<int>(x > y) - (x < y); };
  std::int64_t concordance = 0, in_a = 0, in_b = 0;  // of pairs that differ
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const int by_a = sign(a[i], a[j]);
      const int by_b = sign(b[i], b[j]);
      concordance += by_a * by_b;
      in_a += by_a != 0;
      in_b += by_b != 0;
    }
  }
  return static_cast<double>(concordance) /
         std::sqrt(static_cast<double>(in_a) * static_cast<double>(in_b));
}

}  // namespace jacquard::search
