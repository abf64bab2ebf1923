// SPDX-License-Identifier: Apache-2.0
#include "systemc/stack/stack_switches.hpp"

#include <fmt/format.h>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/stack/routes.hpp"
#include "jacquard/stack/switches.hpp"

namespace jacquard::systemc {
namespace {

using base::index;
using base::Picoseconds;
using stack::Routes;

[[noreturn]] void port_taken(const std::string& at, const char* side, int port, int first,
                             int second, Picoseconds slot) {
  throw base::ConfigError({"stack", "", "circuits that share no port of a switch in a slot",
                           fmt::format("{} {} of {} is asked for by {} and {}, in the slot at {}",
                                       side, port, at, first, second, config::show_quantity(slot)),
                           "jacquard genstack check says more"});
}

}  // namespace

StackSwitches::StackSwitches(const sc_core::sc_module_name& name, const Shape& shape,
                             TransferSink& npus, int first_port, LossSink& losses, Shuffle& shuffle)
    : sc_core::sc_module(name),
      shape_(shape),
      up_time_(shape.flight.count() / 2),
      shuffle_(shuffle),
      places_(shape.first_place) {
  const stack::Sizes& s = shape.sizes;
  for (int number = 0; number < s.switches(); ++number) {
    add_switch(stack::switch_name(s, number), stack::ports_of_switch(s, number), losses);
  }
  for (int port = 0; port < s.ports; ++port) {
    Switch& leaf = base::at(switches_, port / s.leaf_ports);
    up_.push_back(std::make_unique<Link>(fmt::format("up_{}", port).c_str(), up_time_, *leaf.module,
                                         port % s.leaf_ports, places_++, shuffle));
    down_.push_back(std::make_unique<Link>(fmt::format("down_{}", port).c_str(),
                                           shape.flight - up_time_, npus, first_port + port,
                                           places_++, shuffle));
    leaf.module->connect_output(port % s.leaf_ports, *down_.back());
  }
  for (int l = 0; l < s.leaves; ++l) {
    for (int u = 0; u < s.uplinks; ++u) {
      Switch& leaf = base::at(switches_, l);
      Switch& spine = base::at(switches_, stack::spine_of(s, l, u));
      const int below = stack::port_at_spine(s, l, u);
      const int above = stack::uplink_at_leaf(s, u);
      add_link(leaf, above, fmt::format("uplink_{}_{}", l, u), spine, below);
      add_link(spine, below, fmt::format("downlink_{}_{}", l, u), leaf, above);
    }
  }
}

void StackSwitches::add_switch(const std::string& name, int ports, LossSink& losses) {
  Switch added;
  added.name = name;
  added.module = std::make_unique<CircuitSwitch>(
      name.c_str(), CircuitSwitch::Shape{ports, ports, shape_.guard}, places_++, losses);
  added.inputs.resize(index(ports));
  added.outputs.assign(index(ports), -1);
  switches_.push_back(std::move(added));
}

void StackSwitches::add_link(Switch& from, int out, const std::string& name, Switch& to, int in) {
  between_.push_back(
      std::make_unique<Link>(name.c_str(), Picoseconds{0}, *to.module, in, places_++, shuffle_));
  from.module->connect_output(out, *between_.back());
}

std::vector<StackSwitches::Crossing> StackSwitches::crossings(const PortCircuit& c) const {
  const stack::Sizes& s = shape_.sizes;
  if (s.leaves == 0) return {{0, c.from, c.to}};
  const int first = stack::leaf_of(s, c.from), last = stack::leaf_of(s, c.to);
  const int in = stack::port_at_leaf(s, c.from), out = stack::port_at_leaf(s, c.to);
  if (c.link == Routes::kLocal) return {{first, in, out}};
  const int above = stack::uplink_at_leaf(s, c.link);
  return {{first, in, above},
          {stack::spine_of(s, first, c.link), stack::port_at_spine(s, first, c.link),
           stack::port_at_spine(s, last, c.link)},
          {last, above, out}};
}

void StackSwitches::connect(const PortCircuit& circuit, Picoseconds slot, Picoseconds guard) {
  for (const Crossing& crossing : crossings(circuit)) connect(crossing, slot, guard);
}

void StackSwitches::connect(const Crossing& c, Picoseconds slot, Picoseconds guard) {
  Switch& at = base::at(switches_, c.at);
  Port& input = base::at(at.inputs, c.in);
  int& output = base::at(at.outputs, c.out);
  if (input.users > 0 && input.peer == c.out) {
    ++input.users;
    return;
  }
  if (input.users > 0) port_taken(at.name, "input", c.in, input.peer, c.out, slot);
  if (output >= 0) port_taken(at.name, "output", c.out, output, c.in, slot);
  at.module->connect(c.in, c.out, slot + up_time_ + guard);
  input = {c.out, 1};
  output = c.in;
  ++changes_;
  if (shape_.keep) note(at, slot + up_time_, slot + up_time_ + guard);
}

bool StackSwitches::is_free(const PortCircuit& circuit) const {
  for (const Crossing& c : crossings(circuit)) {
    const Switch& at = base::at(switches_, c.at);
    if (base::at(at.inputs, c.in).users > 0 || base::at(at.outputs, c.out) >= 0) return false;
  }
  return true;
}

void StackSwitches::disconnect(const PortCircuit& circuit, Picoseconds slot) {
  for (const Crossing& c : crossings(circuit)) {
    Switch& at = base::at(switches_, c.at);
    Port& input = base::at(at.inputs, c.in);
    if (--input.users > 0) continue;
    at.module->disconnect(c.in, slot + up_time_);
    base::at(at.outputs, c.out) = -1;
    if (shape_.keep) note(at, slot + up_time_, slot + up_time_);
  }
}

// One record for all that changes in a slot.
void StackSwitches::note(Switch& of, Picoseconds guard_from, Picoseconds from) const {
  if (of.settings.empty() || of.settings.back().guard_from != guard_from) {
    if (!of.settings.empty()) of.settings.back().to = guard_from;
    const std::string crossbar = shape_.sizes.leaves == 0 ? "" : of.name;
    of.settings.push_back({crossbar, guard_from, from, from, {}});
  }
  report::SettingRecord& now = of.settings.back();
  now.from = std::max(now.from, from);
  now.columns.clear();
  for (const Port& input : of.inputs) {
    now.columns.push_back(input.users > 0 ? input.peer : schedule::kUnmatched);
  }
}

std::int64_t StackSwitches::deliveries() const {
  std::int64_t sum = 0;
  for (const auto* links : {&up_, &down_, &between_}) {
    for (const auto& link : *links) sum += link->delivered();
  }
  return sum;
}

std::vector<report::SettingRecord> StackSwitches::settings(Picoseconds end) const {
  std::vector<report::SettingRecord> all;
  for (const Switch& of : switches_) {
    all.insert(all.end(), of.settings.begin(), of.settings.end());
    if (!of.settings.empty()) all.back().to = std::max(all.back().from, end);
  }
  return all;
}

std::vector<std::pair<std::string, PortUse>> StackSwitches::outputs() const {
  std::vector<std::pair<std::string, PortUse>> all;
  const stack::Sizes& s = shape_.sizes;
  for (int port = 0; port < s.ports; ++port) {
    const Switch& leaf = base::at(switches_, port / s.leaf_ports);
    all.emplace_back(fmt::format("{} to port {}", leaf.name, port),
                     base::at(leaf.module->outputs(), port % s.leaf_ports));
  }
  return all;
}

}  // namespace jacquard::systemc
