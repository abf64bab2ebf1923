// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/wiring.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <climits>
#include <map>
#include <set>
#include <sstream>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/rtl/pins.hpp"
#include "jacquard/rtl/wrapper_text.hpp"

namespace jacquard::rtl {
namespace {

// Bits of the module's ports, the lowest first.
struct Place {
  const Port* port;
  int bit;
};
using Places = std::vector<Place>;

constexpr int kMostBits = 32 * 1024;  // of a bus, and so of the pins of an ABI

class Wirer {
 public:
  Wirer(const std::string& top, const Interface& found, const PortMap& map, RtlKind kind,
        SwitchShape shape)
      : top_(top), found_(found), kind_(kind) {
    wiring_.shape = shape;
    for (const Port& port : found.ports) {
      if (port.shape.bits() == 0) {
        fault(fmt::format("{} of a type without a fixed number of bits", port.name));
      }
      if (port.direction == "input") {
        drivers_[port.name].resize(static_cast<std::size_t>(port.shape.bits()));
      }
    }
    for (const std::string& word : map.resets) reset(reset_of(word), true);
    for (const std::string& word : map.ties) tie(assignment("--tie", word));
    for (const std::string& word : map.roles) give(assignment("--map", word));
  }

  Wiring run(const std::vector<std::string>& parameters) {
    guess_clock_and_reset();
    for (const Role& role : roles_of(kind_)) guess_by_name(role);
    settle_shape();
    for (const Role& role : roles_of(kind_)) place(role);
    require_an_output();
    guess_ties();
    for (const Port& port : found_.ports) unused(port);
    if (!faults_.empty()) refuse();
    wiring_.text = wrapper_text(top_, found_, drivers_, outputs_, wiring_, parameters);
    return wiring_;
  }

 private:
  void fault(const std::string& text) { faults_.push_back(text); }

  void say(const std::string& what, const std::string& port, bool given) {
    wiring_.said.push_back({what, port, !given});
  }

  bool is_free(const Port& port) const {
    return std::find(used_.begin(), used_.end(), port.name) == used_.end();
  }

  const Port* input_named(const std::string& option, const std::string& name) {
    const Port* port = found_.find(name);
    if (port == nullptr || port->direction != "input") {
      throw base::ConfigError({option, "", "an input of module " + top_, "'" + name + "'",
                               fmt::format("it has {}", fmt::join(names("input"), ", "))});
    }
    used_.push_back(name);
    return port;
  }

  std::vector<std::string> names(const std::string& direction) const {
    std::vector<std::string> all;
    for (const Port& port : found_.ports) {
      if (port.direction == direction) all.push_back(port.name);
    }
    return all;
  }

  void reset(const Reset& reset, bool given) {
    const Port* port = input_named("--reset", reset.port);
    if (given) set_once("--reset", port->name);
    for (std::string& driver : drivers_[port->name]) driver = reset.high ? "~rst_ni" : "rst_ni";
    say("reset", fmt::format("{} ({})", port->name, reset.high ? "high" : "low"), given);
  }

  void set_once(const char* option, const std::string& port) {
    if (tied_.insert(port).second) return;
    throw base::ConfigError({option, "", "each port once", port + " twice", ""});
  }

  void tie(const std::pair<std::string, std::string>& words) {
    const Port* port = input_named("--tie", words.first);
    std::vector<std::string>& bits = drivers_[port->name];
    set_once("--tie", port->name);
    const long value = number_of(words.second, -1);
    const bool fits = value < LONG_MAX && (bits.size() >= 63 || (value >> bits.size()) == 0);
    if (value < 0 || !fits) {
      throw base::ConfigError({"--tie", "",
                               fmt::format("a number such as 0, 1 or 8'h3f that fits {} bits of {}",
                                           bits.size(), words.first),
                               words.second, ""});
    }
    for (std::size_t k = 0; k < bits.size(); ++k) {
      const bool one = k < 63 && ((value >> k) & 1) != 0;
      bits[k] = one ? "1'b1" : "1'b0";
    }
    say("tie", words.first + "=" + words.second, true);
  }

