// SPDX-License-Identifier: Apache-2.0
// The sentence with which each answer of `jacquard serve` begins.
#pragma once

#include <string>
#include <vector>

#include "jacquard/serve/slo.hpp"
#include "sim/serve/batch_cases.hpp"
#include "sim/serve/find.hpp"
#include "sim/serve/load_row.hpp"
#include "sim/serve/replay_rows.hpp"
#include "sim/serve/traffic_row.hpp"

namespace jacquard::serve {

// "TTFT <= 2 s and TPOT <= 50 ms for 95 % of requests".
std::string words_of(const Slo& slo);

std::string sentence_of(const CapacityRow& row, const Slo& slo);
// `slo`: none of whose limits may be given.
std::string sentence_of(const TrafficRow& row, const Slo& slo);
std::string sentence_of(const ReplaySummary& summary);
std::string sentence_of_rate(double rate, const TrafficRow& at, const Slo& slo);
std::string sentence_of_gpus(const FoundRow& found, const std::string& model, const Slo& slo);
// Of one batch, of all cases of a sweep, of two systems that are compared.
std::string sentence_of(const BatchRow& row);
std::string sentence_of(const std::vector<BatchAnswer>& answers, bool pareto);
std::string sentence_of(const std::vector<RatioRow>& ratios);

}  // namespace jacquard::serve
