// SPDX-License-Identifier: Apache-2.0
// What a module looks like from outside, once elaborated: its ports and parameters.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "jacquard/rtl/shape.hpp"

namespace jacquard::rtl {

struct Port {
  std::string name;
  std::string direction;        // "input", "output" or "inout"
  int width = 0;                // bits; 0 if it is no packed vector
  std::vector<Range> ranges{};  // of a packed array, outermost first; none of a struct or one bit
  Shape shape{};                // of any type, unpacked arrays and structs too
};

Port port_of(std::string name, std::string direction, Shape shape);

struct Interface {
  std::vector<Port> ports;                        // in the order of the module
  std::map<std::string, std::string> parameters;  // name: its value as Verilator writes it
  bool clocked = false;                           // something in it is assigned at an edge

  const Port* find(const std::string& name) const;  // null if there is none
};

// From what `verilator --xml-only` writes, for its top module; and from what --json-only does.
Interface read_interface(std::string_view xml);
Interface read_interface_json(std::string_view tree);

// A port that a kind of RTL has, and whether it may do without.
struct ExpectedPort {
  std::string name;
  std::string direction;
  int width;
  std::string meaning;  // of the width, as a formula
  bool optional = false;
};

// valid_i and valid_o come with requests that are not made in every clock.
std::vector<ExpectedPort> arbiter_ports(int ports);
std::vector<ExpectedPort> scheduler_ports(int ports, int bits);

// Throws ConfigError that names every port of `top` that is missing, or whose width or direction is
// another. An input that nobody would drive counts as such. The error then says what `kind` ("an
// arbiter of 4 ports") has. Returns the outputs that nobody reads.
std::vector<std::string> check_ports(const std::string& top, const std::string& kind,
                                     const Interface& found,
                                     const std::vector<ExpectedPort>& expected);

// Where the bits of a port are, its lowest index first. Element k is the place, counted from the
// right, of the bit with the k-th lowest index: [15:0] gives 0, 1, 2, and [0:15] gives 15, 14, 13.
// Of several dimensions the outermost index counts most. A struct's bits are taken as they come.
std::vector<int> places_of(const Port& port);

// A number as Verilator writes it ("32'sh3"), or `otherwise` if it is none.
long number_of(const std::string& text, long otherwise);

}  // namespace jacquard::rtl
