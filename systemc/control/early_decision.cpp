// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/early_decision.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;
using demand::QuantaMatrix;

// The same bytes in quanta of another size, rounded up; the most there is where that is too much.
std::int64_t in_quanta(std::int64_t hold, base::Bytes from, base::Bytes to) {
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(hold, from.count(), &bytes)) {
    return std::numeric_limits<std::int64_t>::max();
  }
  return bytes / to.count() + (bytes % to.count() != 0 ? 1 : 0);
}

}  // namespace

EarlySchedule decide_early(Decision& decision, const QuantaMatrix& expected) {
  EarlySchedule early;
  early.quantum = expected.clock().quantum;
  bool direct = true;
  decision.begin(
      expected,
      {[&](Permutation permutation) {
         direct = direct && permutation.relays.empty();
         early.entries.push_back({std::move(permutation.columns), permutation.hold, now()});
       },
       [&] { early.done = now(); }});
  sc_core::sc_start();
  if (!direct) {
    throw base::ConfigError({"scheduler", "/name",
                             "a scheduler of one hop where decide is not on_demand",
                             "a schedule over several hops", "holds-first is direct"});
  }
  return early;
}

EarlyDecision::EarlyDecision(const sc_core::sc_module_name& name, EarlySchedule early,
                             Picoseconds began, std::unique_ptr<Decision> mends)
    : sc_core::sc_module(name),
      early_(std::move(early)),
      began_(began),
      mends_(std::move(mends)),
      agenda_("agenda") {}

void EarlyDecision::begin(const QuantaMatrix& demand, DecisionSink sink) {
  if (!std::exchange(first_, false)) {
    mends_->begin(demand, std::move(sink));
    return;
  }
  sink_ = std::move(sink);
  const QuantaMatrix residue = plan(demand);
  Picoseconds last = now();
  for (const Handed& handed : plan_) {
    last = handed.at;
    agenda_.at(handed.at, [this] {
      Handed one = std::move(plan_.front());
      plan_.pop_front();
      ++handed_;
      sink_.permutation({std::move(one.columns), one.hold});
    });
  }
  // There is one scheduler: it must be done with the early decision.
  if (residue.total() > 0) last = std::max(now(), base::plus(began_, early_.done));
  agenda_.at(last, [this, residue] { mend(residue); });
}

// What of the early schedule the demand needs; returns what is left of the demand.
QuantaMatrix EarlyDecision::plan(const QuantaMatrix& demand) {
  const int n = demand.ports();
  std::vector<std::int64_t> left(demand.row_major().begin(), demand.row_major().end());
  for (EarlySchedule::Entry& entry : early_.entries) {
    std::int64_t needed = 0;
    const std::int64_t most = in_quanta(entry.hold, early_.quantum, demand.clock().quantum);
    for (int i = 0; i < n; ++i) {
      const int j = base::at(entry.columns, i);
      if (j == schedule::kUnmatched) continue;
      std::int64_t& own = left[base::cell(i, j, n)];
      needed = std::max(needed, std::min(own, most));
      own -= std::min(own, most);
    }
    if (needed == 0) continue;
    const Picoseconds at = std::max(now(), base::plus(began_, entry.ready));
    plan_.push_back({std::move(entry.columns), needed, at});
  }
  return {n, std::move(left), demand.clock()};
}

void EarlyDecision::mend(const QuantaMatrix& residue) {
  if (residue.total() == 0) {
    sink_.done();
    return;
  }
  try {
    mends_->begin(residue, sink_);
  } catch (...) {
    if (!sink_.failed) throw;
    sink_.failed(std::current_exception());
  }
}

}  // namespace jacquard::systemc
