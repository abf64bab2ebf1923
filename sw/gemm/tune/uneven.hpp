// SPDX-License-Identifier: Apache-2.0
// MeshSlice with slices of different sizes: a short first slice shortens the prologue, a short last
// one the epilogue. A closed form alone: no program cuts matrices so.
#pragma once

#include <optional>
#include <vector>

#include "jacquard/gemm/chip.hpp"
#include "jacquard/gemm/mesh_network.hpp"
#include "jacquard/gemm/request.hpp"

namespace jacquard::gemm {

// The loop as three stations in a row, by the linear model (MeshSlice s3.2.2): gathers, products,
// scatters. Each slice passes them in order, each station takes one slice at a time. Seconds.
struct Pipeline {
  struct Link {
    bool scatters = false;
    double of_slice = 0;  // launch and synchronisations
    double of_unit = 0;   // a unit's bytes
  };
  std::array<Link, 2> links;  // by Direction; of a direction of one chip all is 0
  double product = 0;         // of a unit

  // Slices of so many units each, one after the other.
  double time(const std::vector<int>& slices) const;
};

// A meshslice request cut into so many units. Requires a legal request.
Pipeline pipeline_of(const Request& request, const Chip& chip, const MeshNetwork& network,
                     int units);

struct Uneven {
  int units = 1;
  std::vector<int> slices;  // units of each
  base::Seconds time{0};
};

// The fastest of all 2^(units - 1) ways to cut a request: `units` is the largest legal slice count
// up to 48.
Uneven best_uneven(const Request& request, const Chip& chip, const MeshNetwork& network);

}  // namespace jacquard::gemm
