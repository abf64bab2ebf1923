// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/energy/gpu_power.hpp"

#include <algorithm>

namespace jacquard::serve::energy {
namespace {

constexpr double kIdle = 0.29;
constexpr double kBandwidth = 0.71;
constexpr double kPeak = 0.96;
constexpr int kModules = 16;
constexpr base::Watts kH100{700};

base::Joules of_npus(base::Watts limit, int npus, double share, base::Seconds time) {
  return base::Joules{limit.count() * npus * share * time.count()};
}

}  // namespace

double power_share(double bandwidth_share, double peak_share) {
  return std::min(1.0, kIdle + kBandwidth * bandwidth_share + kPeak * peak_share);
}

std::optional<base::Joules> serving_energy(const cost::Device& device, int npus, const Work& work,
                                           workload::NumberType type) {
  if (!(device.power.count() > 0 && work.time.count() > 0)) return std::nullopt;
  const double npu_seconds = npus * work.time.count();
  const double share = power_share(work.bytes / npu_seconds / device.memory_bandwidth.count(),
                                   work.flops / npu_seconds / cost::peak_of(device, type).count());
  return of_npus(device.power, npus, share, work.time);
}

base::Joules pooled_bit(Preset preset, int modules) {
  const double link = preset == Preset::paper ? 10e-12 : 3.1e-12;
  const double a_switch = preset == Preset::paper ? 25e-12 : 8.8e-12;
  return base::Joules{link + a_switch * (modules - 1) / modules};
}

base::Joules pooled_way(Preset preset, double bytes) {
  constexpr double kBits = 8;
  return pooled_bit(preset, kModules) * (bytes * kBits);
}

base::Joules pooled_energy(const celestisim::PaperSystem& machine, const Work& work,
                           Preset preset) {
  const double bandwidth = work.bytes / work.time.count() / machine.bandwidth.count();
  const double peak = work.flops / work.time.count() / machine.all_peaks().count();
  return of_npus(kH100, machine.xpus, power_share(bandwidth, peak), work.time) +
         pooled_way(preset, work.bytes);
}

}  // namespace jacquard::serve::energy
