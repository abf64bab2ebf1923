// SPDX-License-Identifier: Apache-2.0
// The options of `plan` that its space of knobs alone has, and those of both as that space takes
// them.
#pragma once

#include <memory>
#include <string>

#include "sim/cli/plan_options.hpp"
#include "sim/plan/knobs/plan.hpp"

namespace jacquard::cli {

struct KnobsOptions {
  std::string by;  // "layers", "knobs", or "" where model and options decide
  knobs::Options own;
  Option given[4];  // within, type, sequence, layers
  Option top;       // of both spaces
};

std::shared_ptr<KnobsOptions> add_knobs_options(Arguments& app);

// Whether the question is of knobs: by --by, else if the model is a
// transformer and no option is of layers. Throws
// ConfigError for options of the one space beside the other.
bool is_of_knobs(const PlanOptions& plan, const KnobsOptions& knobs);

// Throws ConfigError naming the option.
knobs::Options resolve_knobs(const PlanOptions& plan, const KnobsOptions& knobs,
                             const Common& common);

}  // namespace jacquard::cli
