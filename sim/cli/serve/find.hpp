// SPDX-License-Identifier: Apache-2.0
// --find: the largest rate that given NPUs serve within limits, and the fewest NPUs for a load.
#pragma once

#include "sim/cli/serve/dynamic_options.hpp"

namespace jacquard::cli {

// Where no degree is given every layout of open_layouts() is tried, and the best one answers. With
// --out also DIR/find.svg and DIR/find.html of what was tried.
int find_max_rate(const serve::ServeConfig& config, const ServeOptions& words,
                  const DynamicOptions& options, const Common& common);
int find_gpus(const serve::ServeConfig& config, const ServeOptions& words,
              const DynamicOptions& options, const Common& common);

}  // namespace jacquard::cli
