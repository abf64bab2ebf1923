// SPDX-License-Identifier: Apache-2.0
// Against sums by hand, on a library of two cells and round numbers.
#include "sim/synth/power.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"

using namespace jacquard::synth;

namespace {

std::string library_text(const std::string& inverter_power, const std::string& more = "") {
  return R"(library (two) {
  time_unit : "1ns"; nom_voltage : 2; leakage_power_unit : "1nW"; capacitive_load_unit (1, pf);
  power_lut_template (of_input) { variable_1 : input_transition_time; index_1 ("0, 1"); }
  cell (FF) {
    cell_leakage_power : 5;
    ff (IQ, IQN) { clocked_on : "CLK"; next_state : "D"; }
    pin (CLK) { direction : input; capacitance : 0.02; internal_power () {
      rise_power (of_input) { values ("0.1, 9"); } fall_power (of_input) { values ("0.05, 9"); } } }
    pin (D) { direction : input; capacitance : 0.01; }
    pin (Q) { direction : output; internal_power () { related_pin : "CLK";
      rise_power (scalar) { values ("0.06"); } fall_power (scalar) { values ("0.04"); } } }
  })" + more +
         R"(
  cell (INV) {
    leakage_power () { when : "A"; value : 3; } leakage_power () { when : "!A"; value : 1; }
    pin (A) { direction : input; capacitance : 0.01; }
    pin (Y) { direction : output; )" +
         inverter_power + R"( }
  }
})";
}

const std::string kInverter = R"(internal_power () { related_pin : "A";
  rise_power (scalar) { values ("0.004"); } fall_power (scalar) { values ("0.002"); } })";

// d (net 2) into a flip-flop, an inverter, and a flip-flop out to q; the clock is net 1.
Netlist two_registers() {
  Netlist netlist;
  netlist.inputs = {{"clk", 1}, {"d", 2}};
  netlist.outputs = {{"q", 5}};
  netlist.cells = {{"FF", {{"CLK", 1}, {"D", 2}}, {{"Q", 3}}},
                   {"INV", {{"A", 3}}, {{"Y", 4}}},
                   {"FF", {{"CLK", 1}, {"D", 4}}, {{"Q", 5}}}};
  return netlist;
}

// Each but the clock toggles in 40 of 100 clocks.
const Activity kActivity{100, {{1, 200}, {2, 40}, {3, 40}, {4, 40}, {5, 40}}};

PowerPerGhz power_with(const std::string& library) {
  return power_of(two_registers(), library_power(library), kActivity, {{3, 0.5}, {4, 0.5}}, 1,
                  0.05);
}

}  // namespace

TEST_CASE("two registers and an inverter take C V^2 alpha, their energies and their leakage") {
  const PowerPerGhz power = power_with(library_text(kInverter));
  // V^2/2 = 2. Pins: the inverter's and the second flip-flop's D .01 each, the output .05, at .4
  // toggles; two clock pins of .02 at 2. What drives d pays for the first D.
  CHECK(*power.switching_pj == Approx(2 * (0.01 + 0.01 + 0.05) * 0.4 + 2 * 0.04 * 2));
  // A rise and a fall of the clock, at its ideal slew, in each flip-flop; Q and Y at .4 toggles.
  CHECK(*power.internal_pj == Approx(2 * (0.1 + 0.05) + 2 * 0.4 * 0.05 + 0.4 * 0.003));
  CHECK(*power.clock_pj == Approx(2 * (0.1 + 0.05) + 2 * 0.04 * 2));
  CHECK(*power.leakage_mw == Approx((5 + 5 + 2) * 1e-6));
  CHECK(power.unknown.empty());
}

TEST_CASE("what the library does not say of power is not known, nor 0") {
  const PowerPerGhz power = power_with(library_text(""));
  CHECK_FALSE(power.internal_pj);
  CHECK_FALSE(power.clock_pj);
  CHECK(power.switching_pj);
  CHECK(power.leakage_mw);
  CHECK(power.unknown == "internal_power of INV");
  std::string silent = library_text(kInverter);
  silent.replace(silent.find("cell_leakage_power : 5;"), 23, "");
  silent.replace(silent.find("nom_voltage : 2;"), 16, "");
  const PowerPerGhz less = power_with(silent);
  CHECK_FALSE(less.leakage_mw);
  CHECK_FALSE(less.switching_pj);
  CHECK(less.unknown == "leakage power of FF, nom_voltage of the library");
}

TEST_CASE("energies are linear between the points of a table, in units of the library") {
  const std::string text = R"(library (one) {
  time_unit : "10ps"; capacitive_load_unit (1, ff); nom_voltage : 1;
  power_lut_template (t) { variable_1 : total_output_net_capacitance;
    variable_2 : input_transition_time; }
  cell (BUF) { pg_pin (VSS) { pg_type : primary_ground; }
    pin (Y) { direction : output;
      internal_power () { related_pg_pin : VSS; power (scalar) { values ("99"); } }
      internal_power () { related_pin : "A B"; rise_power (t) {
        index_1 ("10, 30"); index_2 ("1, 3, 5"); values ("1, 2, 3", "11, 12, 13"); } } } } })";
  const LibraryPower library = library_power(text);
  const auto& edges = library.cells.at("BUF").pins.at("Y").edges;
  REQUIRE(edges.size() == 1);
  CHECK(edges[0].related == std::vector<std::string>{"A", "B"});
  // 20 fF is half way down, 40 ps half way from 3 to 5; values are femtojoules.
  CHECK(edges[0].rise.at(0.04, 0.02) == Approx(7.5e-3));
  CHECK(edges[0].rise.at(0.001, 0.001) == Approx(1e-3));
  CHECK(edges[0].rise.at(9, 9) == Approx(13e-3));
  CHECK(edges[0].fall.at(0.04, 0.02) == 0);
  const std::string odd = R"(library (one) { time_unit : "1ns"; power_lut_template (t) {
    variable_1 : input_transition_time; } cell (C) { pin (Y) { internal_power () {
    rise_power (t) { index_1 ("1, 2"); values ("1, 2, 3"); } } } } })";
  CHECK_THROWS_AS(library_power(odd), jacquard::base::ConfigError);
}

TEST_CASE("an edge of an output takes the energy of the input that toggles more") {
  const std::string text = R"(library (one) { nom_voltage : 1; capacitive_load_unit (1, pf);
  cell (AND) { cell_leakage_power : 0; pin (A) { direction : input; } pin (B) { direction : input;
      internal_power () { power (scalar) { values ("8"); } } }
    pin (Y) { direction : output;
      internal_power () { related_pin : "A"; power (scalar) { values ("1"); } }
      internal_power () { related_pin : "B"; power (scalar) { values ("5"); } } } } })";
  Netlist netlist;
  netlist.cells = {{"AND", {{"A", 1}, {"B", 2}}, {{"Y", 3}}}};
  const auto internal = [&](std::map<int, std::int64_t> toggles) {
    return *power_of(netlist, library_power(text), {10, std::move(toggles)}, {}, 9, 0).internal_pj;
  };
  // Of four edges of the inputs two are followed by the output: half of B's is its own.
  CHECK(internal({{1, 3}, {2, 1}, {3, 2}}) ==
        Approx(0.2 * (3 * 1 + 1 * 5) / 4.0 + 0.1 * 8 * (1 - 2 / 4.0)));
  CHECK(internal({{1, 2}, {3, 2}}) == Approx(0.2 * 1));
  CHECK(internal({}) == 0);
}
