// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

namespace jacquard::base {

// A number with a unit. Quantities of one unit add and compare; mixing units does not compile.
// Overflow is the caller's to exclude: the readers bound every input (see config/quantity_text.hpp).
template <class Unit, class Rep>
class Quantity {
 public:
  using rep = Rep;

  constexpr Quantity() = default;
  template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
  constexpr explicit Quantity(Number count) : count_(static_cast<Rep>(count)) {}

  constexpr Rep count() const { return count_; }

  constexpr Quantity& operator+=(Quantity o) { count_ += o.count_; return *this; }
  constexpr Quantity& operator-=(Quantity o) { count_ -= o.count_; return *this; }

  friend constexpr Quantity operator+(Quantity a, Quantity b) { return a += b; }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return a -= b; }
  friend constexpr Quantity operator*(Quantity a, Rep k) { return Quantity(a.count_ * k); }
  friend constexpr Quantity operator*(Rep k, Quantity a) { return a * k; }
  friend constexpr double operator/(Quantity a, Quantity b) {
    return static_cast<double>(a.count_) / static_cast<double>(b.count_);
  }

  friend constexpr bool operator==(Quantity a, Quantity b) { return a.count_ == b.count_; }
  friend constexpr bool operator!=(Quantity a, Quantity b) { return a.count_ != b.count_; }
  friend constexpr bool operator<(Quantity a, Quantity b) { return a.count_ < b.count_; }
  friend constexpr bool operator<=(Quantity a, Quantity b) { return a.count_ <= b.count_; }
  friend constexpr bool operator>(Quantity a, Quantity b) { return a.count_ > b.count_; }
  friend constexpr bool operator>=(Quantity a, Quantity b) { return a.count_ >= b.count_; }

 private:
  Rep count_{};
};

}  // namespace jacquard::base
