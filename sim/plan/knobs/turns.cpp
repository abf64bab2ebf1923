// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>

#include "jacquard/base/error.hpp"
#include "sim/plan/knobs/next.hpp"
#include "systemc/plan/knobs/space.hpp"

namespace jacquard::knobs {
namespace {

using workload::Parallelism;
using workload::Recompute;

constexpr int Parallelism::*kDegrees[] = {&Parallelism::tp, &Parallelism::cp, &Parallelism::ep,
                                          &Parallelism::pp, &Parallelism::dp};

class Turns {
 public:
  Turns(const Problem& problem, const Parallelism& from)
      : problem_(problem), from_(from), ranges_(ranges_of(problem, from.npus())) {}

  std::vector<Parallelism> take() {
    degrees();
    deals();
    for (const int zero : {from_.zero - 1, from_.zero + 1}) {
      if (zero < 0 || zero > 3 || from_.replicas() * from_.cp == 1) continue;
      add([zero](Parallelism& p) { p.zero = zero; });
    }
    if (from_.micro_batch > 0) {
      add([](Parallelism& p) { p.micro_batch *= 2; });
      if (from_.micro_batch % 2 == 0) add([](Parallelism& p) { p.micro_batch /= 2; });
    }
    for (const Recompute recompute : ranges_.recompute) {
      if (recompute != from_.recomputes()) add([=](Parallelism& p) { p.recompute = recompute; });
    }
    if (problem_.config.model.has_experts() && from_.tp > 1) {
      add([](Parallelism& p) {
        if (p.fold.empty()) {
          p.fold = {workload::Axis::tp};
        } else {
          p.fold.clear();
        }
      });
    }
    return std::move(all_);
  }

 private:
  void add(const std::function<void(Parallelism&)>& turn) {
    Parallelism p = from_;
    turn(p);
    all_.push_back(std::move(p));
  }

  bool in_range(const Parallelism& p) const {
    const auto has = [](const std::vector<int>& values, int value) {
      return std::find(values.begin(), values.end(), value) != values.end();
    };
    return has(ranges_.tp, p.tp) && has(ranges_.cp, p.cp) && has(ranges_.ep, p.ep) &&
           has(ranges_.pp, p.pp);
  }

  // A factor of two from one degree to another. Stages are dealt out again as near as can be.
  void degrees() {
    for (const auto from : kDegrees) {
      for (const auto to : kDegrees) {
        if (from == to || from_.*from % 2 != 0) continue;
        Parallelism p = from_;
        p.*from /= 2;
        p.*to *= 2;
        if (!in_range(p)) continue;
        if (p.pp != from_.pp && !deal_again(p)) continue;
        all_.push_back(std::move(p));
      }
    }
  }

  static void apply(const Deal& deal, Parallelism& p) {
    p.stages.clear();
    p.virtual_stages = deal.virtual_stages;
    p.uneven = deal.uneven;
    p.schedule = deal.virtual_stages > 1 ? workload::PipelineSchedule::interleaved
                                         : workload::PipelineSchedule::one_f_one_b;
  }

  // So that a virtual stage has about as many layers as before.
  bool deal_again(Parallelism& p) const {
    const std::vector<Deal> deals = deals_of(ranges_, problem_.config.model.layers, p.pp);
    if (deals.empty()) return false;
    const int parts = from_.pp * from_.virtual_stages;
    const auto away = [&](const Deal& d) { return std::abs(p.pp * d.virtual_stages - parts); };
    apply(*std::min_element(deals.begin(), deals.end(),
                            [&](const Deal& a, const Deal& b) { return away(a) < away(b); }),
          p);
    return true;
  }

  void deals() {
    for (const Deal& deal : deals_of(ranges_, problem_.config.model.layers, from_.pp)) {
      if (deal.virtual_stages == from_.virtual_stages && deal.uneven == from_.uneven) continue;
      add([&deal](Parallelism& p) { apply(deal, p); });
    }
  }

  const Problem& problem_;
  const Parallelism& from_;
  Ranges ranges_;
  std::vector<Parallelism> all_;
};

}  // namespace

std::vector<TurnRow> turns_of(const Problem& problem, const Setting& setting) {
  Wanted all;
  all.best = 0;
  const Found found = search(problem, Turns(problem, setting.parallel).take(), all,
                             [](double, double, const char*) {});
  std::vector<TurnRow> rows;
  for (const Setting& s : found.settings) {
    TurnRow row;
    row.turn = workload::text_of_change(setting.parallel, s.parallel);
    row.refused = s.reason;
    if (s.verdict != Verdict::refused) row.memory = s.memory.total();
    if (s.verdict == Verdict::too_big) row.refused = "does not fit into memory";
    if (s.time && setting.time) {
      row.time = s.time;
      row.gain =
          1 - static_cast<double>(s.time->count()) / static_cast<double>(setting.time->count());
    }
    rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(), [](const TurnRow& a, const TurnRow& b) {
    if (a.gain.has_value() != b.gain.has_value()) return a.gain.has_value();
    return a.gain && *a.gain > *b.gain;
  });
  return rows;
}

}  // namespace jacquard::knobs
