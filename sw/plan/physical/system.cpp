// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/physical/system.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/cost/network_efficiency.hpp"

namespace jacquard::plan {
namespace {

constexpr double kMostProcessors = 1e6;
// NVIDIA's data sheets of A100 and H100, dense: 312 and 989 TFLOP/s in bf16, 156 and 495 in TF32,
// 624 (int8) and 1,979.
constexpr double kBf16OverTf32 = 2;
constexpr double kBf16OverFp8 = 0.5;
constexpr int kProcessors = 108;  // of a device that the cluster does not name: A100's

double link_rate(const systems::Cluster& c) { return c.links * c.link_bandwidth.count() / 2; }

// What kernels are priced by, from the peak of the type that the model computes in: a bf16 peak
// that TF32 has no use for neither adds processors nor takes any.
base::FlopsPerSecond bf16_peak(const systems::Cluster& c, base::FlopsPerSecond own,
                               double dense_bytes) {
  if (dense_bytes >= 4 && c.peak4.count() > 0) {
    const base::FlopsPerSecond most = std::max(own, c.peak4 * kBf16OverTf32);
    return c.peak2.count() > 0 ? std::min(c.peak2, most) : most;
  }
  if (dense_bytes < 2 && c.peak2.count() <= 0 && own.count() <= 0) return c.peak1 * kBf16OverFp8;
  return c.peak2;
}

}  // namespace

double line_rate(const systems::Cluster& c) {
  return c.ports * c.port_bandwidth.count() / 2 / c.devices;
}

double across_rate(const systems::Cluster& c) {
  return line_rate(c) * cost::network_efficiency(c.nodes);
}

cost::Device device_of(const systems::Cluster& c, double dense_bytes) {
  cost::Device device;
  if (!c.device.empty()) {
    device = cost::device_of(c.device, {"cluster " + c.name, "/device"});
  } else {
    device.name = c.name;
    device.processors = kProcessors;
  }
  const base::FlopsPerSecond bf16 = bf16_peak(c, device.peak.bf16, dense_bytes);
  if (bf16.count() > 0) {
    // A cluster of faster devices has more of the same processors: what feeds them grows too.
    const double more = device.peak.bf16.count() > 0 ? bf16 / device.peak.bf16 : 1;
    const double processors = std::round(device.processors * more);
    device.processors = static_cast<int>(std::clamp(processors, 1.0, kMostProcessors));
    device.peak.bf16 = bf16;
  }
  if (c.peak1.count() > 0) device.peak.fp8 = c.peak1;
  if (c.memory_bandwidth.count() > 0) device.memory_bandwidth = c.memory_bandwidth;
  if (c.memory.count() > 0) device.memory = c.memory;
  if (link_rate(c) > 0) device.link = base::BytesPerSecond{link_rate(c)};
  return device;
}

}  // namespace jacquard::plan
