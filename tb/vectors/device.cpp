// SPDX-License-Identifier: Apache-2.0
#include "vectors/device.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/rtl/scheduler_parameters.hpp"
#include "vectors/arbiter_vectors.hpp"
#include "vectors/crossbar_vectors.hpp"
#include "vectors/decision_vectors.hpp"
#include "vectors/scheduler_vectors.hpp"

namespace jacquard::tb {
namespace {

// In the order of jq_scheduler's KIND.
const std::vector<std::pair<std::string, schedule::CoreKind>> kSchedulers = {
    {"unit", schedule::CoreKind::unit},       {"ladder", schedule::CoreKind::ladder},
    {"minhold", schedule::CoreKind::minhold}, {"shift", schedule::CoreKind::shift},
    {"few", schedule::CoreKind::few},         {"choose", schedule::CoreKind::choose}};
const std::string kLadder = "ladder";
// The ladder whose empty waves go on at the next level, and which loads as many rows a clock as it
// may.
const std::string kDescend = "descend";
const std::string kArbiter = "wwfa";
const std::string kCrossbar = "crossbar";
const std::string kDecision = "decision";
const std::string kShell = "shell";
const std::string kParity = "parity";

void set_options(const std::string& name, schedule::CoreShape& shape) {
  if (name != kDescend) return;
  shape.descend = true;
  shape.rows_per_clock = schedule::kMostRowsPerClock;
  while (shape.ports % shape.rows_per_clock != 0) --shape.rows_per_clock;
}

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
    all.push_back(kDescend);
    all.push_back(kArbiter);
    all.push_back(kCrossbar);
    return all;
  }();
  return names;
}

Device make_device(const std::string& name, const DeviceOptions& options) {
  if (name == kArbiter) {
    return {name, "jq_slot_arbiter", {{"N", options.ports}, {"ROTATE", options.rotate ? 1 : 0}}};
  }
  if (name == kCrossbar) {
    return {name,
            "jq_crossbar",
            {{"N", options.ports},
             {"WIDTH", options.word_bits},
             {"B", options.bits},
             {"GUARD", options.guard_bits}}};
  }
  for (std::size_t kind = 0; kind < kSchedulers.size(); ++kind) {
    if (kSchedulers[kind].first != (name == kDescend ? kLadder : name)) continue;
    schedule::CoreShape shape{kSchedulers[kind].second, options.ports, options.bits,
                              options.diagonals_per_clock};
    set_options(name, shape);
    return {name, "jq_scheduler", rtl::scheduler_parameters(shape)};
  }
  base::throw_unknown_name("", "device", name, device_names());
}

Device decision_device(int ports, int bits, int guard_bits, unsigned choices) {
  return {kDecision,
          "jq_choose",
          {{"N", ports}, {"B", bits}, {"G", guard_bits}, {"CORES", static_cast<int>(choices)}}};
}

Device shell_device(int kind, int ports, int bits) {
  return {kShell,
          "jq_scheduler_axis",
          {{"KIND", kind}, {"N", ports}, {"B", bits}, {"S", 1}, {"ROWS", kind == 1 ? 2 : 1}}};
}

Device parity_device(const schedule::CoreShape& shape) {
  return {kParity, "jq_bvn_parity", rtl::scheduler_parameters(shape)};
}

std::vector<Device> devices_of(const std::string& name, const std::vector<Size>& sizes) {
  std::vector<Device> all;
  for (const Size& size : sizes) {
    DeviceOptions options;
    options.ports = size.ports;
    options.bits = size.bits;
    options.diagonals_per_clock = size.diagonals_per_clock;
    for (const bool rotate : {true, false}) {
      options.rotate = rotate;
      const Device device = make_device(name, options);
      const auto same = [&](const Device& other) { return other.label() == device.label(); };
      if (std::none_of(all.begin(), all.end(), same)) all.push_back(device);
    }
  }
  return all;
}

Vectors make_vectors(const Device& device, std::uint64_t seed, std::int64_t clocks) {
  if (device.name == kArbiter) {
    return arbiter_vectors({device.parameter("N"), device.parameter("ROTATE") != 0}, seed, clocks);
  }
  if (device.name == kCrossbar) {
    return crossbar_vectors({device.parameter("N"), device.parameter("WIDTH"),
                             device.parameter("B"), device.parameter("GUARD")},
                            seed, clocks);
  }
  if (device.name == kShell || device.name == kParity) return {};
  if (device.name == kDecision) {
    return decision_vectors({device.parameter("N"), device.parameter("B"), device.parameter("G"),
                             static_cast<unsigned>(device.parameter("CORES"))},
                            seed, clocks);
  }
  schedule::CoreShape shape;
  shape.kind = kSchedulers[static_cast<std::size_t>(device.parameter("KIND"))].second;
  shape.ports = device.parameter("N");
  shape.bits = device.parameter("B");
  shape.diagonals_per_clock = device.parameter("S");
  set_options(device.name, shape);
  return scheduler_vectors(shape, seed, clocks);
}

}  // namespace jacquard::tb
