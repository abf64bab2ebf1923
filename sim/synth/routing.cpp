// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/routing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <sstream>
#include <utility>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/tool/process.hpp"

namespace jacquard::synth {
namespace {

constexpr int kMostCpuSeconds = 3600;
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

constexpr const char* kRoute = R"(verbose 1
read_lef {lef}
vdd vdd
gnd gnd
read_def {name}.def
qrouter::standard_route {name}_route.def false
quit
)";

// The area that wires may use: the rows and all ports, in whole tracks.
struct Die {
  int left, bottom, right, top;
};

int down_to(int value, int step) {
  return value >= 0 ? value / step * step : -((-value + step - 1) / step * step);
}

std::string tracks_text(const Lef& lef, const Die& die) {
  std::string text;
  for (const LefLayer& layer : lef.layers) {
    const int pitch = in_units(layer.pitch_um);
    const int from = layer.is_vertical ? die.left : die.bottom;
    const int to = layer.is_vertical ? die.right : die.top;
    text += fmt::format("TRACKS {} {} DO {} STEP {} LAYER {} ;\n", layer.is_vertical ? "X" : "Y",
                        from + pitch / 2, (to - from) / pitch, pitch, layer.name);
  }
  return text;
}

// Each on a crossing of tracks of its own: the placer's are rounded, and may be on one.
std::string ports_text(const Placement& placement, const Lef& lef, int pitch_x, int pitch_y) {
  const auto layer = [&](bool vertical) {  // the second of its direction, but for the vertical one
    const LefLayer* found = nullptr;
    int of_direction = 0;
    for (const LefLayer& l : lef.layers) {
      if (l.is_vertical != vertical) continue;
      found = &l;
      if (++of_direction == (vertical ? 1 : 2)) break;
    }
    return found->name;
  };
  const std::string across = layer(false), along = layer(true);
  std::set<std::pair<int, int>> used;
  std::string text = fmt::format("PINS {} ;\n", placement.ports.size());
  for (const PlacedPort& port : placement.ports) {
    int x = down_to(port.x, pitch_x) + pitch_x / 2, y = down_to(port.y, pitch_y) + pitch_y / 2;
    while (!used.emplace(x, y).second) (port.at_side ? y += pitch_y : x += pitch_x);
    text += fmt::format("- n{0} + NET n{0} + LAYER {1} ( 0 0 ) ( 1 1 ) + PLACED ( {2} {3} ) N ;\n",
                        port.net, port.at_side ? across : along, x, y);
  }
  return text + "END PINS\n";
}

// What a net connects, as DEF has it, and how many.
struct Ends {
  std::string text;
  int count = 0;

