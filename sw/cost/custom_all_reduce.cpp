// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/custom_all_reduce.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/cost/node_collective.hpp"

namespace jacquard::cost {
namespace {

// Times in us, bandwidths in bytes/us: docs/cost.md.
constexpr double kFloor = 4.54;
constexpr double kTensorRtSaves = 1.3;  // TensorRT-LLM's kernel of a single synchronisation
constexpr double kAmpereFloor = 5.77;
constexpr double kHostFloor = 21.7;
constexpr double kAmpereHostFloor = 45.1;
constexpr double kOneShotShare = 0.464;  // of the data sheet's bandwidth
constexpr double kTwoShotShare = 0.59;
constexpr double kSecondShot = 9.97;
constexpr double kCopyShare = 0.928;  // of the memory's bandwidth
constexpr double kSharpness = 1.5;
constexpr base::Bytes kLimit{8 << 20};

// vLLM leaves messages of the limit itself to NCCL.
bool own_kernel(const CustomAllReduce& all_reduce) {
  if (all_reduce.software == Software::vllm) return all_reduce.bytes < kLimit;
  return all_reduce.bytes <= kLimit;
}

double kernel_time(const Device& device, const CustomAllReduce& all_reduce) {
  const double bytes = static_cast<double>(all_reduce.bytes.count());
  const double link = device.link.count() * 1e-6;
  const int n = all_reduce.gpus;
  double floor = device.architecture == "ampere" ? kAmpereFloor : kFloor;
  if (all_reduce.software == Software::trtllm) floor -= kTensorRtSaves;
  double transfer = bytes * (n - 1) / (kOneShotShare * link);
  if (n > 2) {
    transfer = std::min(transfer, 2 * bytes * (n - 1) / n / (kTwoShotShare * link) + kSecondShot);
  }
  return std::pow(std::pow(floor, kSharpness) + std::pow(transfer, kSharpness), 1 / kSharpness);
}

}  // namespace

base::Seconds custom_all_reduce(const Device& device, const CustomAllReduce& all_reduce) {
  const NodeCollective nccl{workload::CollectiveKind::all_reduce, all_reduce.gpus,
                            all_reduce.bytes};
  const base::Seconds by_nccl = node_collective(device, nccl);  // checks its argument
  if (by_nccl.count() == 0) return by_nccl;
  base::Seconds time = by_nccl;
  if (own_kernel(all_reduce)) time = base::Seconds{kernel_time(device, all_reduce) * 1e-6};
  if (all_reduce.captured) return time;

  JQ_CHECK(device.memory_bandwidth.count() > 0, "devices have memory");
  const double moved = 2 * static_cast<double>(all_reduce.bytes.count());
  const double copied = time.count() + moved / (kCopyShare * device.memory_bandwidth.count());
  const double host = device.architecture == "ampere" ? kAmpereHostFloor : kHostFloor;
  return base::Seconds{std::max(copied, host * 1e-6)};
}

}  // namespace jacquard::cost
