// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/step/account.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/engine/step/binding.hpp"

namespace jacquard::engine::step {
namespace {

using base::at;
using base::Picoseconds;
using workload::OpKind;
using workload::StepOp;

class Accountant {
 public:
  Accountant(const workload::ClassProgram& of_class, base::Span<const Interval> intervals,
             ClassAccount& out, std::vector<Idle>* idle = nullptr)
      : class_(of_class),
        intervals_(intervals),
        binding_(of_class, intervals),
        out_(out),
        idle_(idle) {}

  void count(Picoseconds step_end) {
    Picoseconds busy_until{0};
    std::uint32_t last = Binding::kNone;
    for (std::uint32_t i = 0; i < class_.ops.size(); ++i) {
      const StepOp& op = class_.ops[i];
      const Interval& interval = intervals_[i];
      if (last == Binding::kNone || interval.end > out_.end) last = i;
      out_.end = std::max(out_.end, interval.end);
      if (op.kind != OpKind::receive) at(out_.busy, op.label) += interval.length();
      if (op.kind == OpKind::collective || op.kind == OpKind::send) {
        at(out_.comm_busy, op.work) += interval.length();
      }
      if (op.kind != OpKind::compute) continue;
      out_.compute += interval.length();
      if (interval.begin > busy_until) explain(i, interval.begin, busy_until);
      busy_until = std::max(busy_until, interval.end);
    }
    if (out_.end > busy_until) {
      charge(last, std::max(busy_until, intervals_[last].begin), out_.end);
      explain(last, intervals_[last].begin, busy_until);
    }
    out_.bubble += step_end - out_.end;
    note(out_.end, step_end, true);
  }

 private:
  // The idle span from `since` until `op` began.
  void explain(std::uint32_t op, Picoseconds until, Picoseconds since) {
    while (until > since) {
      const std::uint32_t before = binding_.of(op);
      if (before == Binding::kNone) {
        charge(op, since, until);
        return;
      }
      const Interval& interval = intervals_[before];
      const Picoseconds ended = std::clamp(interval.end, since, until, std::less<>());
      charge(op, ended, until);
      const Picoseconds began = std::clamp(interval.begin, since, ended, std::less<>());
      charge(before, began, ended);
      until = began;
      op = before;
    }
  }

  void charge(std::uint32_t number, Picoseconds from, Picoseconds to) {
    if (to <= from) return;
    const StepOp& op = class_.ops[number];
    const bool bubble = op.kind == OpKind::receive;
    (bubble ? out_.bubble : out_.exposed) += to - from;
    note(from, to, bubble);
    at(out_.waited, op.label) += to - from;
    if (op.kind == OpKind::collective || op.kind == OpKind::send) {
      at(out_.comm_exposed, op.work) += to - from;
    }
  }

  void note(Picoseconds from, Picoseconds to, bool bubble) {
    if (idle_ != nullptr && to > from) idle_->push_back({{from, to}, bubble});
  }

  const workload::ClassProgram& class_;
  base::Span<const Interval> intervals_;
  Binding binding_;
  ClassAccount& out_;
  std::vector<Idle>* idle_;
};

// `out` with room for each communication, its memory used again.
void clear(const workload::StepProgram& program, ClassAccount& out) {
  std::vector<Picoseconds> busy = std::move(out.comm_busy);
  std::vector<Picoseconds> exposed = std::move(out.comm_exposed);
  busy.assign(program.comms.size(), Picoseconds{0});
  exposed.assign(program.comms.size(), Picoseconds{0});
  out = {};
  out.comm_busy = std::move(busy);
  out.comm_exposed = std::move(exposed);
}

}  // namespace

void account(const workload::StepProgram& program, const Intervals& intervals, Picoseconds end,
             std::vector<ClassAccount>& out) {
  out.resize(program.classes.size());
  for (std::size_t c = 0; c < out.size(); ++c) {
    clear(program, out[c]);
    Accountant(program.classes[c], intervals[c], out[c]).count(end);
  }
}

std::vector<Idle> idle_of(const workload::StepProgram& program, int of_class,
                          base::Span<const Interval> intervals, Picoseconds end) {
  ClassAccount account;
  clear(program, account);
  std::vector<Idle> idle;
  Accountant(at(program.classes, of_class), intervals, account, &idle).count(end);
  std::sort(idle.begin(), idle.end(),
            [](const Idle& a, const Idle& b) { return a.interval.begin < b.interval.begin; });
  return idle;
}

}  // namespace jacquard::engine::step
