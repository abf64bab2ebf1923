// SPDX-License-Identifier: Apache-2.0
#include "jacquard/systems/npu_device.hpp"

#include <algorithm>
#include <cmath>

namespace jacquard::systems {
namespace {

constexpr double kMostProcessors = 1e6;

void set_peak(base::FlopsPerSecond bf16, cost::Device& device) {
  if (device.peak.bf16.count() <= 0) return;
  const double more = bf16 / device.peak.bf16;
  const double processors = std::round(device.processors * more);
  device.processors = static_cast<int>(std::clamp(processors, 1.0, kMostProcessors));
  for (base::FlopsPerSecond cost::Peaks::*type :
       {&cost::Peaks::fp32, &cost::Peaks::fp8, &cost::Peaks::fp4}) {
    device.peak.*type = device.peak.*type * more;
  }
  device.peak.bf16 = bf16;
}

}  // namespace

cost::Device device_of(const topology::NpuConfig& npu, const config::Place& place) {
  cost::Device device = cost::device_of(npu.device, place / "device");
  if (npu.peak.count() > 0) set_peak(npu.peak, device);
  if (npu.memory.count() > 0) device.memory = npu.memory;
  if (npu.memory_bandwidth.count() > 0) device.memory_bandwidth = npu.memory_bandwidth;
  return device;
}

}  // namespace jacquard::systems
