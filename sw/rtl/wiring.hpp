// SPDX-License-Identifier: Apache-2.0
// A user's module behind the ports of our harness, whatever its own are called and however they are
// packed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "jacquard/rtl/interface.hpp"
#include "jacquard/rtl/port_map.hpp"
#include "jacquard/rtl/port_roles.hpp"

namespace jacquard::rtl {

// Where the fields of a role are in in_i or out_o: field k at bit at + k*bits.
struct Bus {
  const Role* role = nullptr;
  int at = 0, count = 0, bits = 0;

  bool there() const { return role != nullptr; }
};

// What a port was taken for, and whether nobody said so.
struct Said {
  std::string what, port;
  bool guessed = false;
};

struct Wiring {
  static constexpr const char* kTop = "jq_wired";

  SwitchShape shape;
  std::vector<Bus> buses;
  int in_bits = 0, out_bits = 0;
  std::string text;  // the module kTop, with clk_i, rst_ni and in_i, out_o (or the arbiter's ports)
  std::vector<Said> said;
  std::vector<std::string> unread;  // outputs that nobody looks at

  Bus bus(const char* role) const;
  void guess(const std::string& what, const std::string& port) {
    said.push_back({what, port, true});
  }
};

// `shape`: what the user gave of it, 0 where nothing. `parameters`: words "-GNAME=VALUE" of `top`.
// Throws ConfigError that names every port that fits no role, and every role without a port.
Wiring wire(const std::string& top, const Interface& found, const PortMap& map, RtlKind kind,
            SwitchShape shape, const std::vector<std::string>& parameters);

// The interface of the module kTop.
Interface wired_interface(const Wiring& wiring, const Interface& found);
std::vector<ExpectedPort> wired_ports(const Wiring& wiring);

}  // namespace jacquard::rtl
