// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/switch_devices.hpp"

#include <algorithm>
#include <tuple>

#include "jacquard/base/error.hpp"
#include "jacquard/config/shipped_nouns.hpp"
#include "systemc/packet/packet_config.hpp"

namespace jacquard::systemc {
namespace {

using base::BitsPerSecond;
using D = SwitchDevice;

std::vector<D> read_devices() {
  std::vector<D> all =
      config::read_shipped(topology::packet_switch_fields(), topology::kPacketSwitches);
  const auto without = [](const D& d) { return !d.buffer; };
  all.erase(std::remove_if(all.begin(), all.end(), without), all.end());
  if (all.empty()) config::Place{"configs", "packet_switches"}.fail("a switch with a buffer");
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

D find_switch_device(const std::string& name, const config::Place& place) {
  D device = topology::packet_switch_of(name, place);
  if (!device.buffer) {
    place.fail("a switch whose buffer is known", "'" + name + "'",
               "fabric.buffer gives any switch any memory");
  }
  return device;
}

const D& switch_device_for(BitsPerSecond rate) {
  const std::vector<D>& all = switch_devices();
  const auto rank = [rate](const D& d) {
    const bool slow = d.port_rate < rate;
    return std::make_tuple(slow, slow ? 0 : d.port_rate.count(), -d.buffer->count());
  };
  return *std::min_element(all.begin(), all.end(),
                           [&](const D& a, const D& b) { return rank(a) < rank(b); });
}

}  // namespace jacquard::systemc
