// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/network_efficiency.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/error.hpp"

namespace jacquard::cost {
namespace {

// NCCL's maintainers: 24 of 25 GB/s and 46 to 48 of 50 GB/s (NVIDIA/nccl-tests 252 and 290).
constexpr double kFewNodes = 0.95;
constexpr int kFew = 4;
// All-reduces of 32 nodes at 340 of 400 GB/s (NVIDIA/nccl 1218) and of 248 at 350 (nccl-tests 283).
constexpr double kManyNodes = 0.865;
constexpr int kMany = 32;

}  // namespace

double network_efficiency(int nodes) {
  JQ_CHECK(nodes >= 1, "a network has nodes");
  const double place = std::log2(std::clamp(nodes, kFew, kMany) / static_cast<double>(kFew)) /
                       std::log2(kMany / static_cast<double>(kFew));
  return kFewNodes + (kManyNodes - kFewNodes) * place;
}

}  // namespace jacquard::cost
