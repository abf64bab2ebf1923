// SPDX-License-Identifier: Apache-2.0
// What placing and routing need of a library's LEF.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace jacquard::synth {

struct LefPoint {
  double x_um = 0, y_um = 0;
};

struct LefCell {
  double width_um = 0, height_um = 0;
  std::map<std::string, LefPoint> pins;  // the middle of a pin's first shape, from the lower left
};

struct LefLayer {
  std::string name;
  bool is_vertical = false;
  double pitch_um = 0;
  double pf_per_um = 0;  // of a wire of least width: its area's and both its edges'
};

struct Lef {
  std::vector<LefLayer> layers;  // that route, from the lowest on
  std::map<std::string, LefCell> cells;

  // Throws ConfigError if there is none of that name.
  const LefCell& cell(const std::string& name) const;
};

// Throws ConfigError at the first number that is none, and where there are no layers that route.
Lef read_lef(const std::string& text, const std::string& source);

}  // namespace jacquard::synth
