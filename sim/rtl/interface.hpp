// SPDX-License-Identifier: Apache-2.0
// What a module looks like from outside, once elaborated: its ports and parameters.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::rtl {

struct Port {
  std::string name;
  std::string direction;  // "input", "output" or "inout"
  int width = 0;          // bits; 0 if it is no packed vector
};

struct Interface {
  std::vector<Port> ports;                        // in the order of the module
  std::map<std::string, std::string> parameters;  // name: its value as Verilator writes it
};

// From what `verilator --xml-only` writes, for its top module.
Interface read_interface(std::string_view xml);

// A port that a kind of RTL has, and whether it may do without.
struct ExpectedPort {
  std::string name;
  std::string direction;
  int width;
  std::string meaning;  // of the width, as a formula
  bool optional = false;
};

std::vector<ExpectedPort> arbiter_ports(int ports);
std::vector<ExpectedPort> scheduler_ports(int ports, int bits);

// Throws ConfigError naming every port of `top` that is missing, of another width or direction, or
// an input that nobody would drive, and then what `kind` ("an arbiter of 4 ports") has. Returns the
// outputs nobody reads.
std::vector<std::string> check_ports(const std::string& top, const std::string& kind,
                                     const Interface& found,
                                     const std::vector<ExpectedPort>& expected);

// A number as Verilator writes it ("32'sh3"), or `otherwise` if it is none.
long number_of(const std::string& text, long otherwise);

}  // namespace jacquard::rtl
