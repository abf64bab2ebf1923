// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/split_fan_out.hpp"

#include <catch2/catch.hpp>
#include <map>

using jacquard::synth::CellLibrary;
using jacquard::synth::split_fan_out;
using nlohmann::json;

namespace {

CellLibrary with_buffer(const char* input, const char* output) {
  CellLibrary library;
  library.buffer = "BUFX4";
  library.buffer_input = input;
  library.buffer_output = output;
  return library;
}

constexpr int kClockNet = 2, kBusyNet = 3, kQuietNet = 4;

// A clock to 30 pins, a net to 100 and a net to 12.
json netlist() {
  json cells;
  const auto sink = [&](const std::string& name, int net) {
    cells[name] = {{"type", "INVX1"},
                   {"port_directions", {{"A", "input"}, {"Y", "output"}}},
                   {"connections", {{"A", {net}}, {"Y", {"x"}}}}};
  };
  for (int i = 0; i < 30; ++i) sink("clocked" + std::to_string(i), kClockNet);
  for (int i = 0; i < 100; ++i) sink("busy" + std::to_string(i), kBusyNet);
  for (int i = 0; i < 12; ++i) sink("quiet" + std::to_string(i), kQuietNet);
  json names;
  for (const int net : {kClockNet, kBusyNet, kQuietNet}) {
    names["n" + std::to_string(net)] = {{"bits", {net}}};
  }
  json top{{"cells", cells}, {"netnames", names}, {"ports", {{"clk_i", {{"bits", {kClockNet}}}}}}};
  return {{"modules", {{"top", top}}}};
}

}  // namespace

TEST_CASE(
    "no net but the clock's drives more than the limit, and every pin still sees its source") {
  json split = netlist();
  const int added = split_fan_out(split, "top", with_buffer("I", "Z"), "clk_i", 12);
  const json& cells = split["modules"]["top"]["cells"];
  CHECK(cells.size() == 142 + static_cast<std::size_t>(added));
  // ceil(100 / 12) = 9 buffers, which one source can drive.
  CHECK(added == 9);

  std::map<int, int> loads;
  std::map<int, int> source;  // of a buffer's output
  for (const json& cell : cells) {
    const bool buffers = cell["type"] == "BUFX4";
    const int from = cell["connections"][buffers ? "I" : "A"][0].get<int>();
    ++loads[from];
    if (buffers) source[cell["connections"]["Z"][0].get<int>()] = from;
  }
  for (const auto& [net, count] : loads) {
    if (net == kClockNet) {
      CHECK(count == 30);
    } else {
      CHECK(count <= 12);
    }
  }
  for (const auto& [name, cell] : cells.items()) {
    if (name.rfind("busy", 0) != 0) continue;
    int net = cell["connections"]["A"][0].get<int>();
    while (source.count(net) > 0) net = source[net];
    CHECK(net == kBusyNet);
  }
}

TEST_CASE("a register that drives many outputs drives them through buffers, each output its own") {
  json bits = json::array();
  for (int i = 0; i < 40; ++i) bits.push_back(kBusyNet);
  json module{{"cells", json::object()},
              {"netnames", {{"match_o", {{"bits", bits}}}}},
              {"ports", {{"match_o", {{"direction", "output"}, {"bits", bits}}}}}};
  json split{{"modules", {{"top", module}}}};
  CHECK(split_fan_out(split, "top", with_buffer("A", "Y"), "clk_i", 12) ==
        4);  // of ten outputs each
  const json& top = split["modules"]["top"];
  CHECK(top["ports"]["match_o"]["bits"] == top["netnames"]["match_o"]["bits"]);
  std::map<int, int> loads;
  for (const json& bit : top["ports"]["match_o"]["bits"]) ++loads[bit.get<int>()];
  CHECK(loads.size() == 4);
  for (const auto& [net, count] : loads) CHECK(count == 10);
  for (const json& cell : top["cells"]) CHECK(cell["connections"]["A"] == json::array({kBusyNet}));
}
