// SPDX-License-Identifier: Apache-2.0
// The pictures of docs/meshslice.md.
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/line_chart.hpp"
#include "jacquard/report/stacked_bars.hpp"
#include "jacquard/report/timeline/timeline.hpp"
#include "papers/meshslice/figures.hpp"

namespace jacquard::studies::meshslice {

// Utilisation over chips of one figure and model, a line for each algorithm.
report::LineChart scaling_chart(const std::vector<FigureRow>& rows, const std::string& figure,
                                const std::string& model);

// Where each algorithm loses its time at 256 chips, weakly scaled: products, and what of the rest
// is launches, synchronisations and transfers, in the proportion of all of them.
report::StackedBars lost_time(const std::vector<FigureRow>& rows);

// One output-stationary product on 4 x 4 chips by each algorithm on the event engine: a chip's
// products and the communications of its row and its column (MeshSlice figure 4).
report::Timeline timelines(const gemm::Chip& chip);

// slices_picture() of three slices on 4 x 2 chips.
std::string example_slices();

}  // namespace jacquard::studies::meshslice
