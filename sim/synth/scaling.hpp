// SPDX-License-Identifier: Apache-2.0
// From 180 nm to 16 nm, as a range. Stillmaker & Baas, Integration 58 (2017): area by 99, delay by
// 6.8 (low power, .8 V) to 11.75 (high performance, .8 V). What a cell netlist leaves out is added
// as a guard band: wires lengthen the clock by 1.5 to 2; routing fills 80 to 50 % of the area with
// cells.
#pragma once

namespace jacquard::synth {

struct Range {
  double low = 0;
  double high = 0;
};

inline constexpr int kScaledFrom = 180;  // nm
inline constexpr double kAreaShrink = 99;
inline constexpr double kFastest = 11.75, kSlowest = 6.8;
inline constexpr double kLeastWires = 1.5, kMostWires = 2;
inline constexpr double kMostFilled = 0.8, kLeastFilled = 0.5;

inline Range clock_16nm_ns(double clock_180nm_ns) {
  return {clock_180nm_ns / kFastest * kLeastWires, clock_180nm_ns / kSlowest * kMostWires};
}

inline Range area_16nm_mm2(double area_180nm_um2) {
  const double cells_mm2 = area_180nm_um2 * 1e-6 / kAreaShrink;
  return {cells_mm2 / kMostFilled, cells_mm2 / kLeastFilled};
}

inline constexpr const char* kAssumptions =
    "Standard cells, buffered; no wires, no clock tree; inputs and outputs registered outside. "
    "No place and route was done.";
inline constexpr const char* kPlacedAssumptions =
    "Placed: rows that touch, all layers; wires have their LEF's capacitance and no resistance; no "
    "clock tree, no cell resized.";

inline constexpr const char* kScaling =
    "16 nm: area / 99, delay / 6.8 (hi) to 11.75 (lo), Stillmaker & Baas 2017; wires lengthen the "
    "clock by 2 (hi) to 1.5 (lo); cells fill 50 % (hi) to 80 % (lo) of the area.";

}  // namespace jacquard::synth
