// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/wrapper_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "jacquard/base/at.hpp"

namespace jacquard::rtl {
namespace {

std::string range(int bits) { return bits == 1 ? "" : fmt::format("[{}:0] ", bits - 1); }

// "{a, b[7:0]}" of bits given lowest first; neighbours of one vector are one slice.
std::string concatenation(const std::vector<std::string>& bits) {
  std::vector<std::string> slices;  // the highest first
  for (auto bit = bits.rbegin(); bit != bits.rend();) {
    const std::size_t bracket = bit->find('[');
    if (bracket == bit->npos) {
      slices.push_back(*bit++);
      continue;
    }
    const std::string name = bit->substr(0, bracket + 1);
    const int high = std::stoi(bit->substr(bracket + 1));
    int low = high;
    ++bit;
    while (bit != bits.rend() && *bit == fmt::format("{}{}]", name, low - 1)) {
      --low;
      ++bit;
    }
    slices.push_back(high == low ? fmt::format("{}{}]", name, high)
                                 : fmt::format("{}{}:{}]", name, high, low));
  }
  return fmt::format("{{{}}}", fmt::join(slices, ", "));
}

// Elements of an unpacked port, each a vector: `p_x[2][0]` beside its place in the flat f_x.
struct Element {
  std::string index;
  int at;
};
std::vector<Element> elements_of(const Shape& shape) {
  std::vector<Element> all{{"", 0}};
  const Shape* at = &shape;
  while (at->kind == Shape::Kind::unpacked) {
    const Range r = at->range;
    const int lowest = r.ascending() ? r.left : r.right;
    at = &at->parts[0].second;
    std::vector<Element> deeper;
    for (const Element& outer : all) {
      for (int k = 0; k < r.size(); ++k) {
        deeper.push_back(
            {fmt::format("{}[{}]", outer.index, lowest + k), outer.at + k * at->bits()});
      }
    }
    all = std::move(deeper);
  }
  return all;
}

std::string declared(const Port& port) {
  const int bits = port.shape.bits();
  std::string text = fmt::format("  wire [{}:0] f_{};\n", bits - 1, port.name);
  const std::vector<Range> unpacked = port.shape.unpacked_ranges();
  if (unpacked.empty()) return text;
  int elements = 1;
  std::string dimensions;
  for (const Range& r : unpacked) {
    elements *= r.size();
    dimensions += fmt::format(" [{}:{}]", r.left, r.right);
  }
  const int width = bits / elements;
  text += fmt::format("  wire {}p_{}{};\n", range(width), port.name, dimensions);
  for (const Element& element : elements_of(port.shape)) {
    const std::string whole = fmt::format("p_{}{}", port.name, element.index);
    const std::string flat =
        fmt::format("f_{}[{}:{}]", port.name, element.at + width - 1, element.at);
    const bool input = port.direction == "input";
    text += fmt::format("  assign {} = {};\n", input ? whole : flat, input ? flat : whole);
  }
  return text;
}

std::vector<std::string> bits_of(const std::vector<std::pair<std::string, int>>& places) {
  std::vector<std::string> bits;
  for (const auto& [port, bit] : places) bits.push_back(fmt::format("f_{}[{}]", port, bit));
  return bits;
}

std::string harness_ports(const Wiring& wiring) {
  std::string text = "  input clk_i,\n  input rst_ni";
  for (const ExpectedPort& port : wired_ports(wiring)) {
    if (port.name == "clk_i" || port.name == "rst_ni") continue;
    const bool field_bus = port.name == "in_i" || port.name == "out_o";  // a vector, of one bit too
    text += fmt::format(",\n  {} {}{}", port.direction,
                        field_bus ? fmt::format("[{}:0] ", port.width - 1) : range(port.width),
                        port.name);
  }
  return text;
}

// Whether output j is offered something: valid_o, or that anyone is granted where there is none.
std::string yumi(const Wiring& wiring, const RoleOutputs& outputs) {
  const Bus bus = wiring.bus("yumi");
  if (!bus.there()) return "";
  const Bus valid = wiring.bus("valid"), gnt = wiring.bus("gnt");
  std::string offered = fmt::format("{{{}{{1'b1}}}}", bus.count);
  if (valid.there()) {
    offered = concatenation(bits_of(outputs.at(valid.role)));
  } else if (gnt.there() && bus.count == 1) {
    offered = "|" + concatenation(bits_of(outputs.at(gnt.role)));
  }
  return fmt::format("  wire [{0}:0] taken;\n  assign taken = in_i[{1}:{2}] & {3};\n",
                     bus.count - 1, bus.at + bus.count - 1, bus.at, offered);
}

std::string previous(const Wiring& wiring, const RoleOutputs& outputs) {
  const Bus bus = wiring.bus("previous"), gnt = wiring.bus("gnt");
  if (!bus.there() || !gnt.there()) return "";
  // After a reset the last requester counts as the one granted before, so that 0 is first.
  return fmt::format(
      "  reg [{0}:0] previous;\n  always @(posedge clk_i)\n"
      "    if (!rst_ni) previous <= {{1'b1, {{{0}{{1'b0}}}}}};\n    else previous <= {1};\n",
      bus.count - 1, concatenation(bits_of(outputs.at(gnt.role))));
}

}  // namespace

std::string wrapper_text(const std::string& top, const Interface& found, const PortDrivers& drivers,
                         const RoleOutputs& outputs, const Wiring& wiring,
                         const std::vector<std::string>& parameters) {
  std::string text = fmt::format("\nmodule {} (\n{}\n);\n", Wiring::kTop, harness_ports(wiring));
  std::vector<std::string> pins, values;
  for (const Port& port : found.ports) {
    text += declared(port);
    const bool unpacked = !port.shape.unpacked_ranges().empty();
    pins.push_back(fmt::format(".{0}({1}_{0})", port.name, unpacked ? "p" : "f"));
  }
  text += yumi(wiring, outputs) + previous(wiring, outputs);
  for (const auto& [port, bits] : drivers) {
    text += fmt::format("  assign f_{} = {};\n", port, concatenation(bits));
  }
  for (const std::string& word : parameters) {
    const std::size_t equals = word.find('=');
    values.push_back(fmt::format(".{}({})", word.substr(2, equals - 2), word.substr(equals + 1)));
  }
  text += fmt::format("  \\{} {}dut (\n    {});\n", top,
                      values.empty() ? "" : fmt::format("#({}) ", fmt::join(values, ", ")),
                      fmt::join(pins, ",\n    "));
  std::vector<std::string> shown;
  for (const Bus& bus : wiring.buses) {
    if (bus.role->input) continue;
    const std::vector<std::string> bits = bits_of(outputs.at(bus.role));
    if (bus.role->bus != nullptr) {
      text += fmt::format("  assign {} = {};\n", bus.role->bus, concatenation(bits));
    } else {
      shown.insert(shown.end(), bits.begin(), bits.end());
    }
  }
  if (!shown.empty()) text += fmt::format("  assign out_o = {};\n", concatenation(shown));
  return text + "endmodule\n";
}

}  // namespace jacquard::rtl
