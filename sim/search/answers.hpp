// SPDX-License-Identifier: Apache-2.0
// All rows of a search, and what it writes.
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/metric.hpp"
#include "sim/search/rows.hpp"

namespace jacquard::searching {

// The summary, the base and the `top` best designs, the front of several rewards, how the best
// differs from the base, and which knobs decided.
std::vector<report::Printed> answer_rows(const SummaryRow& summary, int top);

// Of a space alone: its size, its knobs, constraints and rewards.
std::vector<report::Printed> description_rows(const Session& session);

// The best `count` designs again in each fidelity. Throws ConfigError for a space without
// fidelities, as require_fidelities() does beforehand.
std::vector<report::Printed> confirmation_rows(const Session& session, const search::Found& found,
                                               int count, int threads);
void require_fidelities(const Session& session);

// No feasible point has a higher reward: each was evaluated, or an exhaustive agent ruled it out.
bool certified(const Session& session, const search::Found& found);

// evaluations.csv, report.html, and best.json: the configuration with which the verb runs the best
// again.
void write_search(const Session& session, const search::Found& found, const std::string& folder);
// The configuration that a step (from 0 on) ran.
void write_step(const Session& session, const search::Found& found, std::int64_t step,
                const std::string& file);

std::vector<report::RowKind> search_row_kinds();

}  // namespace jacquard::searching
