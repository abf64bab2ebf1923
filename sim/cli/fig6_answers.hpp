// SPDX-License-Identifier: Apache-2.0
// Answers to chronos.fig6.*, from one run of the study (docs/fig6.md).
#pragma once

#include <optional>
#include <vector>

#include "jacquard/report/repro/repro.hpp"
#include "sim/cli/command.hpp"
#include "sim/studies/fig6/fig6.hpp"

namespace jacquard::cli {

// The study takes tens of minutes the first time, so it is run only if `may_run`; otherwise the
// answers are those of an earlier run, or say how to get them. `common` outlives the entries.
std::vector<report::ReproEntry> fig6_answers(const Common& common, bool may_run);

}  // namespace jacquard::cli
