// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/student_t.hpp"

#include <cmath>

#include "jacquard/base/error.hpp"

namespace jacquard::base {

double student_t_95(int freedom) {
  JQ_CHECK(freedom >= 1, "a mean of two values or more");
  constexpr double kOutside = 0.05, kHalfPi = 1.5707963267948966;
  const double n = freedom;
  if (freedom == 1) return std::cos(kOutside * kHalfPi) / std::sin(kOutside * kHalfPi);
  if (freedom == 2) return std::sqrt(2 / (kOutside * (2 - kOutside)) - 2);
  const double a = 1 / (n - 0.5);
  const double b = 48 / (a * a);
  double c = ((20700 * a / b - 98) * a - 16) * a + 96.36;
  const double d = ((94.5 / (b + c) - 3) / b + 1) * std::sqrt(a * kHalfPi) * n;
  double y = std::pow(d * kOutside, 2 / n);
  if (y > 0.05 + a) {
    constexpr double kNormal = -1.959963984540054;  // its 2.5 % point
    const double x = kNormal;
    y = x * x;
    if (freedom < 5) c += 0.3 * (n - 4.5) * (x + 0.6);
    c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c;
    y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x;
    y = std::expm1(a * y * y);
  } else {
    y = ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1) *
            (n + 1) / (n + 2) +
        1 / y;
  }
  return std::sqrt(n * y);
}

MeanWithin mean_within(const std::vector<double>& values) {
  const double count = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += value;
  const double mean = sum / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double error = std::sqrt(squares / (count - 1) / count);
  return {mean, student_t_95(static_cast<int>(values.size()) - 1) * error};
}

}  // namespace jacquard::base
