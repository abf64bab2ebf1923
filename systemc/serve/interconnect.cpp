// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/interconnect.hpp"

#include <fmt/format.h>

#include <cmath>

#include "jacquard/config/shipped_nouns.hpp"
#include "jacquard/topology/packet_switch.hpp"
#include "systemc/experiment/technologies.hpp"
#include "systemc/photonic/appliance_config.hpp"

namespace jacquard::serve {
namespace {

using base::Joules;
using base::Watts;
using I = Interconnect;

systemc::ApplianceConfig appliance_of(const I& one, const config::Place& place) {
  return config::read_config(systemc::appliance_fields(),
                             config::find_config(systemc::kAppliances, one.appliance, place));
}

// What the noun says below one of its three names.
const config::Place kPlace{"interconnect", ""};

std::string beyond_ports(const std::string& name, int has, int ports, const char* what) {
  if (ports <= has) return "";
  return fmt::format("{} has {} ports, {} {}", name, has, what, ports);
}

void of_packets(const I& one, int ports, double bits_per_s, InterconnectPower& power) {
  const auto chip = topology::packet_switch_of(one.packet_switch, kPlace / "packet_switch");
  if (!chip.power) {
    power.unknown = "the power of " + one.packet_switch;
    return;
  }
  const auto capacity = static_cast<double>(chip.capacity.count());
  power.switch_bit = Joules{chip.power->count() / capacity};
  power.a_switch = Watts{chip.power->count() * std::ceil(bits_per_s / capacity)};
  power.assumed = beyond_ports(one.packet_switch, chip.ports, ports, "which are split for");
}

void of_circuits(const I& one, int ports, base::BitsPerSecond rate, int switches,
                 InterconnectPower& power) {
  const auto mirrors = experiment::find_technology(one.optical_switch);
  if (!mirrors.power || !mirrors.ports) {
    power.unknown = "the power of " + one.optical_switch;
    return;
  }
  const double fibres = switches * std::ceil(static_cast<double>(rate.count()) / switches /
                                             static_cast<double>(one.link_rate.count()));
  const int of_a_device = *mirrors.ports / ports;
  const double devices =
      of_a_device > 0 ? std::ceil(fibres / of_a_device) : fibres * ports / *mirrors.ports;
  power.a_switch = Watts{mirrors.power->count() * devices};
  power.switch_bit = Joules{0};
  power.assumed =
      beyond_ports(one.optical_switch, *mirrors.ports, ports, "and its power is scaled to");
}

}  // namespace

const config::FieldTable<Interconnect>& interconnect_fields() {
  using config::field;
  using config::quantity;
  using config::text;
  static const config::FieldTable<I> table(
      "interconnect", "What joins the NPUs, as its power is; null where nothing is published.",
      {field<I>(
           "title", [](auto& i) -> auto& { return i.title; }, text("a few words"), "What it is."),
       field<I>(
           "link", [](auto& i) -> auto& { return i.link; }, text("a few words"),
           "What an end of a link is."),
       field<I>(
           "link_per_bit", [](auto& i) -> auto& { return i.link_per_bit; },
           config::optional(quantity<Joules>()),
           "Of one end, laser included: its power over its rate one way. An appliance says its "
           "own."),
       field<I>(
           "links_per_port", [](auto& i) -> auto& { return i.links_per_port; },
           config::whole_number(0, 16),
           "Ends for each port of an NPU: its own, and that of a switch which ends light."),
       field<I>(
           "link_rate", [](auto& i) -> auto& { return i.link_rate; },
           quantity(base::BitsPerSecond{1}),
           "Of one end, one way; a port has as many as carry it, and as many ports of mirrors."),
       field<I>(
           "packet_switch", [](auto& i) -> auto& { return i.packet_switch; },
           text("a switch of configs/packet_switches, or a file of one"),
           "Whose power is taken for each chip, as many as carry all ports."),
       field<I>(
           "optical_switch", [](auto& i) -> auto& { return i.optical_switch; },
           text("a switch of configs/optical_switches, or a file of one"),
           "Whose power is taken for each device, whatever it carries."),
       field<I>(
           "appliance", [](auto& i) -> auto& { return i.appliance; },
           text("an appliance of configs/appliances, or a file of one"),
           "Whose links and switch are meant."),
       field<I>(
           "source", [](auto& i) -> auto& { return i.source; }, text("a source"), "Who says so.")});
  return table;
}

void require_consistent(const Interconnect& one, const config::Place& place) {
  const int named = static_cast<int>(!one.packet_switch.empty()) +
                    static_cast<int>(!one.optical_switch.empty()) +
                    static_cast<int>(!one.appliance.empty());
  if (named != 1) {
    place.fail("one of packet_switch, optical_switch and appliance", fmt::format("{}", named));
  }
  power_of(one, 1, one.link_rate);
}

Interconnect interconnect_of(const std::string& name_or_path, const config::Place& place) {
  return config::read_noun(interconnect_fields(), kInterconnects, name_or_path, place);
}

InterconnectPower power_of(const Interconnect& one, int ports, base::BitsPerSecond rate,
                           int switches) {
  InterconnectPower power;
  double bits_per_s = static_cast<double>(rate.count()) * ports;
  if (!one.appliance.empty()) {
    const auto appliance = appliance_of(one, kPlace / "appliance");
    const auto& port = appliance.module.port;
    bits_per_s = static_cast<double>(port.rate().count()) * ports;
    power.link_bit = port.link_per_bit + port.laser_per_bit;
    power.switch_bit = appliance.fabric.energy_per_bit;
    power.a_switch = Watts{power.switch_bit->count() * bits_per_s};
    power.assumed =
        beyond_ports(one.appliance, appliance.modules, ports, "and its power is scaled to");
  } else if (!one.packet_switch.empty()) {
    of_packets(one, ports, bits_per_s, power);
  } else {
    of_circuits(one, ports, rate, switches, power);
  }
  if (one.appliance.empty() && one.link_per_bit) {
    power.link_bit = *one.link_per_bit * one.links_per_port;
  }
  if (power.link_bit) {
    power.links = Watts{power.link_bit->count() * bits_per_s};
  } else {
    power.unknown += (power.unknown.empty() ? "" : ", ") +
                     ("the power of " + (one.link.empty() ? "its links" : one.link));
  }
  return power;
}

}  // namespace jacquard::serve
