// SPDX-License-Identifier: Apache-2.0
// Answers to chronos.fig6.*, from one run of the study (docs/repro.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "papers/published/answers.hpp"

namespace jacquard::studies::fig6 {

// The study takes tens of minutes the first time, so it is run only if `may_run`; otherwise the
// answers are those of an earlier run, or say how to get them. `folder`: of its journal, "" for
// default_folder(); `threads` as run() has it.
std::vector<report::ReproEntry> answers(std::uint64_t seed, const std::string& folder, int threads,
                                        bool may_run);

}  // namespace jacquard::studies::fig6
