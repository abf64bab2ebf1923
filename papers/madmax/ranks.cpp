// SPDX-License-Identifier: Apache-2.0
#include "papers/madmax/ranks.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace jacquard::studies::madmax {
namespace {

struct Priced {
  std::vector<plan::Answer> answers;  // in the order of all_strategies
  int fitting = 0;
  int best = -1;
};

bool runs(const plan::Answer& a) { return a.refused.empty(); }
bool can(const plan::Answer& a) { return runs(a) && a.fits; }
double time_of(const plan::Answer& a) { return a.times.time; }

Priced priced(const plan::Request& request, const std::vector<plan::Strategy>& all) {
  Priced p;
  plan::Evaluator evaluator(request);
  for (const plan::Strategy& strategy : all) {
    p.answers.push_back(evaluator.evaluate(strategy));
    if (!can(p.answers.back())) continue;
    ++p.fitting;
    const auto here = static_cast<int>(p.answers.size()) - 1;
    if (p.best < 0 ||
        time_of(p.answers.back()) < time_of(p.answers[static_cast<std::size_t>(p.best)])) {
      p.best = here;
    }
  }
  return p;
}

std::optional<double> order(const Priced& a, const Priced& b) {
  std::vector<double> first, second;
  for (std::size_t i = 0; i < a.answers.size(); ++i) {
    if (!runs(a.answers[i]) || !runs(b.answers[i])) continue;
    first.push_back(time_of(a.answers[i]));
    second.push_back(time_of(b.answers[i]));
  }
  return kendall_tau(first, second);
}

const char* text_of(plan::TaskKind task) {
  switch (task) {
    case plan::TaskKind::pretrain:
      return "pretrain";
    case plan::TaskKind::finetune:
      return "finetune";
    case plan::TaskKind::inference:
      return "inference";
  }
  return "";
}

}  // namespace

std::optional<double> kendall_tau(const std::vector<double>& a, const std::vector<double>& b) {
  std::int64_t agree = 0, tied_a = 0, tied_b = 0, pairs = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = i + 1; j < a.size(); ++j) {
      const int x = (a[i] < a[j]) - (a[j] < a[i]), y = (b[i] < b[j]) - (b[j] < b[i]);
      agree += x * y;
      tied_a += x == 0 ? 1 : 0;
      tied_b += y == 0 ? 1 : 0;
      ++pairs;
    }
  }
  if (pairs == tied_a || pairs == tied_b) return std::nullopt;
  return static_cast<double>(agree) /
         std::sqrt(static_cast<double>(pairs - tied_a) * static_cast<double>(pairs - tied_b));
}

Ranks ranks_of(const Subject& subject, plan::TaskKind task) {
  const plan::Request rules = request_of(subject.model, subject.cluster, task);
  const plan::Request physics =
      request_of(subject.model, subject.cluster, task, plan::Physics::all());
  const std::vector<plan::Strategy> all = plan::all_strategies(rules.model, rules.cluster);
  const Priced paper = priced(rules, all), physical = priced(physics, all);
  Ranks r;
  r.model = subject.model;
  r.cluster = subject.cluster;
  r.task = task;
  r.strategies = static_cast<int>(all.size());
  r.paper_fitting = paper.fitting;
  r.physical_fitting = physical.fitting;
  r.paper_gain = best_gain(rules);
  r.physical_gain = best_gain(physics);
  r.kendall_tau = order(paper, physical);
  if (paper.best >= 0) r.paper_best = plan::text_of(all[static_cast<std::size_t>(paper.best)]);
  if (physical.best < 0) return r;
  r.physical_best = plan::text_of(all[static_cast<std::size_t>(physical.best)]);
  if (paper.best < 0 || !can(physical.answers[static_cast<std::size_t>(paper.best)])) return r;
  const double theirs = time_of(physical.answers[static_cast<std::size_t>(paper.best)]);
  r.paper_best_loss = theirs / time_of(physical.answers[static_cast<std::size_t>(physical.best)]);
  int faster = 0;
  for (const plan::Answer& a : physical.answers) faster += can(a) && time_of(a) < theirs ? 1 : 0;
  r.paper_best_rank = faster + 1;
  return r;
}

const report::MetricTable<Ranks>& ranks_metrics() {
  using M = report::Metric<Ranks>;
  using report::Row;
  using report::Unit;
  const auto rounded = [](const Row& v) {
    return v.is_number() ? Row(fmt::format("{:.3g}", v.get<double>())) : v;
  };
  static const report::MetricTable<Ranks> table(
      "ranks", "A model's strategies by the paper's rules and by physics.",
      {M("model", Unit::text, &Ranks::model, "Of configs/planner_models.", "model"),
       M("cluster", Unit::text, &Ranks::cluster, "Of configs/systems."),
       M(
           "task", Unit::text, [](const Ranks& r) { return text_of(r.task); },
           "pretrain or inference.", "task"),
       M("strategies", Unit::count, &Ranks::strategies, "All of them.", "strategies"),
       M("paper_fitting", Unit::count, &Ranks::paper_fitting,
         "How many run and fit by the paper's rules.", "paper_fitting"),
       M("physical_fitting", Unit::count, &Ranks::physical_fitting,
         "How many run and fit physically.", "physical_fitting"),
       M("paper_best", Unit::text, &Ranks::paper_best, "The fastest of the former.", "paper_best"),
       M("physical_best", Unit::text, &Ranks::physical_best, "The fastest of the latter.",
         "physical_best"),
       M("paper_gain", Unit::ratio, &Ranks::paper_gain,
         "The former's throughput over FSDP, by the paper's rules.", "paper_gain")
           .as(rounded),
       M("physical_gain", Unit::ratio, &Ranks::physical_gain,
         "The latter's throughput over FSDP, physically.", "physical_gain")
           .as(rounded),
       M("paper_best_rank", Unit::count, &Ranks::paper_best_rank,
         "The paper's best among those that fit physically; no key if it does not fit.",
         "paper_best_rank"),
       M("paper_best_loss", Unit::ratio, &Ranks::paper_best_loss,
         "Its time over the physically best one's; no key if it does not fit.", "paper_best_loss")
           .as(rounded),
       M("kendall_tau", Unit::ratio, &Ranks::kendall_tau,
         "Of both orders, over those that run in both; 1: the same order.", "kendall_tau")
           .as(rounded)});
  return table;
}

}  // namespace jacquard::studies::madmax