  // "req0,req1" or "flit_i.head": the bits of each, one after the other.
  Places places_of_path(const std::string& option, const std::string& paths, bool input) {
    Places places;
    std::istringstream words(paths);
    for (std::string path; std::getline(words, path, ',');) {
      const std::string name = path.substr(0, path.find('.'));
      const std::string within = name == path ? "" : path.substr(name.size() + 1);
      const Port* port = found_.find(name);
      if (port == nullptr || port->direction != (input ? "input" : "output")) {
        throw base::ConfigError(
            {option, "", fmt::format("{} of module {}", input ? "an input" : "an output", top_),
             "'" + name + "'",
             fmt::format("it has {}", fmt::join(names(input ? "input" : "output"), ", "))});
      }
      bool known = false;
      std::vector<std::string> members;
      for (const Part& part : parts_of(port->shape)) {
        if (!part.path.empty()) members.push_back(name + "." + part.path);
        if (part.path != within) continue;
        known = true;
        for (const int bit : part.places) places.push_back({port, bit});
      }
      if (!known) base::throw_unknown_name(option, "a member of " + name, path, members);
      used_.push_back(name);
    }
    return places;
  }

  void give(const std::pair<std::string, std::string>& words) {
    const auto& [role_name, path] = words;
    if (role_name == "clk") {
      clock(path, true);
      return;
    }
    const Role* role = role_named(kind_, role_name);
    if (role == nullptr) {
      std::vector<std::string> known{"clk"};
      for (const Role& each : roles_of(kind_)) known.emplace_back(each.name);
      base::throw_unknown_name("--map", "a role", role_name, known);
    }
    places_[role] = places_of_path("--map", path, role->input);
    say(role_name, path, true);
  }

  void clock(const std::string& name, bool given) {
    const Port* port = input_named("--map", name);
    for (std::string& driver : drivers_[port->name]) driver = "clk_i";
    say("clk", name, given);
    clocked_ = true;
  }

  void guess_clock_and_reset() {
    for (const Port& port : found_.ports) {
      if (port.direction != "input" || port.shape.bits() != 1 || !is_free(port)) continue;
      bool high = false;
      if (is_clock_name(port.name)) {
        if (!clocked_) clock(port.name, false);
      } else if (is_reset_name(port.name, high)) {
        reset({port.name, high}, false);
      }
    }
  }

  bool can_be(const Role& role, const Port& port) const {
    return (port.direction == "input") == role.input && is_free(port) &&
           is_one_of(role.names, plain_name(port.name));
  }

  // The one port of that name, if there is just one. Widths are looked at where the shape is known.
  void guess_by_name(const Role& role) {
    if (places_.count(&role) > 0) return;
    std::vector<const Port*> fitting;
    for (const Port& port : found_.ports) {
      if (!can_be(role, port) || port.direction == "inout") continue;
      const bool shape_known = wiring_.shape.inputs > 0 && wiring_.shape.outputs > 0;
      if (shape_known && role.field_bits(wiring_.shape, port.shape.bits()) == 0) continue;
      fitting.push_back(&port);
    }
    if (fitting.size() != 1) return;
    places_[&role] = places_of_path("--map", fitting[0]->name, role.input);
    say(role.name, fitting[0]->name, false);
    if (&role == &roles_of(kind_)[0]) settle_shape();
  }

  // What the user did not say of the shape is read from the port of the requests.
  void settle_shape() {
    SwitchShape& shape = wiring_.shape;
    const auto asks = places_.find(&roles_of(kind_)[0]);
    if (asks == places_.end()) {
      if (shape.inputs == 0) {
        fault(fmt::format("no port for {} ({})", roles_of(kind_)[0].name,
                          roles_of(kind_)[0].meaning));
        refuse();
      }
    } else if (shape.inputs == 0) {
      read_shape(asks->second);
    }
    if (kind_ == RtlKind::n_to_1) shape.outputs = 1;
    if (kind_ == RtlKind::matrix || kind_ == RtlKind::arbiter) shape.lanes = shape.inputs;
    if (shape.outputs == 0) shape.outputs = shape.inputs;
    if (kind_ == RtlKind::matrix || kind_ == RtlKind::arbiter) shape.outputs = shape.inputs;
    if (shape.lanes == 0) shape.lanes = 1;
  }

