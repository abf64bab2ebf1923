// SPDX-License-Identifier: Apache-2.0
// What a user's arbiter is asked, case by case: directed requests, then every request where
// they are few, then random ones of a demand class.
#pragma once

#include <cstdint>
#include <string>

#include "jacquard/rtl/arbiter_device.hpp"
#include "sim/verify/verify.hpp"

namespace jacquard::verify {

using rtl::ArbiterDevice;
using rtl::ArbiterRequest;

class ArbiterRequests {
 public:
  // `priorities`: the arbiter has a priority input, so it is varied.
  ArbiterRequests(int ports, bool priorities, const Cases& random);

  std::int64_t directed() const { return directed_; }
  std::int64_t exhaustive() const { return exhaustive_; }  // 0 above 16 pairs
  std::int64_t count() const { return directed_ + exhaustive_ + random_.count; }

  ArbiterRequest at(std::int64_t index) const;
  // "directed: input 0 asks for output 3", "exhaustive", "random"
  std::string label(std::int64_t index) const;

 private:
  struct Directed {
    ArbiterRequest request;
    std::string label;
  };
  Directed directed_case(std::int64_t index) const;
  std::vector<base::Word> blank() const {
    return std::vector<base::Word>(static_cast<std::size_t>(n_));
  }

  int n_;
  bool priorities_;
  Cases random_;
  std::int64_t directed_;
  std::int64_t exhaustive_;
};

// A pair asks if its demand is above a threshold drawn per case: every density of every class.
std::vector<base::Word> random_requests(const Cases& cases, std::int64_t index, int ports);

}  // namespace jacquard::verify
