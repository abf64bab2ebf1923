// SPDX-License-Identifier: Apache-2.0
// Measured times of one layer's attention: decodes alone, prompts alone, and both in one kernel.
#pragma once

#include <vector>

#include "jacquard/serve/profile/curve.hpp"
#include "jacquard/serve/profile/grid.hpp"
#include "jacquard/serve/step.hpp"

namespace jacquard::serve {

class AttentionProfile {
 public:
  struct Row {
    double chunk = 0;   // tokens of the one prompt; 0: none
    double before = 0;  // tokens cached before the chunk
    double decodes = 0;
    double context = 0;  // mean, of each decoding sequence
    double us = 0;
  };
  // Points that a grid lacks are filled from those that it has. Throws nothing: the reader has
  // checked that there are decodes alone.
  explicit AttentionProfile(const std::vector<Row>& rows);

  double us(const StepLoad& load) const;

 private:
  double prompt_us(double chunk, double before, double decodes, double context) const;

  Grid<2> decodes_;  // decodes, context
  Grid<2> prompts_;  // chunk, before
  Grid<4> mixed_;    // chunk, before, decodes, context
};

}  // namespace jacquard::serve
