// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace jacquard::engine {

// Division of any 32-bit number by a fixed one, as a multiplication (Lemire, Kaser and Kurz,
// "Faster remainder by direct computation", 2019: the rounded-up reciprocal of 64 bits is exact).
class Divider {
 public:
  Divider() = default;
  explicit Divider(std::uint32_t divisor)
      : reciprocal_(divisor == 1 ? 0 : ~std::uint64_t{0} / divisor + 1), divisor_(divisor) {}

  std::uint32_t divisor() const { return divisor_; }
  std::uint32_t quotient(std::uint32_t n) const {
    return reciprocal_ == 0 ? n : static_cast<std::uint32_t>((Wide{reciprocal_} * n) >> 64);
  }
  std::uint32_t remainder(std::uint32_t n) const { return n - quotient(n) * divisor_; }

 private:
  __extension__ using Wide = unsigned __int128;
  std::uint64_t reciprocal_ = 0;  // 0: of one
  std::uint32_t divisor_ = 1;
};

}  // namespace jacquard::engine
