// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>
#include <sstream>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/tool/process.hpp"

namespace jacquard::synth {
namespace {

constexpr int kMostCpuSeconds = 3600;
constexpr const char* kPort = "twpin_";  // graywolf's prefix of what is no cell

// Tracks across and along rows: graywolf may lead a wire over a cell at each.
struct Pitch {
  int x, y;
};
Pitch pitch_of(const Lef& lef) {
  Pitch pitch{0, 0};
  for (const LefLayer& layer : lef.layers) {
    int& lowest = layer.is_vertical ? pitch.x : pitch.y;
    if (lowest == 0) lowest = in_units(layer.pitch_um);
  }
  if (pitch.x == 0 || pitch.y == 0) {
    throw base::ConfigError({"LEF", "", "layers of both directions", "one", ""});
  }
  return pitch;
}

// The middle of a cell is its origin here.
std::string cell_text(const NetlistCell& cell, std::size_t number, const Lef& lef, Pitch pitch) {
  const LefCell& shape = lef.cell(cell.type);
  const int width = in_units(shape.width_um), height = in_units(shape.height_um);
  const int left = -(width / 2), bottom = -(height / 2);
  std::string text = fmt::format("cell {} c{}\nleft {} right {} bottom {} top {}\n", number + 1,
                                 number, left, left + width, bottom, bottom + height);
  for (int x = left + pitch.x / 2, k = 1; x < left + width; x += pitch.x, ++k) {
    text += fmt::format(
        "pin name twfeed{0} signal TW_PASS_THRU layer 1 {1} {2}\n"
        "   equiv name twfeed{0} layer 1 {1} {3}\n",
        k, x, bottom, bottom + height);
  }
  for (const auto* pins : {&cell.inputs, &cell.outputs}) {
    for (const auto& [pin, net] : *pins) {
      if (net < 0) continue;  // a constant is no wire
      const auto at = shape.pins.find(pin);
      if (at == shape.pins.end()) {
        throw base::ConfigError({"LEF", "", "pin " + pin + " of " + cell.type, "none", ""});
      }
      text += fmt::format("pin name {} signal n{} layer 1 {} {}\n", pin, net,
                          in_units(at->second.x_um) + left, in_units(at->second.y_um) + bottom);
    }
  }
  return text;
}

std::string port_texts(const Netlist& netlist, Pitch pitch) {
  std::string text;
  std::set<int> known;
  const int x = pitch.x / 2, y = pitch.y / 2;
  for (const auto* ports : {&netlist.inputs, &netlist.outputs}) {
    for (const auto& [name, net] : *ports) {
      if (net < 0 || !known.insert(net).second) continue;
      text += fmt::format(
          "pad {0} name {1}n{2}\ncorners 4 -{3} -{4} -{3} {4} {3} {4} {3} -{4}\n"
          "pin name n{2} signal n{2} layer 1 0 0\n\n",
          known.size(), kPort, net, x, y);
    }
  }
  return text;
}

// A line of the placer's result: name, corners, orientation, row (below 0 of a port: its side).
struct PlacedBox {
  std::string name;
  int left = 0, bottom = 0, right = 0, top = 0, orientation = 0, row = 0;
  bool is_port() const { return name.rfind(kPort, 0) == 0; }
  bool is_cell() const { return name.size() > 1 && name[0] == 'c'; }
};

std::vector<PlacedBox> read_boxes(const std::string& text) {
  std::vector<PlacedBox> boxes;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    PlacedBox box;
    if (words >> box.name >> box.left >> box.bottom >> box.right >> box.top >> box.orientation >>
        box.row) {
      boxes.push_back(std::move(box));
    }
  }
  return boxes;
}

Placement placement_of(const std::vector<PlacedBox>& boxes, std::size_t cells) {
  const char* const orientations[] = {"N", "FS", "FN", "S"};
  constexpr int unset = std::numeric_limits<int>::max();
  Placement result;
  result.cells.resize(cells);
  int left = unset, bottom = unset, right = -unset, top = -unset;
  for (const PlacedBox& box : boxes) {
    if (box.is_port()) continue;
    left = std::min(left, box.left);
    bottom = std::min(bottom, box.bottom);
    right = std::max(right, box.right);
    top = std::max(top, box.top);
  }
  std::size_t placed = 0;
  for (const PlacedBox& box : boxes) {
    if (box.is_port()) {
      const int net = std::atoi(box.name.c_str() + std::char_traits<char>::length(kPort) + 1);
      result.ports.push_back({net, (box.left + box.right) / 2 - left,
                              (box.bottom + box.top) / 2 - bottom, box.row == -1 || box.row == -2});
    } else if (box.is_cell()) {
      const auto number = static_cast<std::size_t>(std::atoi(box.name.c_str() + 1));
      if (number >= cells || box.orientation < 0 || box.orientation > 3) continue;
      result.cells[number] = {box.left - left, box.bottom - bottom, orientations[box.orientation]};
      ++placed;
    }
  }
  if (placed != cells) {
    throw base::ConfigError({"graywolf", "", fmt::format("a place for each of {} cells", cells),
                             fmt::format("{} places", placed), ""});
  }
  result.width = right - left;
  result.height = top - bottom;
  return result;
}

}  // namespace

Placement place(const Netlist& netlist, const Lef& lef, const std::string& parameters,
                const std::string& folder) {
  const Pitch pitch = pitch_of(lef);
  std::string text;
  for (std::size_t k = 0; k < netlist.cells.size(); ++k) {
    text += cell_text(netlist.cells[k], k, lef, pitch);
  }
  const std::string base = folder + "/" + kPlacedName;
  base::write_file(base + ".cel", text + port_texts(netlist, pitch));
  base::write_file(base + ".par", parameters);
  const tool::ProcessResult ran =
      tool::run_process({"graywolf", "-n", kPlacedName}, folder, kMostCpuSeconds);
  std::string places;
  if (ran.exit_code == 0) places = base::read_file(base + ".pl1", std::size_t{1} << 30);
  if (ran.exit_code != 0) {
    const std::size_t end = ran.output.find_last_not_of('\n');
    const std::size_t begin = ran.output.rfind('\n', end);
    throw base::ConfigError({"graywolf", "", "to place the netlist",
                             ran.output.substr(begin + 1, end - begin),
                             fmt::format("exit code {}", ran.exit_code)});
  }
  return placement_of(read_boxes(places), netlist.cells.size());
}

}  // namespace jacquard::synth
