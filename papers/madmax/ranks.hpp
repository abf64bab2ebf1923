// SPDX-License-Identifier: Apache-2.0
// How the order of a model's strategies changes from the paper's rules to physics.
#pragma once

#include <optional>
#include <string>

#include "jacquard/report/metric_table.hpp"
#include "papers/madmax/models.hpp"

namespace jacquard::studies::madmax {

struct Ranks {
  std::string model;
  std::string cluster;
  plan::TaskKind task = plan::TaskKind::pretrain;
  int strategies = 0;
  int paper_fitting = 0;
  int physical_fitting = 0;
  std::string paper_best;  // of those that fit; "" where none does
  std::string physical_best;
  std::optional<double> paper_gain;  // of them, over FSDP
  std::optional<double> physical_gain;
  std::optional<int> paper_best_rank;     // of the paper's best among what fits physically
  std::optional<double> paper_best_loss;  // its physical time over the best's
  std::optional<double> kendall_tau;      // of both orders, over those that run in both
};

Ranks ranks_of(const Subject& subject, plan::TaskKind task);
const report::MetricTable<Ranks>& ranks_metrics();

// Kendall's tau-b of two lists of equal length; nothing where one of them is constant.
std::optional<double> kendall_tau(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace jacquard::studies::madmax
