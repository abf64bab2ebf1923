// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/kept_decision.hpp"

#include <utility>

#include "jacquard/schedule/kept/begun_with.hpp"
#include "jacquard/schedule/kept/turned_around.hpp"

namespace jacquard::systemc {

using demand::QuantaMatrix;
using schedule::Schedule;

KeptDecision::KeptDecision(const sc_core::sc_module_name& name, const Before& before, bool orders,
                           std::unique_ptr<Decision> decides)
    : sc_core::sc_module(name),
      before_(before),
      orders_(orders && before.last != nullptr),
      decides_(std::move(decides)),
      told_("told", [this](const QuantaMatrix& demand) {
        return all_at_once(demand, *schedule_, base::Picoseconds{0});
      }) {}

std::int64_t KeptDecision::activations() const {
  return decides_->activations() + told_.activations();
}

void KeptDecision::begin(const QuantaMatrix& demand, DecisionSink sink) {
  if (demand_) {
    decides_->begin(demand, std::move(sink));
    return;
  }
  demand_ = demand;
  sink_ = std::move(sink);
  if (before_.dispatch != nullptr) {
    if (auto back = turned_around(before_.dispatch->demand, before_.dispatch->schedule, demand)) {
      turned_ = !before_.dispatch->turned;
      tell(*std::move(back));
      return;
    }
  }
  decide();
}

void KeptDecision::decide() {
  schedule_.emplace(demand_->ports());
  if (!orders_) {
    decides_->begin(*demand_, {[this](const Permutation& p) {
                                 collect(p);
                                 sink_.permutation(p);
                               },
                               [this] { sink_.done(); }, sink_.failed});
    return;
  }
  turned_ = before_.last->schedule.hops() > 1 && !before_.last->turned;
  const QuantaMatrix decided_on = turned_ ? schedule::transposed(*demand_) : *demand_;
  decides_->begin(decided_on, {[this](const Permutation& p) { collect(p); },
                               [this, decided_on] {
                                 if (!turned_) return tell(*std::exchange(schedule_, {}));
                                 tell(turned_around(decided_on, *schedule_, *demand_).value());
                               },
                               sink_.failed});
}

void KeptDecision::collect(const Permutation& permutation) {
  schedule_->append(permutation.columns, permutation.hold);
  for (const schedule::Relay& relay : permutation.relays) schedule_->relay(relay);
}

void KeptDecision::tell(Schedule schedule) {
  if (orders_) schedule = begun_with(before_.last->connected, *demand_, schedule);
  schedule_ = std::move(schedule);
  told_.begin(*demand_, sink_);
}

std::shared_ptr<const LeftBehind> KeptDecision::leaves(const schedule::Connected& connected) const {
  if (!schedule_) return nullptr;
  return std::make_shared<LeftBehind>(LeftBehind{connected, turned_, *demand_, *schedule_});
}

}  // namespace jacquard::systemc
