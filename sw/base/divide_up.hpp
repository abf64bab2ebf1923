// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

namespace jacquard::base {

// a / b, rounded up, of whole numbers. Requires a >= 0 and b > 0; no such a and b overflow.
template <class A, class B>
constexpr std::common_type_t<A, B> divide_up(A a, B b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

}  // namespace jacquard::base
