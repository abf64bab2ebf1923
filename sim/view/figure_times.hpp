// SPDX-License-Identifier: Apache-2.0
// Charts of times and what they are made of. Nothing where a result has no such rows.
#pragma once

#include "sim/view/figure_rows.hpp"

namespace jacquard::view {

// Of schedule and simulate, as jacquard explain takes a time apart.
std::optional<Figure> parts_figure(const config::Json& result, const std::string& source);

// A step of train: of each pipeline stage where there are several.
std::optional<Figure> step_figure(const config::Json& result);

// Latencies of serve against the rate of requests, with the limits.
std::optional<Figure> load_figure(const config::Json& result);

// From the first time of compare to the second, part by part.
std::optional<Figure> compare_figure(const config::Json& result);

}  // namespace jacquard::view
