// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/netlist.hpp"

#include <fmt/format.h>

#include <set>

namespace jacquard::synth {
namespace {

using nlohmann::json;

int net_of(const json& bits) {
  const json& bit = bits.at(0);
  if (bit.is_number()) return bit.get<int>();
  return bit == "1" ? kOne : kZero;
}

std::string name_of(int net) {
  if (net == kZero) return "1'b0";
  if (net == kOne) return "1'b1";
  return fmt::format("n{}", net);
}

}  // namespace

Netlist netlist_of(const json& netlist, const std::string& top) {
  const json& module = netlist.at("modules").at(top);
  Netlist result;
  for (const auto& [name, port] : module.at("ports").items()) {
    (port.at("direction") == "input" ? result.inputs : result.outputs)[name] =
        net_of(port.at("bits"));
  }
  for (const json& from : module.at("cells")) {
    NetlistCell cell;
    cell.type = from.at("type");
    for (const auto& [pin, bits] : from.at("connections").items()) {
      if (bits.empty()) continue;
      const bool is_input = from.at("port_directions").at(pin) == "input";
      (is_input ? cell.inputs : cell.outputs)[pin] = net_of(bits);
    }
    result.cells.push_back(std::move(cell));
  }
  return result;
}

std::string verilog_of(const Netlist& netlist) {
  std::set<int> ports, nets;
  std::string list, kinds, body;
  const auto add_port = [&](int net, const char* kind) {
    if (net < 0 || !ports.insert(net).second) return;
    list += (list.empty() ? "" : ", ") + name_of(net);
    kinds += fmt::format("  {} {};\n", kind, name_of(net));
  };
  for (const auto& [name, net] : netlist.inputs) add_port(net, "input");
  for (const auto& [name, net] : netlist.outputs) add_port(net, "output");
  for (std::size_t k = 0; k < netlist.cells.size(); ++k) {
    std::string pins;
    for (const auto* side : {&netlist.cells[k].inputs, &netlist.cells[k].outputs}) {
      for (const auto& [pin, net] : *side) {
        pins += fmt::format("{}.{}({})", pins.empty() ? "" : ", ", pin, name_of(net));
        if (net >= 0 && ports.count(net) == 0) nets.insert(net);
      }
    }
    body += fmt::format("  {} c{} ({});\n", netlist.cells[k].type, k, pins);
  }
  for (const int net : nets) kinds += fmt::format("  wire {};\n", name_of(net));
  return fmt::format("module device ({});\n{}{}endmodule\n", list, kinds, body);
}

}  // namespace jacquard::synth
