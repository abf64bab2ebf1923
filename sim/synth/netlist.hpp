// SPDX-License-Identifier: Apache-2.0
// A mapped module as cells and nets of one bit.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace jacquard::synth {

// A net's number; below 0 a constant.
inline constexpr int kZero = -1, kOne = -2;

struct NetlistCell {
  std::string type;
  std::map<std::string, int> inputs, outputs;  // nets by pin
};

struct Netlist {
  std::map<std::string, int> inputs, outputs;  // nets by bit of a port, "row[3]"
  std::vector<NetlistCell> cells;
};

// Of what Yosys' write_json gives of module `top`, ports split into bits.
Netlist netlist_of(const nlohmann::json& netlist, const std::string& top);

// As Verilog, a module `device` whose nets and ports are n and their number, its cells c and their
// place. A port that shares its net with an earlier one is left out.
std::string verilog_of(const Netlist& netlist);

}  // namespace jacquard::synth
