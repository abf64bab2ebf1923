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

// NVLink 5. The kernels of vLLM and SGLang, of one origin, have the same blocks of threads as on
// Hopper: they use no more of the faster link. They go over to two shots at a fixed size.
struct Blackwell {
  double floor;
  double one_shot;   // share of the data sheet's bandwidth
  double two_shots;  // likewise
  double second;     // us of two shots, and for each GPU
  double second_each;
  double sharpness;
};
constexpr Blackwell kOwn = {7.0, 0.183, 0.206, 7.3, 2.19, 1.35};
constexpr Blackwell kTensorRt = {4.94, 0.533, 0.49, 19.4, 0, 1.35};
constexpr double kTwoShotsFrom = 512 << 10;  // up to 4 GPUs, and half of it beyond
// Above its kernel's limit vLLM lets the GPUs add in symmetric memory, up to a second limit.
constexpr double kSymmetricStart = 18.4;
constexpr double kSymmetricShare = 0.64;
constexpr double kMebi = 1 << 20;

bool is_blackwell(const Device& device) {
  return device.architecture == "blackwell" && device.link_kind == "nvlink";
}

// vLLM's limits by number of GPUs.
bool symmetric(const CustomAllReduce& a) {
  const double size = static_cast<double>(a.bytes.count()) / kMebi;
  const double least = a.gpus > 4 ? 1 : 2;
  const double most = a.gpus > 4 ? 64 : a.gpus > 2 ? 32 : 8;
  return a.software == Software::vllm && size >= least && size <= most;
}

// vLLM leaves messages of the limit itself to NCCL.
bool own_kernel(const Device& device, const CustomAllReduce& all_reduce) {
  if (is_blackwell(device) && symmetric(all_reduce)) return true;
  if (all_reduce.software == Software::vllm) return all_reduce.bytes < kLimit;
  return all_reduce.bytes <= kLimit;
}

// Near the larger.
double blended(double floor, double transfer, double sharpness) {
  return std::pow(std::pow(floor, sharpness) + std::pow(transfer, sharpness), 1 / sharpness);
}

double blackwell_time(const Device& device, const CustomAllReduce& all_reduce) {
  const double bytes = static_cast<double>(all_reduce.bytes.count());
  const double link = device.link.count() * 1e-6;
  const int n = all_reduce.gpus;
  const double twice = 2 * bytes * (n - 1) / n;
  if (symmetric(all_reduce)) return kSymmetricStart + twice / (kSymmetricShare * link);

  const bool tensor_rt = all_reduce.software == Software::trtllm;
  const Blackwell& k = tensor_rt ? kTensorRt : kOwn;
  const double one = bytes * (n - 1) / (k.one_shot * link);
  const double two = twice / (k.two_shots * link);
  const double second = k.second + k.second_each * n;
  if (tensor_rt) return blended(k.floor, n > 2 ? std::min(one, two + second) : one, k.sharpness);
  const double from = n > 4 ? kTwoShotsFrom / 2 : kTwoShotsFrom;
  return n > 2 && bytes >= from ? blended(second, two, k.sharpness)
                                : blended(k.floor, one, k.sharpness);
}

double kernel_time(const Device& device, const CustomAllReduce& all_reduce) {
  if (is_blackwell(device)) return blackwell_time(device, all_reduce);
  const double bytes = static_cast<double>(all_reduce.bytes.count());
  const double link = device.link.count() * 1e-6;
  const int n = all_reduce.gpus;
  double floor = device.architecture == "ampere" ? kAmpereFloor : kFloor;
  if (all_reduce.software == Software::trtllm) floor -= kTensorRtSaves;
  double transfer = bytes * (n - 1) / (kOneShotShare * link);
  if (n > 2) {
    transfer = std::min(transfer, 2 * bytes * (n - 1) / n / (kTwoShotShare * link) + kSecondShot);
  }
  return blended(floor, transfer, kSharpness);
}

}  // namespace

base::Seconds custom_all_reduce(const Device& device, const CustomAllReduce& all_reduce) {
  const NodeCollective nccl{workload::CollectiveKind::all_reduce, all_reduce.gpus,
                            all_reduce.bytes};
  const base::Seconds by_nccl = node_collective(device, nccl);  // checks its argument
  if (by_nccl.count() == 0) return by_nccl;
  base::Seconds time = by_nccl;
  if (own_kernel(device, all_reduce)) time = base::Seconds{kernel_time(device, all_reduce) * 1e-6};
  if (all_reduce.captured) return time;

  JQ_CHECK(device.memory_bandwidth.count() > 0, "devices have memory");
  const double moved = 2 * static_cast<double>(all_reduce.bytes.count());
  const double copied = time.count() + moved / (kCopyShare * device.memory_bandwidth.count());
  const double host = device.architecture == "ampere" ? kAmpereHostFloor : kHostFloor;
  return base::Seconds{std::max(copied, host * 1e-6)};
}

}  // namespace jacquard::cost
