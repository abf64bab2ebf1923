// SPDX-License-Identifier: Apache-2.0
#include "papers/madmax/findings.hpp"

#include <fmt/format.h>

#include <cmath>

#include "jacquard/base/at.hpp"

namespace jacquard::studies::madmax {
namespace {

// How far on the right side of the mark; negative on the wrong one.
double margin(const Claim& claim, double value) {
  const double away = std::log(value / claim.mark);
  return claim.is == Claim::Is::above ? away : -away;
}

}  // namespace

plan::Physics variant(int index) {
  if (index == 0) return plan::Physics::none();
  if (index == 1) return plan::Physics::all();
  return plan::Physics::none().with(static_cast<plan::Departure>(index - 2));
}

void put(Finding& finding, int index, std::optional<double> value) {
  if (index == 0) {
    finding.paper = value;
  } else if (index == 1) {
    finding.physical = value;
  } else {
    base::at(finding.alone, index - 2) = value;
  }
}

std::string verdict_of(const Finding& finding) {
  constexpr double share = 0.5;
  if (!finding.physical) return "cannot run";
  if (!finding.paper || !holds(finding.claim, *finding.paper)) {
    return holds(finding.claim, *finding.physical) ? "only physically" : "in neither";
  }
  constexpr double tie = 0.01;
  if (!holds(finding.claim, *finding.physical)) {
    return margin(finding.claim, *finding.physical) > -tie ? "tie" : "falls";
  }
  const double before = margin(finding.claim, *finding.paper);
  return margin(finding.claim, *finding.physical) < share * before ? "weakens" : "survives";
}

std::string decided_by(const Finding& finding) {
  constexpr double least = 0.01;
  if (!finding.paper || !finding.physical) return "";
  const double whole = std::log(*finding.physical / *finding.paper);
  double most = least;
  std::string name;
  for (int d = 0; d < plan::kDepartures; ++d) {
    const std::optional<double>& alone = base::at(finding.alone, d);
    if (!alone) continue;
    const double towards = std::log(*alone / *finding.paper) * (whole < 0 ? -1 : 1);
    if (towards <= most) continue;
    most = towards;
    name = plan::name_of(static_cast<plan::Departure>(d));
  }
  return std::abs(whole) > least ? name : "";
}

const report::MetricTable<Finding>& finding_metrics() {
  using M = report::Metric<Finding>;
  using report::Row;
  using report::Unit;
  const auto rounded = [](const Row& v) {
    return v.is_number() ? Row(fmt::format("{:.3g}", v.get<double>())) : v;
  };
  static const report::MetricTable<Finding> table = [&] {
    std::vector<M> all = {
        M(
            "finding", Unit::text, [](const Finding& f) { return f.claim.id; }, "Its name.",
            "finding"),
        M(
            "where", Unit::text, [](const Finding& f) { return f.claim.where; }, "In the paper."),
        M(
            "says", Unit::text, [](const Finding& f) { return f.claim.says; },
            "What the paper concludes."),
        M(
            "figure", Unit::text, [](const Finding& f) { return f.claim.figure; },
            "What the numbers are."),
        M(
            "holds", Unit::text,
            [](const Finding& f) {
              return fmt::format("{} {:g}", f.claim.is == Claim::Is::above ? "above" : "below",
                                 f.claim.mark);
            },
            "Where the figure must lie for the conclusion to hold.", "holds"),
        M(
            "printed", Unit::ratio, [](const Finding& f) { return f.claim.printed; },
            "By the paper, where it prints one.", "printed"),
        M("paper", Unit::ratio, &Finding::paper, "By the paper's rules; null: cannot run.", "paper")
            .as(rounded)
            .or_null(),
        M("physical", Unit::ratio, &Finding::physical,
          "With every departure from them; null: cannot run.", "physical")
            .as(rounded)
            .or_null(),
        M("verdict", Unit::text, verdict_of,
          "survives, weakens (by half or more), tie (within 1 %), falls, cannot run, only "
          "physically (the "
          "paper's rules do not give it), in neither.",
          "verdict"),
        M("decided_by", Unit::text, decided_by,
          "The departure that alone moves the figure furthest towards the physical one.",
          "decided_by")};
    for (int d = 0; d < plan::kDepartures; ++d) {
      const std::string name = plan::name_of(static_cast<plan::Departure>(d));
      all.push_back(M(
                        "alone_" + name, Unit::ratio,
                        [d](const Finding& f) { return base::at(f.alone, d); },
                        fmt::format("With {} as the only departure; null: cannot run.", name))
                        .or_null());
    }
    return report::MetricTable<Finding>("finding", "A conclusion of MAD-Max.", std::move(all));
  }();
  return table;
}

}  // namespace jacquard::studies::madmax
