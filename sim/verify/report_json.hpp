// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "sim/verify/verify.hpp"
#include "sim/verify/wired_run.hpp"

namespace jacquard::rtl {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Covered, kind, where, hit, total, missed)
}

namespace jacquard::verify {

// A report as it crosses from one process to another.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Report, cases, mismatches, clocks, cycles_mean, cycles_max,
                                   load_cycles, first_permutation_cycles_max, permutations_mean,
                                   efficiency_mean, first_mismatch, first_mismatch_case, fault,
                                   directed_cases, exhaustive_cases, held_cases, longest_wait,
                                   starved_pairs, efficiency_saturated, stopped,
                                   stopped_by_assertion, first_mismatch_clock, mismatch_clocks,
                                   cover, failing_cases, history_cases, ended_early)

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WiredReport, rule, fault, label, pins, failing_case,
                                   failing_clock, minimal_clocks, stopped, stopped_by_assertion,
                                   measured, directed, cases, clocks, longest_wait, patterns,
                                   patterns_possible, served, to_serve, cover, throughput)

}  // namespace jacquard::verify
