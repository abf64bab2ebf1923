// SPDX-License-Identifier: Apache-2.0
// Load against latency as pictures.
#pragma once

#include <string>
#include <vector>

#include "jacquard/serve/slo.hpp"
#include "sim/serve/load_row.hpp"

namespace jacquard::serve {

// One SVG picture: percentiles of both latencies by rate, the limits, the largest rate within them,
// and the knee.
std::string load_picture(const CapacityRow& capacity, const std::vector<LoadRow>& rows,
                         const Slo& slo);

// The same as a page with a chart for each latency, below the answer's sentence.
std::string load_page(const std::string& sentence, const CapacityRow& capacity,
                      const std::vector<LoadRow>& rows, const Slo& slo, const std::string& command);

}  // namespace jacquard::serve
