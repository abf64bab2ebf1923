// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/energy/gpu_power.hpp"

#include <algorithm>
#include <map>
#include <string>

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

std::optional<base::Watts> power_limit(const cost::Device& device) {
  static const std::map<std::string, double> limits = {
      {"a100_sxm", 400}, {"a100_sxm_40gb", 400}, {"h100_sxm", 700},  {"h100_500w", 500},
      {"h200_sxm", 700}, {"b200_sxm", 1000},     {"b300_sxm", 1400}, {"gb200", 1200},
      {"gb300", 1400},   {"l40s", 350},          {"rtx4090", 450},   {"rtx_pro_6000", 600}};
  const auto found = limits.find(device.name);
  if (found == limits.end()) return std::nullopt;
  return base::Watts{found->second};
}

double power_share(double bandwidth_share, double peak_share) {
  return std::min(1.0, kIdle + kBandwidth * bandwidth_share + kPeak * peak_share);
}

std::optional<base::Joules> serving_energy(const cost::Device& device, int npus, const Work& work,
                                           workload::NumberType type) {
  const std::optional<base::Watts> limit = power_limit(device);
  if (!limit || !(work.time.count() > 0)) return std::nullopt;
  const double npu_seconds = npus * work.time.count();
  const double share = power_share(work.bytes / npu_seconds / device.memory_bandwidth.count(),
                                   work.flops / npu_seconds / cost::peak_of(device, type).count());
  return of_npus(*limit, npus, share, work.time);
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
