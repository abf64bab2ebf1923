// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/bvn/exact.hpp"

#include "jacquard/schedule/bvn/exact_engine.hpp"

namespace jacquard::schedule {

ExactBvn::ExactBvn() = default;
ExactBvn::~ExactBvn() = default;
ExactBvn::ExactBvn(ExactBvn&&) noexcept = default;
ExactBvn& ExactBvn::operator=(ExactBvn&&) noexcept = default;

Schedule ExactBvn::decompose(const demand::QuantaMatrix& demand) {
  const bvn::Measure measure(demand);
  if (engine_ == nullptr || !engine_->fits(demand.ports(), measure)) {
    engine_ = bvn::make_exact_engine(demand.ports(), measure);
  }
  return engine_->decompose(demand, measure, start_);
}

void ExactBvn::forget() { start_.clear(); }

Schedule exact(const demand::QuantaMatrix& demand, const SchedulerOptions&) {
  return ExactBvn().decompose(demand);
}

}  // namespace jacquard::schedule