  void add(const std::string& end) {
    text += " ( " + end + " )";
    ++count;
  }
};

std::map<int, Ends> ends_of(const Netlist& netlist, const Placement& placement) {
  std::map<int, Ends> ends;
  for (std::size_t k = 0; k < netlist.cells.size(); ++k) {
    for (const auto* pins : {&netlist.cells[k].inputs, &netlist.cells[k].outputs}) {
      for (const auto& [pin, net] : *pins) {
        if (net >= 0) ends[net].add(fmt::format("c{} {}", k, pin));
      }
    }
  }
  for (const PlacedPort& port : placement.ports) {
    ends[port.net].add(fmt::format("PIN n{}", port.net));
  }
  return ends;
}

// A net's name is alone on its line: else qrouter copies the net, and leaves its wires out.
std::string nets_text(const std::map<int, Ends>& ends) {
  std::string text = fmt::format("NETS {} ;\n", ends.size());
  for (const auto& [net, to] : ends) text += fmt::format("- n{}\n {} ;\n", net, to.text);
  return text + "END NETS\nEND DESIGN\n";
}

std::string def_of(const Netlist& netlist, const Placement& placement, const Lef& lef,
                   const std::map<int, Ends>& ends) {
  int pitch_x = 0, pitch_y = 0;
  for (const LefLayer& layer : lef.layers) {
    int& pitch = layer.is_vertical ? pitch_x : pitch_y;
    if (pitch == 0) pitch = in_units(layer.pitch_um);
  }
  Die die{0, 0, placement.width, placement.height};
  for (const PlacedPort& port : placement.ports) {
    die = {std::min(die.left, port.x), std::min(die.bottom, port.y), std::max(die.right, port.x),
           std::max(die.top, port.y)};
  }
  constexpr int margin = 3;  // tracks
  die = {down_to(die.left - margin * pitch_x, pitch_x),
         down_to(die.bottom - margin * pitch_y, pitch_y),
         down_to(die.right + margin * pitch_x, pitch_x),
         down_to(die.top + margin * pitch_y, pitch_y)};
  std::string text = fmt::format(
      "VERSION 5.6 ;\nNAMESCASESENSITIVE ON ;\nDIVIDERCHAR \"/\" ;\nBUSBITCHARS \"[]\" ;\n"
      "DESIGN {} ;\nUNITS DISTANCE MICRONS {} ;\nDIEAREA ( {} {} ) ( {} {} ) ;\n",
      kPlacedName, kPerMicron, die.left, die.bottom, die.right, die.top);
  text += tracks_text(lef, die);
  text += fmt::format("COMPONENTS {} ;\n", placement.cells.size());
  for (std::size_t k = 0; k < placement.cells.size(); ++k) {
    const PlacedCell& cell = placement.cells[k];
    text += fmt::format("- c{} {} + PLACED ( {} {} ) {} ;\n", k, netlist.cells[k].type, cell.x,
                        cell.y, cell.orientation);
  }
  return text + "END COMPONENTS\n" + ports_text(placement, lef, pitch_x, pitch_y) + nets_text(ends);
}

void require_routed(const tool::ProcessResult& ran) {
  if (ran.exit_code == 0 && ran.output.find("Final: No failed routes") != std::string::npos) {
    return;
  }
  const std::size_t at = ran.output.rfind("Final:");
  const std::string said = at == std::string::npos
                               ? fmt::format("exit code {}", ran.exit_code)
                               : ran.output.substr(at, ran.output.find('\n', at) - at);
  throw base::ConfigError({"qrouter", "", "a route for every net", said, ""});
}

}  // namespace

std::map<int, WireLengths> wire_lengths(const std::string& def) {
  std::map<int, WireLengths> all;
  const std::size_t begin = def.find("\nNETS ");
  if (begin == std::string::npos) return all;
  std::istringstream words(def.substr(begin, def.find("END NETS") - begin));
  std::string word, layer;
  int net = -1, x = 0, y = 0;
  bool first = true;  // point of a wire
  while (words >> word) {
    if (word == "-") {
      words >> word;
      net = std::atoi(word.c_str() + 1);
      layer.clear();
    } else if (word == "ROUTED" || word == "NEW") {
      words >> layer;
      all[net];  // vias alone are a route too
      first = true;
    } else if (word == "(" && !layer.empty()) {  // before it come the net's pins
      std::string to_x, to_y;
      words >> to_x >> to_y;
      const int next_x = to_x == "*" ? x : std::atoi(to_x.c_str());
      const int next_y = to_y == "*" ? y : std::atoi(to_y.c_str());
      if (!first) {
        all[net][layer] +=
            (std::abs(next_x - x) + std::abs(next_y - y)) / static_cast<double>(kPerMicron);
      }
      x = next_x;
      y = next_y;
      first = false;
    }
  }
  return all;
}

std::map<int, WireLengths> route(const Netlist& netlist, const Placement& placement, const Lef& lef,
                                 const std::string& lef_path, const std::string& folder) {
  const std::string base = folder + "/" + kPlacedName;
  const std::map<int, Ends> ends = ends_of(netlist, placement);
  base::write_file(base + ".def", def_of(netlist, placement, lef, ends));
  base::write_file(folder + "/route.tcl",
                   fmt::format(kRoute, fmt::arg("lef", lef_path), fmt::arg("name", kPlacedName)));
  require_routed(
      tool::run_process({"qrouter", "-nog", "-s", "route.tcl"}, folder, kMostCpuSeconds));
  std::map<int, WireLengths> lengths =
      wire_lengths(base::read_file(base + "_route.def", kMostBytes));
  for (const auto& [net, to] : ends) {
    if (to.count < 2 || lengths.count(net) > 0) continue;
    throw base::ConfigError({"qrouter", "", "wires of every net in its DEF",
                             fmt::format("none of n{}:{}", net, to.text), ""});
  }
  return lengths;
}

}  // namespace jacquard::synth
