// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/layout.hpp"

#include "jacquard/base/file.hpp"
#include "sim/synth/routing.hpp"

namespace jacquard::synth {

Layout lay_out(const Netlist& netlist, const Cells& cells, const std::string& folder) {
  const std::string lef_path = "cells.lef";
  base::write_file(folder + "/" + lef_path, cells.lef);
  const Lef lef = read_lef(cells.lef, cells.library.lef);
  const Placement placement = place(netlist, lef, cells.graywolf, folder);
  constexpr double per_um2 = static_cast<double>(kPerMicron) * kPerMicron;
  Layout layout;
  layout.core_um2 = placement.width * static_cast<double>(placement.height) / per_um2;
  double cells_um2 = 0;
  for (const NetlistCell& cell : netlist.cells) {
    const LefCell& shape = lef.cell(cell.type);
    cells_um2 += shape.width_um * shape.height_um;
  }
  layout.utilisation = cells_um2 / layout.core_um2;
  std::map<std::string, double> pf_per_um;
  for (const LefLayer& layer : lef.layers) pf_per_um[layer.name] = layer.pf_per_um;
  for (const auto& [net, lengths] : route(netlist, placement, lef, lef_path, folder)) {
    for (const auto& [layer, um] : lengths) {
      layout.wire_um += um;
      layout.wire_pf[net] += um * pf_per_um.at(layer);
    }
  }
  return layout;
}

}  // namespace jacquard::synth
