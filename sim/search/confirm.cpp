// SPDX-License-Identifier: Apache-2.0
#include "sim/search/confirm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "jacquard/base/error.hpp"
#include "jacquard/search/analysis/convergence.hpp"
#include "jacquard/search/analysis/rank_correlation.hpp"
#include "sim/search/answers.hpp"
#include "sim/search/environment.hpp"
#include "sim/search/evaluators.hpp"

namespace jacquard::searching {
namespace {

using report::Unit;

void rank_by_reward(std::vector<ConfirmedRow>& rows) {
  std::vector<ConfirmedRow*> valid;
  for (ConfirmedRow& row : rows) {
    if (row.score.valid) valid.push_back(&row);
  }
  std::stable_sort(valid.begin(), valid.end(), [](const ConfirmedRow* a, const ConfirmedRow* b) {
    return a->score.rewards.front() > b->score.rewards.front();
  });
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const double best = valid.front()->score.rewards.front();
    valid[i]->rank = static_cast<int>(i) + 1;
    if (best != 0) valid[i]->loss = search::regret(valid[i]->score.rewards.front(), best);
  }
}

FidelityRow summary_of(const std::string& fidelity, const std::vector<ConfirmedRow>& rows) {
  FidelityRow summary;
  summary.fidelity = fidelity;
  summary.designs = static_cast<int>(rows.size());
  std::vector<double> found, confirmed;
  for (const ConfirmedRow& row : rows) {
    if (!row.score.valid) {
      ++summary.refused;
      continue;
    }
    found.push_back(row.design.score.rewards.front());
    confirmed.push_back(row.score.rewards.front());
  }
  const auto known = [](double value) {
    return std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
  };
  if (found.size() >= 2) {
    summary.spearman = known(search::spearman(found, confirmed));
    summary.kendall = known(search::kendall(found, confirmed));
  }
  if (!rows.empty()) {
    summary.winner_rank = rows.front().rank;
    summary.winner_regret = rows.front().loss;
  }
  return summary;
}

std::vector<ConfirmedRow> rows_of(const Session& session, const std::string& fidelity,
                                  const std::vector<DesignRow>& best, int threads) {
  const auto environment = make_environment(session.space(), fidelity);
  const search::Rewards rewards(session.space(), environment->metrics(), session.question().rewards,
                                "--reward");
  std::vector<search::Point> points;
  for (const DesignRow& design : best) points.push_back(design.point);
  std::vector<ConfirmedRow> rows(best.size());
  make_evaluator(*environment, threads)(points, [&](std::size_t i, search::Measured measured) {
    rows[i].measured = std::move(measured);
  });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].fidelity = fidelity;
    rows[i].design = best[i];
    rows[i].score = rewards.of(points[i], rows[i].measured);
  }
  rank_by_reward(rows);
  return rows;
}

}  // namespace

const report::MetricTable<ConfirmedRow>& confirmed_metrics() {
  using M = report::Metric<ConfirmedRow>;
  using R = ConfirmedRow;
  static const report::MetricTable<R> table(
      "confirmed", "One of the best designs, evaluated again in another fidelity (--confirm).",
      {M("fidelity", Unit::text, &R::fidelity, "Of the space's fidelities.", "fidelity"),
       M("rank", Unit::count, &R::rank, "By reward in this fidelity; none where it refuses.",
         "rank"),
       M(
           "found_rank", Unit::count, [](const R& r) { return r.design.rank; },
           "Its rank in the search.", "found rank"),
       M(
           "time_ps", Unit::ps,
           [](const R& r) { return figure_of(*r.design.session, r.measured, "time_ps"); },
           "In this fidelity, where it has a time.", "time"),
       M(
           "found_time_ps", Unit::ps,
           [](const R& r) { return figure_of(*r.design.session, r.design.measured, "time_ps"); },
           "In the search, where it has a time.", "found time"),
       M(
           "reward_value", Unit::ratio,
           [](const R& r) {
             return r.score.valid ? std::optional<double>(r.score.rewards.front()) : std::nullopt;
           },
           "The first reward, in this fidelity.", "reward"),
       M("regret", Unit::ratio, &R::loss,
         "What its reward lacks to the best of these designs in this fidelity, over that best.",
         "regret"),
       M(
           "why_not", Unit::text,
           [](const R& r) {
             return r.measured.why_not.empty() ? std::optional<std::string>() : r.measured.why_not;
           },
           "Why this fidelity refuses it.", "why not"),
       M(
           "design", Unit::text,
           [](const R& r) { return r.design.session->space().text(r.design.point); },
           "Its knobs.")});
  return table;
}

const report::MetricTable<FidelityRow>& fidelity_metrics() {
  using M = report::Metric<FidelityRow>;
  using R = FidelityRow;
  static const report::MetricTable<R> table(
      "fidelity", "What another fidelity makes of the search's ranking (--confirm).",
      {M("fidelity", Unit::text, &R::fidelity, "Of the space's fidelities.", "fidelity"),
       M("designs", Unit::count, &R::designs, "Designs that it evaluated again.", "designs"),
       M("refused", Unit::count, &R::refused, "Those it could not evaluate.", "refused"),
       M("spearman", Unit::ratio, &R::spearman,
         "Rank correlation of rewards, search against this fidelity; none where all are equal.",
         "Spearman"),
       M("kendall", Unit::ratio, &R::kendall, "The same by Kendall's tau-b.", "Kendall"),
       M("winner_rank", Unit::count, &R::winner_rank, "Rank of the search's winner here.",
         "winner's rank"),
       M("winner_regret", Unit::ratio, &R::winner_regret, "Regret of the search's winner here.",
         "winner's regret")});
  return table;
}

void require_fidelities(const Session& session) {
  const config::Json& fidelities = session.space().fidelities();
  if (fidelities.is_object() && !fidelities.empty()) return;
  throw base::ConfigError({"--confirm", "", "a space with \"fidelities\" to confirm in",
                           session.space().place().source + " without", "see docs/search.md"});
}

Confirmation confirm(const Session& session, const std::vector<DesignRow>& best, int threads) {
  require_fidelities(session);
  Confirmation all;
  for (const auto& [fidelity, patch] : session.space().fidelities().items()) {
    std::vector<ConfirmedRow> rows = rows_of(session, fidelity, best, threads);
    all.fidelities.push_back(summary_of(fidelity, rows));
    all.designs.insert(all.designs.end(), rows.begin(), rows.end());
  }
  return all;
}

}  // namespace jacquard::searching
