// SPDX-License-Identifier: Apache-2.0
// The best designs of a search, evaluated again by better models: whether the winner is one of the
// design or of the model that found it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "sim/search/rows.hpp"

namespace jacquard::searching {

// A design in one fidelity.
struct ConfirmedRow {
  std::string fidelity;
  DesignRow design;           // as the search found it: its rank there
  search::Measured measured;  // in this fidelity
  search::Score score;
  std::optional<int> rank;     // by the first reward; none where this fidelity refuses it
  std::optional<double> loss;  // what its reward lacks to the best of this fidelity, over that best
};
const report::MetricTable<ConfirmedRow>& confirmed_metrics();

// What a fidelity says of the ranking that it checked.
struct FidelityRow {
  std::string fidelity;
  int designs = 0;
  int refused = 0;
  std::optional<double> spearman;  // of rewards: in the search, and in this fidelity
  std::optional<double> kendall;
  std::optional<int> winner_rank;       // of the search's winner
  std::optional<double> winner_regret;  // its loss
};
const report::MetricTable<FidelityRow>& fidelity_metrics();

struct Confirmation {
  std::vector<ConfirmedRow> designs;  // by fidelity, then as the search ranks them
  std::vector<FidelityRow> fidelities;
};

// `best`: of the search, best first, without the base. Throws ConfigError for a space that declares
// no fidelities.
Confirmation confirm(const Session& session, const std::vector<DesignRow>& best, int threads);

}  // namespace jacquard::searching