  void read_shape(const Places& asks) {
    SwitchShape& shape = wiring_.shape;
    const int bits = static_cast<int>(asks.size());
    shape.inputs = bits;
    if (kind_ == RtlKind::matrix || kind_ == RtlKind::arbiter) {
      shape.inputs = 1;
      while ((shape.inputs + 1) * (shape.inputs + 1) <= bits) ++shape.inputs;
    }
    if (kind_ == RtlKind::allocator) {
      std::vector<Range> dimensions;  // of the requests, or of the structs that they are in
      const Shape* element = &asks[0].port->shape;
      while (element->kind == Shape::Kind::unpacked || element->kind == Shape::Kind::packed) {
        dimensions.push_back(element->range);
        element = &element->parts[0].second;
      }
      const bool two =
          dimensions.size() == 2 && dimensions[0].size() * dimensions[1].size() == bits;
      if (shape.lanes == 0 && two) shape.lanes = dimensions[1].size();
      if (shape.lanes > 0) shape.inputs = bits / shape.lanes;
    }
    if (kind_ == RtlKind::crossbar && shape.outputs == 0) {
      const auto valid = places_.find(role_named(kind_, "valid"));
      if (valid != places_.end()) {
        shape.outputs = static_cast<int>(valid->second.size());
      } else {
        for (const Port& port : found_.ports) {
          if (can_be(*role_named(kind_, "valid"), port)) shape.outputs = port.shape.bits();
        }
      }
    }
  }

  void require_an_output() {
    std::vector<std::string> outputs;
    for (const Role& role : roles_of(kind_)) {
      if (role.input) continue;
      if (places_.count(&role) > 0) return;
      outputs.emplace_back(role.name);
    }
    fault(fmt::format("no port for {}", fmt::join(outputs, ", ")));
  }

  // Gives a role its fields in in_i or out_o.
  void place(const Role& role) {
    const auto found = places_.find(&role);
    if (found == places_.end()) {
      if (role.needed) fault(fmt::format("no port for {} ({})", role.name, role.meaning));
      return;
    }
    const Places& places = found->second;
    const int total = static_cast<int>(places.size());
    int bits = role.field_bits(wiring_.shape, total);
    if (bits == 0) {
      fault(fmt::format("{} of {} bits as {}, which is {} fields of {} inputs and {} outputs",
                        places.front().port->name, total, role.name, role.counted(wiring_.shape),
                        wiring_.shape.inputs, wiring_.shape.outputs));
      return;
    }
    const bool own_bus = role.bus != nullptr;
    const int counted = role.counted(wiring_.shape);
    // A port of the harness is as wide as is needed; a field as the module's.
    const int width =
        own_bus && role.field == Field::output ? port_width(wiring_.shape.outputs) : bits;
    const int outputs = wiring_.shape.outputs;
    if (role.input && !own_bus && role.field == Field::output && outputs > 1 &&
        bits > port_width(outputs) && is_guessed(role)) {
      fault(fmt::format("{0} of {1} bits where {2} number an output (--map {3}={0}: the low ones)",
                        places.front().port->name, bits, port_width(outputs), role.name));
    }
    int& used = role.input ? wiring_.in_bits : wiring_.out_bits;
    const Bus bus{&role, own_bus ? 0 : used, counted, width};
    if (!own_bus) used += counted * width;
    if (used > kMostBits) fault(fmt::format("more than {} bits", kMostBits));
    for (int k = 0; k < total; ++k) {
      const Place& place = base::at(places, k);
      if (role.input) {
        const bool above = k % bits >= width;
        const int at = bus.at + k / bits * width + k % bits;
        base::at(drivers_[place.port->name], place.bit) = above ? "1'b0" : driver(role, bus, at, k);
      } else if (k % bits < width) {
        outputs_[&role].push_back({place.port->name, place.bit});
      }
    }
    wiring_.buses.push_back(bus);
  }

