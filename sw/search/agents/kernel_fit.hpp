// SPDX-License-Identifier: Apache-2.0
// Which knobs matter, and how far a value tells about its neighbours: from the data.
#pragma once

#include <vector>

#include "jacquard/search/agents/encoding.hpp"
#include "jacquard/search/agents/gaussian_process.hpp"

namespace jacquard::search {

// One length for each knob, and the noise.
struct KernelChoice {
  std::vector<double> lengths;
  double noise = 1e-2;
};
// The middle of what is believed before any data: longer with more knobs, so that the distance of
// two points does not grow with them (Hvarfner, Hellsten & Nardi 2024).
KernelChoice first_choice(std::size_t knobs);
Kernel kernel_of(const KernelChoice& choice, const std::vector<std::size_t>& knob_of);

// Logarithm of the posterior density of a choice, and its slopes by the logarithm of each length
// and, last, of the noise.
struct Evidence {
  double value = 0;
  std::vector<double> slopes;
};
Evidence evidence(const KernelChoice& choice, const Inputs& inputs,
                  const std::vector<std::size_t>& knob_of, const std::vector<double>& heights);

// Climbs from `start` by so many steps whose widths follow the signs of the slopes (Rprop;
// Riedmiller & Braun 1993) and returns the best choice on the way. O(steps n^3).
KernelChoice fit_kernel(KernelChoice start, const Inputs& inputs,
                        const std::vector<std::size_t>& knob_of, const std::vector<double>& heights,
                        int steps);

}  // namespace jacquard::search
