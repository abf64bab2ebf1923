// SPDX-License-Identifier: Apache-2.0
// The demands a scheduler is given, case by case: directed ones, then random ones of a demand
// class.
#pragma once

#include <string>

#include "sim/verify/verify.hpp"

namespace jacquard::verify {

class DemandCases {
 public:
  DemandCases(int ports, int bits, const Cases& random);

  std::int64_t directed() const;
  std::int64_t count() const { return directed() + random_.count; }
  demand::QuantaMatrix at(std::int64_t index) const;
  std::string label(
      std::int64_t index) const;  // "directed: all entries at their largest", "random"

 private:
  int n_;
  int bits_;
  Cases random_;
};

}  // namespace jacquard::verify
