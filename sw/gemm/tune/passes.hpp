// SPDX-License-Identifier: Apache-2.0
// The three products of a layer Y = X W, forward and backward, by which matrix stays (MeshSlice
// table 1).
#pragma once

#include <array>

#include "jacquard/gemm/layers.hpp"
#include "jacquard/gemm/request.hpp"

namespace jacquard::gemm {

enum class Stationary : std::uint8_t { y, x, w };
const char* name_of(Stationary stays);  // "y"

enum class Pass : std::uint8_t { forward, backward_data, backward_weight };
inline constexpr std::array<Pass, 3> kPasses = {Pass::forward, Pass::backward_data,
                                                Pass::backward_weight};
const char* name_of(Pass pass);  // "backward_data"

// How activations are stored: rows of tokens cut among rows of chips, or among columns.
enum class Layout : std::uint8_t { plain, transposed };

// A row of table 1, or that row with every matrix transposed and both directions swapped.
struct Choice {
  Stationary stays = Stationary::y;
  bool transposed = false;

  Layout input() const;   // of X and its gradient
  Layout output() const;  // of Y and its gradient

  friend bool operator==(const Choice& a, const Choice& b) {
    return a.stays == b.stays && a.transposed == b.transposed;
  }
};
inline constexpr std::array<Choice, 6> kChoices = {{{Stationary::y, false},
                                                    {Stationary::x, false},
                                                    {Stationary::w, false},
                                                    {Stationary::y, true},
                                                    {Stationary::x, true},
                                                    {Stationary::w, true}}};

// The product of a pass with one slice, by MeshSlice.
Request request_of(const Layer& layer, const Choice& choice, Pass pass, const Mesh& mesh);

// The largest of Y, X and W (MeshSlice s3.2.1); of equal ones X before Y before W, as the authors'
// tuner has it.
Stationary largest_of(const Layer& layer);

}  // namespace jacquard::gemm
