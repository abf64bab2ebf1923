// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/shared_weights.hpp"

#include <algorithm>
#include <set>

namespace jacquard::workload {

using Index = OpWriter::Index;

Index SharedWeights::gather(const Unit& unit, OpWriter::Of of, Index after) {
  const OpWriter::Of before = out_.of();
  of.layer = unit.is_layer ? unit.layer : StepOp::kNone;
  out_.within(of);
  const Index first =
      out_.communicate(OpLabel::weight_gather, unit.comms->gather, kGatherStream, after);
  const Index last =
      out_.communicate(OpLabel::weight_gather, unit.comms->gather_experts, kGatherStream, first);
  out_.within(before);
  return last;
}

Index SharedWeights::begin() {
  gathers_.resize(uses_.size(), OpWriter::kNothing);
  for (; gathered_ < uses_.size() && gathered_ <= current_ + prefetch_; ++gathered_) {
    const UnitUse& use = uses_[gathered_];
    if (!use.gather) continue;
    const bool first = gathered_ <= prefetch_;
    const Index after = first ? OpWriter::kNothing : ends_[gathered_ - prefetch_ - 1];
    const Phase phase = use.pass == PassKind::forward ? Phase::forward : Phase::backward;
    const Index index = gather(use.unit, {phase, 0, use.micro_batch}, after);
    gathers_[gathered_] = index == after ? OpWriter::kNothing : index;
  }
  return gathers_[current_];
}

void SharedWeights::end() {
  const UnitUse& use = uses_[current_];
  if (use.pass == PassKind::backward || use.pass == PassKind::backward_weights) {
    out_.compute(OpLabel::gradient_sum, use.unit.comms->sum);
  }
  ends_[current_] = out_.last(kComputeStream);
  if (use.reduce && overlap_) reduce(use.unit);
  if (use.reduce && !overlap_) waiting_.push_back(use);
  ++current_;
  const bool pass_ends = current_ == uses_.size() ||
                         uses_[current_].micro_batch != use.micro_batch ||
                         uses_[current_].pass != use.pass;
  // Gradients of a micro-batch that is reduced are summed no further.
  if (every_micro_batch_ && !overlap_ && pass_ends) {
    reduce_rest();
    out_.hold(out_.last(kReduceStream));
  }
}

void SharedWeights::reduce(const Unit& unit) {
  const Index last = out_.last(kComputeStream);
  out_.communicate(OpLabel::gradient_reduce, unit.comms->reduce, kReduceStream, last);
  out_.communicate(OpLabel::gradient_reduce, unit.comms->reduce_experts, kReduceStream, last);
}

void SharedWeights::reduce_rest() {
  const OpWriter::Of before = out_.of();
  for (const UnitUse& use : waiting_) {
    out_.within(Phase::backward, use.unit.is_layer ? use.unit.layer : StepOp::kNone,
                use.micro_batch);
    reduce(use.unit);
  }
  waiting_.clear();
  out_.within(before);
}

void SharedWeights::gather_updated(Index update) {
  std::set<int> done;
  for (const UnitUse& use : uses_) {
    if (done.insert(use.unit.layer).second) gather(use.unit, out_.of(), update);
  }
}

void mark_uses(int zero, bool once, std::vector<UnitUse>& uses) {
  const auto layers = [&uses] {
    int most = 0;
    for (const UnitUse& use : uses) most = std::max(most, use.unit.layer);
    return base::index(most) + 2;
  }();
  const auto place = [](const UnitUse& use) { return base::index(use.unit.layer + 1); };
  std::vector<char> seen(layers, 0);
  int there = -2;  // the unit whose weights the use before had
  for (UnitUse& use : uses) {
    char& before = seen[place(use)];
    // The embedding's gradient does not need its weights.
    const bool needs_weights = use.pass == PassKind::forward ||
                               (use.pass != PassKind::backward_weights && use.unit.layer >= 0);
    const bool is_there = there == use.unit.layer;
    use.gather = (zero == 3 && needs_weights && !is_there) || ((zero == 2 || once) && before == 0);
    before = 1;
    there = needs_weights ? use.unit.layer : -2;
  }
  std::fill(seen.begin(), seen.end(), char{0});
  for (std::size_t i = uses.size(); i-- > 0;) {
    if (uses[i].pass != PassKind::backward && uses[i].pass != PassKind::backward_weights) continue;
    char& behind = seen[place(uses[i])];
    uses[i].reduce = zero >= 2 || behind == 0;
    behind = 1;
  }
}

}  // namespace jacquard::workload