  bool is_guessed(const Role& role) const {
    return std::any_of(wiring_.said.begin(), wiring_.said.end(),
                       [&](const Said& said) { return said.guessed && said.what == role.name; });
  }

  // What drives bit k of a role's port.
  static std::string driver(const Role& role, const Bus& bus, int at, int k) {
    if (role.bus != nullptr) {
      return bus.count * bus.bits == 1 ? role.bus : fmt::format("{}[{}]", role.bus, at);
    }
    if (std::string(role.name) == "yumi") return fmt::format("taken[{}]", k);
    if (std::string(role.name) == "previous") return fmt::format("previous[{}]", k);
    return fmt::format("in_i[{}]", at);
  }

  void guess_ties() {
    for (const Port& port : found_.ports) {
      bool ones = false;
      if (port.direction != "input" || !is_free(port) || !is_tied_name(port.name, ones)) continue;
      for (std::string& driver : drivers_[port.name]) driver = ones ? "1'b1" : "1'b0";
      used_.push_back(port.name);
      say("tie", fmt::format("{}={}", port.name, ones ? "ones" : "0"), false);
    }
  }

  void unused(const Port& port) {
    if (port.direction == "output") {
      if (is_free(port)) wiring_.unread.push_back(port.name);
      return;
    }
    const std::vector<std::string>& bits = drivers_[port.name];
    const bool driven =
        port.direction == "input" &&
        std::all_of(bits.begin(), bits.end(), [](const std::string& b) { return !b.empty(); });
    if (!driven) fault(fmt::format("an {} {} that nobody drives", port.direction, port.name));
  }

  [[noreturn]] void refuse() const {
    std::vector<std::string> list, needed;
    for (const Role& role : roles_of(kind_)) {
      list.push_back(fmt::format("{} ({})", role.name, role.meaning));
      if (role.needed) needed.emplace_back(role.name);
    }
    throw base::ConfigError({"module " + top_, "",
                             "a port for each role, and a role for each input",
                             fmt::format("{}", fmt::join(faults_, ", ")),
                             fmt::format("say --map ROLE=PORT, --reset PORT:high or --tie PORT=0; "
                                         "roles are clk, {}; needed are {}",
                                         fmt::join(list, ", "), fmt::join(needed, ", "))});
  }

  const std::string& top_;
  const Interface& found_;
  RtlKind kind_;
  Wiring wiring_;
  bool clocked_ = false;
  std::vector<std::string> used_, faults_;
  std::map<const Role*, Places> places_;
  std::set<std::string> tied_;  // by the user, or a reset
  PortDrivers drivers_;
  RoleOutputs outputs_;
};

}  // namespace

Bus Wiring::bus(const char* role) const {
  for (const Bus& bus : buses) {
    if (std::string(bus.role->name) == role) return bus;
  }
  return {};
}

Wiring wire(const std::string& top, const Interface& found, const PortMap& map, RtlKind kind,
            SwitchShape shape, const std::vector<std::string>& parameters) {
  return Wirer(top, found, map, kind, shape).run(parameters);
}

std::vector<ExpectedPort> wired_ports(const Wiring& wiring) {
  std::vector<ExpectedPort> ports{{"clk_i", "input", 1, ""}, {"rst_ni", "input", 1, ""}};
  for (const Bus& bus : wiring.buses) {
    if (bus.role->bus == nullptr) continue;
    ports.push_back(
        {bus.role->bus, bus.role->input ? "input" : "output", bus.count * bus.bits, ""});
  }
  if (wiring.in_bits > 0) ports.push_back({"in_i", "input", wiring.in_bits, ""});
  if (wiring.out_bits > 0) ports.push_back({"out_o", "output", wiring.out_bits, ""});
  return ports;
}

Interface wired_interface(const Wiring& wiring, const Interface& found) {
  Interface wired{{}, found.parameters, found.clocked};
  for (const ExpectedPort& port : wired_ports(wiring)) {
    wired.ports.push_back(
        port_of(port.name, port.direction,
                port.width == 1 ? Shape::bit() : Shape::vector({port.width - 1, 0})));
  }
  return wired;
}

}  // namespace jacquard::rtl
