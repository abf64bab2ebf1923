// SPDX-License-Identifier: Apache-2.0
// COSMIC s3.2 and Table 1: how many designs there are for 1,024 NPUs on four dimensions.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/published/cosmic.hpp"

namespace jacquard::report {
namespace {

constexpr int kNpusExponent = 10;  // 1,024 NPUs
constexpr int kDimensions = 4;
constexpr double kSecondsPerYear = 365.25 * 24 * 3600;

struct Knob {
  const char* name;
  std::int64_t points;
};

std::int64_t power(std::int64_t base, int exponent) {
  std::int64_t product = 1;
  for (int i = 0; i < exponent; ++i) product *= base;
  return product;
}

std::int64_t parallelisms() {
  return power_of_two_products(kNpusExponent, kDimensions, 0, kNpusExponent);
}

std::vector<Knob> table1() {
  return {{"DP, PP, SP (and TP)", parallelisms()},
          {"weight sharded", 2},
          {"scheduling policy", 2},
          {"collective algorithm", power(4, kDimensions)},
          {"chunks", 32},
          {"multi-dimensional collective", 2},
          {"topology", power(3, kDimensions)},
          {"NPUs per dimension", power(3, kDimensions)},
          {"bandwidth per dimension", power(5, kDimensions)}};
}

// Table 1 prints a mantissa of three digits.
double half_a_unit_of_three_digits(double value) {
  return 0.5 * std::pow(10.0, std::floor(std::log10(value)) - 2);
}

}  // namespace

std::int64_t power_of_two_products(int exponent, int factors, int least, int most) {
  if (factors == 1) return exponent >= least && exponent <= most ? 1 : 0;
  std::int64_t ways = 0;
  for (int first = least; first <= std::min(exponent, most); ++first) {
    ways += power_of_two_products(exponent - first, factors - 1, least, most);
  }
  return ways;
}

Answer cosmic_parallelisms(const Question& question) {
  const auto ours = static_cast<double>(parallelisms());
  return {parallelisms(),
          compared(question.number, ours),
          "ordered products of four powers of two that are 1,024: the ways to share ten factors "
          "of two among four, C(13,3)",
          {},
          {},
          {}};
}

Answer cosmic_table1(const Question& question) {
  std::int64_t total = 1;
  std::string terms;
  for (const Knob& knob : table1()) {
    total *= knob.points;
    terms += fmt::format("{}{} ({})", terms.empty() ? "" : " x ", knob.points, knob.name);
  }
  const auto paper = question.number.value.get<double>();
  const double tolerance = half_a_unit_of_three_digits(paper) / paper;
  const double off = std::abs(static_cast<double>(total) - paper) / paper;
  // A dimension of 4, 8 or 16 NPUs; 1,024 in all.
  const std::int64_t fitting = power_of_two_products(kNpusExponent, kDimensions, 2, 4);
  const std::int64_t sizes = power(3, kDimensions);
  return {
      total,
      off <= tolerance ? "match" : "differs",
      fmt::format(
          "{} = {}, to the three digits printed; {:.2e} years at a second each. It counts all {} "
          "sizes of the dimensions, though the table's own constraint, that they make 1,024 "
          "NPUs, leaves {} of them: {:.2e} designs. \"product(DP, SP, PP) <= 1,024\" counts the "
          "same {} as four factors of exactly 1,024",
          terms, total, static_cast<double>(total) / kSecondsPerYear, sizes, fitting,
          static_cast<double>(total / sizes * fitting), parallelisms()),
      {},
      {},
      {},
      tolerance};
}

}  // namespace jacquard::report
