// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "jacquard/config/find_config.hpp"
#include "jacquard/cost/device_spelling.hpp"
#include "jacquard/cost/sustained.hpp"

namespace jacquard::cost {
namespace {

using config::field;
using config::quantity;

const config::FieldTable<Peaks>& peak_fields() {
  using base::FlopsPerSecond;
  static const config::FieldTable<Peaks> table(
      "peak", "Dense peaks by type; 0 where it has none.",
      {field<Peaks>(
           "fp32", [](auto& p) -> auto& { return p.fp32; }, quantity<FlopsPerSecond>(),
           "Of vector units."),
       field<Peaks>(
           "bf16", [](auto& p) -> auto& { return p.bf16; }, quantity<FlopsPerSecond>(),
           "Of tensor cores, dense."),
       field<Peaks>(
           "fp8", [](auto& p) -> auto& { return p.fp8; }, quantity<FlopsPerSecond>(), "Dense."),
       field<Peaks>(
           "fp4", [](auto& p) -> auto& { return p.fp4; }, quantity<FlopsPerSecond>(), "Dense.")});
  return table;
}

constexpr const char* kFolder = "devices";

config::Codec<std::string> architecture_word() {
  return config::choice<std::string>({{"ampere", "ampere"},
                                      {"ada", "ada"},
                                      {"hopper", "hopper"},
                                      {"blackwell", "blackwell"},
                                      {"blackwell_rtx", "blackwell_rtx"},
                                      {"rubin", "rubin"},
                                      {"cdna3", "cdna3"},
                                      {"cdna4", "cdna4"},
                                      {"cdna5", "cdna5"},
                                      {"trainium", "trainium"},
                                      {"tpu", "tpu"},
                                      {"other", "other"}});
}

config::Codec<std::string> link_word() {
  return config::choice<std::string>({{"nvlink", "nvlink"},
                                      {"pcie", "pcie"},
                                      {"ici", "ici"},
                                      {"xgmi", "xgmi"},
                                      {"ualink", "ualink"},
                                      {"neuronlink", "neuronlink"}});
}

Device complete(Device device, const config::Place& root) {
  if (device.peak.bf16.count() <= 0) {
    (root / "peak" / "bf16").fail("a peak above 0 FLOP/s", "none", "every law needs it");
  }
  if (device.memory_bandwidth.count() <= 0) {
    (root / "memory_bandwidth").fail("a rate above 0 B/s", "none", "every law needs it");
  }
  if (device.processors < 1) {
    (root / "processors").fail("a whole number of at least 1", "none", "every law needs it");
  }
  const base::Watts beside = power_beside_products(device);
  if (device.power.count() > 0 && device.power <= beside) {
    (root / "power")
        .fail(fmt::format("more than the {} W that {} draws beside its products", beside.count(),
                          device.architecture),
              fmt::format("{} W", device.power.count()));
  }
  return device;
}

Device read_device(const std::string& path) {
  return complete(config::read_config(device_fields(), path), {path, ""});
}

// An object in a system, as its text.
Device read_inline(const std::string& text, const config::Place& place) {
  Device device;
  device_fields().read(device, config::parse_json(text, place.source), place);
  return complete(std::move(device), place);
}

bool has_name(const Device& device, const std::string& name) {
  return device.name == name ||
         std::find(device.names.begin(), device.names.end(), name) != device.names.end();
}

std::string shipped_path(const std::string& name) {
  return config::find_config(kFolder, name, config::Place{"device", ""});
}

}  // namespace

const config::FieldTable<Device>& device_fields() {
  static const config::FieldTable<Device> table(
      "device", "An accelerator, by its data sheet.",
      {field<Device>(
           "name", [](auto& d) -> auto& { return d.name; }, config::text("text"),
           "As measurements name it."),
       field<Device>(
           "names", [](auto& d) -> auto& { return d.names; }, config::list(config::text("text")),
           "Further names."),
       field<Device>(
           "source", [](auto& d) -> auto& { return d.source; }, config::text("text"),
           "Where its figures come from."),
       field<Device>(
           "architecture", [](auto& d) -> auto& { return d.architecture; }, architecture_word(),
           "Laws take constants from it: see docs/cost.md."),
       config::nested<Device>(
           "peak", [](auto& d) -> auto& { return d.peak; }, peak_fields()),
       field<Device>(
           "memory", [](auto& d) -> auto& { return d.memory; }, quantity<base::Bytes>(),
           "Of its own."),
       field<Device>(
           "memory_bandwidth", [](auto& d) -> auto& { return d.memory_bandwidth; },
           quantity<base::BytesPerSecond>(), "Of its own memory."),
       field<Device>(
           "dram", [](auto& d) -> auto& { return d.dram; },
           config::text("a name of configs/memories, or nothing"),
           "What that memory is built of, whose energies are known; empty: not known."),
       field<Device>(
           "processors", [](auto& d) -> auto& { return d.processors; },
           config::whole_number<int>(0, 100000),
           "Streaming multiprocessors; matrix units of a TPU."),
       field<Device>(
           "cache", [](auto& d) -> auto& { return d.cache; }, quantity<base::Bytes>(),
           "Of the last level."),
       field<Device>(
           "link", [](auto& d) -> auto& { return d.link; }, quantity<base::BytesPerSecond>(),
           "To the other devices of its node, one way."),
       field<Device>(
           "link_kind", [](auto& d) -> auto& { return d.link_kind; }, link_word(),
           "What the link is; xgmi joins each pair of a node, others by a switch."),
       field<Device>(
           "node", [](auto& d) -> auto& { return d.node; }, config::whole_number<int>(1, 1 << 16),
           "Devices that such links join."),
       field<Device>(
           "port", [](auto& d) -> auto& { return d.port; }, quantity<base::BytesPerSecond>(),
           "Of its node's network cards, one way; 0: not known."),
       field<Device>(
           "power", [](auto& d) -> auto& { return d.power; }, quantity<base::Watts>(),
           "That its board may draw; 0: not known."),
       field<Device>(
           "host_time", [](auto& d) -> auto& { return d.host_time; }, config::real_number(0.1, 10),
           "Time of its host's single thread, over that of an x86 server's."),
       field<Device>(
           "achieved", [](auto& d) -> auto& { return d.achieved; }, config::real_number(0, 2),
           "Share of the tensor peaks in large products alone; 0: the architecture's."),
       field<Device>(
           "sustained", [](auto& d) -> auto& { return d.sustained; }, config::real_number(0, 1),
           "Share of that in long bursts, as training is; 0: what the power allows.")});
  return table;
}

base::FlopsPerSecond peak_of(const Device& device, workload::NumberType type) {
  const Peaks& p = device.peak;
  const auto or_wider = [](base::FlopsPerSecond own, base::FlopsPerSecond wider) {
    return own.count() > 0 ? own : wider;
  };
  using workload::NumberType;
  switch (type) {
    case NumberType::fp32:
      return or_wider(p.fp32, p.bf16);
    case NumberType::bf16:
    case NumberType::w4a16:
    case NumberType::int4:
      return p.bf16;
    case NumberType::fp8:
    case NumberType::fp8_block:
      return or_wider(p.fp8, p.bf16);
    case NumberType::nvfp4:
      return or_wider(p.fp4, or_wider(p.fp8, p.bf16));
  }
  return p.bf16;
}

Device in_long_bursts(const Device& device) {
  using workload::NumberType;
  Device slower = device;
  Peaks& peak = slower.peak;
  peak.bf16 = peak.bf16 * sustained_share(device, NumberType::bf16);
  peak.fp8 = peak.fp8 * sustained_share(device, NumberType::fp8);
  peak.fp4 = peak.fp4 * sustained_share(device, NumberType::nvfp4);
  return slower;
}

std::optional<Device> shipped_device(const std::string& name) {
  const std::vector<std::string> shipped = config::shipped_configs(kFolder);
  if (std::find(shipped.begin(), shipped.end(), name) != shipped.end()) {
    return read_device(shipped_path(name));
  }
  for (const std::string& other : shipped) {
    Device device = read_device(shipped_path(other));
    if (has_name(device, name)) return device;
  }
  return std::nullopt;
}

Device device_of(const std::string& name_or_path, const config::Place& place) {
  if (name_or_path.rfind('{', 0) == 0) return read_inline(name_or_path, place);
  if (config::is_path(name_or_path)) {
    return read_device(config::find_config(kFolder, name_or_path, place));
  }
  // A planner asks for the same name once a candidate: 50,000 files in a plan of experts.
  thread_local std::map<std::pair<std::string, std::string>, Device> read_before;
  const char* const data = std::getenv("JACQUARD_DATA");
  const std::pair key(data == nullptr ? "" : data, name_or_path);
  const auto known = read_before.find(key);
  if (known != read_before.end()) return known->second;
  std::optional<Device> shipped = shipped_device(name_or_path);
  if (!shipped) {
    if (const auto name = device_in_any_spelling(name_or_path)) shipped = shipped_device(*name);
  }
  if (!shipped) return read_device(config::find_config(kFolder, name_or_path, place));
  return read_before.emplace(key, *std::move(shipped)).first->second;
}

}  // namespace jacquard::cost
