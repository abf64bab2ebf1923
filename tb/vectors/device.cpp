// SPDX-License-Identifier: Apache-2.0
#include "vectors/device.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "vectors/arbiter_vectors.hpp"
#include "vectors/scheduler_vectors.hpp"

namespace jacquard::tb {
namespace {

// In the order of jq_scheduler's KIND.
const std::vector<std::pair<std::string, schedule::CoreKind>> kSchedulers = {
    {"unit", schedule::CoreKind::unit},
    {"ladder", schedule::CoreKind::ladder},
    {"minhold", schedule::CoreKind::minhold}};
const std::string kArbiter = "wwfa";

}  // namespace

int Device::parameter(std::string_view parameter_name) const {
  for (const auto& [known, value] : parameters) {
    if (known == parameter_name) return value;
  }
  JQ_CHECK(false, "a device is asked for the parameters it has");
  return 0;
}

std::string Device::label() const {
  std::string text = name;
  for (const auto& [parameter_name, value] : parameters) {
    if (parameter_name != "KIND") text += fmt::format(" {}={}", parameter_name, value);
  }
  return text;
}

const std::vector<std::string>& device_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& scheduler : kSchedulers) all.push_back(scheduler.first);
    all.push_back(kArbiter);
    return all;
  }();
  return names;
}

Device make_device(const std::string& name, const DeviceOptions& options) {
  if (name == kArbiter) {
    return {name, "jq_slot_arbiter", {{"N", options.ports}, {"ROTATE", options.rotate ? 1 : 0}}};
  }
  for (std::size_t kind = 0; kind < kSchedulers.size(); ++kind) {
    if (kSchedulers[kind].first != name) continue;
    return {name,
            "jq_scheduler",
            {{"KIND", static_cast<int>(kind)},
             {"N", options.ports},
             {"B", options.bits},
             {"S", options.diagonals_per_clock}}};
  }
  base::throw_unknown_name("", "device", name, device_names());
}

Vectors make_vectors(const Device& device, std::uint64_t seed, std::int64_t clocks) {
  if (device.name == kArbiter) {
    return arbiter_vectors({device.parameter("N"), device.parameter("ROTATE") != 0}, seed, clocks);
  }
  schedule::CoreShape shape;
  shape.kind = kSchedulers[static_cast<std::size_t>(device.parameter("KIND"))].second;
  shape.ports = device.parameter("N");
  shape.bits = device.parameter("B");
  shape.diagonals_per_clock = device.parameter("S");
  return scheduler_vectors(shape, seed, clocks);
}

}  // namespace jacquard::tb
