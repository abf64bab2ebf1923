// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/power.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace jacquard::synth {
namespace {

double found(const std::map<int, double>& values, int net) {
  const auto at = values.find(net);
  return at == values.end() ? 0 : at->second;
}

class Summing {
 public:
  Summing(const LibraryPower& library, const Activity& activity,
          const std::map<int, double>& slew_ns, const std::map<int, double>& load_pf)
      : library_(library), activity_(activity), slew_ns_(slew_ns), load_pf_(load_pf) {}

  // Toggles a clock.
  double rate(int net) const {
    const auto at = activity_.toggles.find(net);
    if (at == activity_.toggles.end()) return 0;
    return static_cast<double>(at->second) / static_cast<double>(activity_.clocks);
  }

  double internal_pj(const NetlistCell& cell, const CellPower& power) const {
    double sum = 0, caused = 0, causes = 0;
    for (const auto& [pin, net] : cell.outputs) {
      caused += rate(net);
      sum += rate(net) * output_pj(cell, power.pins.at(pin), net);
    }
    for (const auto& [pin, net] : cell.inputs) causes += rate(net);
    // Of a gate's inputs only edges that nothing follows are their own.
    const double own = power.is_register || causes == 0 ? 1 : std::max(0.0, 1 - caused / causes);
    for (const auto& [pin, net] : cell.inputs) sum += own * rate(net) * pin_pj(cell, pin, net);
    return sum;
  }

  // The mean of a rise and a fall of an input.
  double pin_pj(const NetlistCell& cell, const std::string& pin, int net) const {
    const std::vector<EdgeEnergy>& edges = library_.cells.at(cell.type).pins.at(pin).edges;
    double sum = 0;
    for (const EdgeEnergy& edge : edges) sum += mean(edge, found(slew_ns_, net), 0);
    return edges.empty() ? 0 : sum / static_cast<double>(edges.size());
  }

 private:
  static double mean(const EdgeEnergy& edge, double slew_ns, double load_pf) {
    return (edge.rise.at(slew_ns, load_pf) + edge.fall.at(slew_ns, load_pf)) / 2;
  }

  double output_pj(const NetlistCell& cell, const PinPower& pin, int net) const {
    const double load = found(load_pf_, net);
    double sum = 0, weights = 0, plain = 0;
    for (const EdgeEnergy& edge : pin.edges) {
      double weight = 0, slew = 0;
      for (const std::string& related : edge.related) {
        const auto input = cell.inputs.find(related);
        if (input == cell.inputs.end()) continue;
        weight += rate(input->second);
        slew = std::max(slew, found(slew_ns_, input->second));
      }
      const double energy = mean(edge, slew, load);
      sum += weight * energy;
      weights += weight;
      plain += energy;
    }
    if (pin.edges.empty()) return 0;
    return weights > 0 ? sum / weights : plain / static_cast<double>(pin.edges.size());
  }

  const LibraryPower& library_;
  const Activity& activity_;
  const std::map<int, double>& slew_ns_;
  const std::map<int, double>& load_pf_;
};

std::map<int, double> loads_of(const Netlist& netlist, const LibraryPower& library,
                               double output_pf) {
  std::map<int, double> loads;
  for (const NetlistCell& cell : netlist.cells) {
    const CellPower& power = library.cells.at(cell.type);
    for (const auto& [pin, net] : cell.inputs) loads[net] += power.pins.at(pin).capacitance_pf;
  }
  for (const auto& [port, net] : netlist.outputs) loads[net] += output_pf;
  return loads;
}

}  // namespace

PowerPerGhz power_of(const Netlist& netlist, const LibraryPower& library, const Activity& activity,
                     const std::map<int, double>& slew_ns, int clock, double load_pf) {
  const std::map<int, double> loads = loads_of(netlist, library, load_pf);
  const Summing summing(library, activity, slew_ns, loads);
  double internal = 0, switching = 0, of_clock = 0, leakage = 0;
  PowerPerGhz result;
  bool has_energies = true, has_leakage = true;
  const auto lacks = [&](bool& has, const char* what, const std::string& cell) {
    if (has) {
      result.unknown += fmt::format("{}{} of {}", result.unknown.empty() ? "" : ", ", what, cell);
    }
    has = false;
  };
  const double edge_pj = library.volts.value_or(0) * library.volts.value_or(0) / 2;
  for (const NetlistCell& cell : netlist.cells) {
    const CellPower& power = library.cells.at(cell.type);
    if (!power.has_energies()) lacks(has_energies, "internal_power", cell.type);
    if (!power.leakage_mw) lacks(has_leakage, "leakage power", cell.type);
    internal += summing.internal_pj(cell, power);
    leakage += power.leakage_mw.value_or(0);
    for (const auto& [pin, net] : cell.outputs) {
      switching += edge_pj * found(loads, net) * summing.rate(net);
    }
    for (const auto& [pin, net] : cell.inputs) {
      if (net == clock) of_clock += summing.rate(net) * summing.pin_pj(cell, pin, net);
    }
  }
  const double clock_net = edge_pj * found(loads, clock) * summing.rate(clock);
  bool has_volts = true;
  if (!library.volts) lacks(has_volts, "nom_voltage", "the library");
  if (has_energies) result.internal_pj = internal;
  if (has_volts) result.switching_pj = switching + clock_net;
  if (has_energies && has_volts) result.clock_pj = of_clock + clock_net;
  if (has_leakage) result.leakage_mw = leakage;
  return result;
}

}  // namespace jacquard::synth
