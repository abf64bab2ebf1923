// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/switch_devices.hpp"

#include <algorithm>
#include <tuple>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/field_table.hpp"
#include "systemc/packet/packet_config.hpp"

namespace jacquard::systemc {
namespace {

using base::BitsPerSecond;
using base::Bytes;
using config::field;
using config::quantity;
using config::text;
using D = SwitchDevice;

const config::FieldTable<D>& device_fields() {
  static const config::FieldTable<D> table(
      "packet switch", "A packet switch that is sold.",
      {
          field<D>(
              "name", [](auto& d) -> auto& { return d.name; }, text("a name"), "Its name."),
          field<D>(
              "what", [](auto& d) -> auto& { return d.what; }, text("a few words"), "What it is."),
          field<D>(
              "port_rate", [](auto& d) -> auto& { return d.port_rate; }, quantity<BitsPerSecond>(),
              "Of its fastest ports."),
          field<D>(
              "capacity", [](auto& d) -> auto& { return d.capacity; }, quantity<BitsPerSecond>(),
              "Of all its ports."),
          field<D>(
              "buffer", [](auto& d) -> auto& { return d.buffer; }, quantity<Bytes>(),
              "Memory that all ports share."),
          field<D>(
              "basis", [](auto& d) -> auto& { return d.basis; },
              text("published, summary or recalled"), "How well it is known."),
          field<D>(
              "source", [](auto& d) -> auto& { return d.source; }, text("a source"),
              "Who says so."),
      });
  return table;
}

std::vector<D> read_devices() {
  const std::string path = base::data_path("configs/technologies/packet_switches.json");
  const config::Json json = config::read_json(path);
  const config::Place place{path, ""};
  if (!json.is_array() || json.empty()) place.fail("a list of switches", config::brief(json));
  std::vector<D> all;
  for (std::size_t i = 0; i < json.size(); ++i) {
    D device;
    device_fields().read(device, json[i], place / i);
    all.push_back(std::move(device));
  }
  return all;
}

}  // namespace

const std::vector<D>& switch_devices() {
  static const std::vector<D> all = read_devices();
  return all;
}

std::vector<std::string> switch_device_names() {
  std::vector<std::string> names{kDeviceByRate, kDeviceOfPreset};
  for (const D& device : switch_devices()) names.push_back(device.name);
  return names;
}

const D& find_switch_device(const std::string& name, const config::Place& place) {
  for (const D& device : switch_devices()) {
    if (device.name == name) return device;
  }
  base::throw_unknown_name(place.source + place.where, "a packet switch", name,
                           switch_device_names());
}

const D& switch_device_for(BitsPerSecond rate) {
  const std::vector<D>& all = switch_devices();
  const auto rank = [rate](const D& d) {
    const bool slow = d.port_rate < rate;
    return std::make_tuple(slow, slow ? 0 : d.port_rate.count(), -d.buffer.count());
  };
  return *std::min_element(all.begin(), all.end(),
                           [&](const D& a, const D& b) { return rank(a) < rank(b); });
}

}  // namespace jacquard::systemc
