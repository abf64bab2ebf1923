// SPDX-License-Identifier: Apache-2.0
// Any verb of jacquard as an environment, run as a program of its own for each point.
#pragma once

#include <memory>

#include "jacquard/search/environment.hpp"
#include "jacquard/search/space.hpp"

namespace jacquard::searching {

// `arguments`: texts of words after the verb; `options`: texts of options' values; `set`: texts of
// keys, for --set; `metrics`: where each figure stands in what --json prints (docs/search.md);
// `cpu_seconds`: a run that takes longer counts as one that failed.
std::unique_ptr<search::Environment> verb_environment(const search::Space& space,
                                                      const config::Json& description,
                                                      const config::Place& place);

}  // namespace jacquard::searching
