// SPDX-License-Identifier: Apache-2.0
#include "sim/search/answers.hpp"

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "sim/search/confirm.hpp"
#include "sim/search/description.hpp"
#include "sim/search/evaluations_csv.hpp"
#include "sim/search/page.hpp"

namespace jacquard::searching {

std::vector<report::Printed> answer_rows(const SummaryRow& summary, int top) {
  const Session& session = *summary.session;
  const search::Found& found = *summary.found;
  std::vector<report::Printed> rows = {summary_metrics()(summary)};
  const std::optional<DesignRow> base = base_design(session);
  const std::vector<DesignRow> best = best_designs(session, found, top);
  if (base) rows.push_back(design_metrics()(*base));
  for (const DesignRow& design : best) rows.push_back(design_metrics()(design));
  if (session.question().rewards.size() > 1) {
    for (const DesignRow& design : front_designs(session, found)) {
      rows.push_back(front_metrics()(design));
    }
  }
  if (base && !best.empty()) {
    for (const auto& one : search::difference(session.space(), base->point, best.front().point)) {
      rows.push_back(difference_metrics()(one));
    }
  }
  for (const search::Importance& one : importance_of(session, found)) {
    rows.push_back(importance_metrics()(one));
  }
  return rows;
}

std::vector<report::Printed> confirmation_rows(const Session& session, const search::Found& found,
                                               int count, int threads) {
  const Confirmation all = confirm(session, best_designs(session, found, count), threads);
  std::vector<report::Printed> rows;
  for (const ConfirmedRow& row : all.designs) rows.push_back(confirmed_metrics()(row));
  for (const FidelityRow& row : all.fidelities) rows.push_back(fidelity_metrics()(row));
  return rows;
}

bool certified(const Session& session, const search::Found& found) {
  const bool bounded = found.ending == search::Ending::exhausted;
  if (session.question().agent.name == "exhaustive" && bounded) return true;
  return static_cast<double>(found.feasible) >= session.set().feasible();
}

void write_search(const Session& session, const search::Found& found, const std::string& folder) {
  base::write_file(folder + "/evaluations.csv", evaluations_csv(session, found));
  base::write_file(folder + "/report.html", search_page(session, found));
  if (found.best < 0) return;
  write_step(session, found, found.best, folder + "/best.json");
}

void write_step(const Session& session, const search::Found& found, std::int64_t step,
                const std::string& file) {
  const search::Evaluation& evaluation = found.evaluations.at(static_cast<std::size_t>(step));
  base::write_file(file, session.environment().effective(evaluation.point).dump(2) + "\n");
}

std::vector<report::RowKind> search_row_kinds() {
  return {summary_metrics().kind(),    design_metrics().kind(),     front_metrics().kind(),
          difference_metrics().kind(), importance_metrics().kind(), confirmed_metrics().kind(),
          fidelity_metrics().kind(),   space_metrics().kind(),      knob_metrics().kind(),
          constraint_metrics().kind(), reward_metrics().kind()};
}

}  // namespace jacquard::searching
