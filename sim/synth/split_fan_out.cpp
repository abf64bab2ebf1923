// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/split_fan_out.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace jacquard::synth {
namespace {

using nlohmann::json;

struct Pin {
  std::string cell;  // "": a bit of an output of the module
  std::string port;
  std::size_t bit = 0;
};

class Splitter {
 public:
  Splitter(json& module, const CellLibrary& library, int most)
      : cells_(module["cells"]),
        names_(module["netnames"]),
        ports_(module["ports"]),
        library_(library),
        most_(most) {
    for (const auto& [name, net] : names_.items()) {
      for (const json& bit : net["bits"]) {
        if (bit.is_number()) next_net_ = std::max(next_net_, bit.get<int>() + 1);
      }
    }
  }

  std::map<int, std::vector<Pin>> sinks() const {
    std::map<int, std::vector<Pin>> sinks;
    for (const auto& [name, cell] : cells_.items()) {
      for (const auto& [port, bits] : cell["connections"].items()) {
        if (cell["port_directions"][port] != "input" || !bits.at(0).is_number()) continue;
        sinks[bits.at(0).get<int>()].push_back({name, port});
      }
    }
    for (auto& [net, pins] : outputs()) {
      if (static_cast<int>(pins.size()) <= most_) continue;
      auto& all = sinks[net];
      all.insert(all.end(), pins.begin(), pins.end());
    }
    return sinks;
  }

  // From the leaves: each buffer takes as many pins as its neighbours, and becomes a pin itself.
  void split(int net, std::vector<Pin> pins) {
    const auto most = static_cast<std::size_t>(most_);
    while (pins.size() > most) {
      const std::size_t buffers = (pins.size() + most - 1) / most;
      const std::size_t share = (pins.size() + buffers - 1) / buffers;
      std::vector<Pin> above;
      for (std::size_t first = 0; first < pins.size(); first += share) {
        const std::size_t last = std::min(first + share, pins.size());
        const int out = next_net_++;
        for (std::size_t p = first; p < last; ++p) {
          move(pins[p], out);
        }
        above.push_back(add_buffer(net, out));
      }
      pins = std::move(above);
    }
  }

  int added() const { return added_; }

 private:
  // Bits of outputs by net. What stands behind the module splits a net of few.
  std::map<int, std::vector<Pin>> outputs() const {
    std::map<int, std::vector<Pin>> pins;
    for (const auto& [name, port] : ports_.items()) {
      if (port.value("direction", "") != "output") continue;
      for (std::size_t bit = 0; bit < port["bits"].size(); ++bit) {
        if (!port["bits"][bit].is_number()) continue;
        pins[port["bits"][bit].get<int>()].push_back({"", name, bit});
      }
    }
    return pins;
  }

  void move(const Pin& pin, int to) {
    if (!pin.cell.empty()) {
      cells_[pin.cell]["connections"][pin.port] = json::array({to});
      return;
    }
    ports_[pin.port]["bits"][pin.bit] = to;
    if (names_.contains(pin.port)) names_[pin.port]["bits"][pin.bit] = to;
  }

  Pin add_buffer(int in, int out) {
    const std::string name = "fan_out_" + std::to_string(added_++);
    cells_[name] = {
        {"hide_name", 0},
        {"type", library_.buffer},
        {"parameters", json::object()},
        {"attributes", json::object()},
        {"port_directions", {{library_.buffer_input, "input"}, {library_.buffer_output, "output"}}},
        {"connections", {{library_.buffer_input, {in}}, {library_.buffer_output, {out}}}}};
    names_[name + "_y"] = {{"hide_name", 0}, {"bits", {out}}, {"attributes", json::object()}};
    return {name, library_.buffer_input};
  }

  json& cells_;
  json& names_;
  json& ports_;
  const CellLibrary& library_;
  int most_;
  int next_net_ = 0;
  int added_ = 0;
};

}  // namespace

int split_fan_out(json& netlist, const std::string& top, const CellLibrary& library,
                  const std::string& clock, int most) {
  json& module = netlist["modules"][top];
  Splitter splitter(module, library, most);
  const json& ports = module["ports"];
  const int clock_net = ports.contains(clock) ? ports[clock]["bits"].at(0).get<int>() : -1;
  for (const auto& [net, pins] : splitter.sinks()) {
    if (net != clock_net) splitter.split(net, pins);
  }
  return splitter.added();
}

}  // namespace jacquard::synth
