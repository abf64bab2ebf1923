// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/stack/windows.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::report {
namespace {

// How many different values are among those that were put in and not taken out.
class Different {
 public:
  explicit Different(std::size_t values) : times_(values, 0) {}
  void put(int value) { count_ += base::at(times_, value)++ == 0; }
  void take(int value) { count_ -= --base::at(times_, value) == 0; }
  int count() const { return count_; }

 private:
  std::vector<int> times_;
  int count_ = 0;
};

}  // namespace

SlotWindow whole_step(const stack::Stack& stack) {
  return {0, std::max<std::int64_t>(1, stack.timeline.slots)};
}

SlotWindow richest(const stack::Stack& stack, std::int64_t slots) {
  const SlotWindow all = whole_step(stack);
  if (all.slots() <= slots) return all;
  const auto& placed = stack.timeline.placed;
  const auto label = [&](const stack::Placed& p) {
    return stack.plan.template_of(base::at(stack.plan.calls, p.call)).label;
  };
  const auto pattern = [&](const stack::Placed& p) {
    return base::at(stack.plan.pattern_of_round, p.round);
  };
  Different labels(stack.plan.labels.size());
  Different patterns(stack.plan.patterns.size());
  std::pair<int, int> best{0, 0};
  std::int64_t from = 0;
  std::size_t next = 0;
  for (const stack::Placed& first : placed) {
    while (next < placed.size() && placed[next].start < first.start + slots) {
      labels.put(label(placed[next]));
      patterns.put(pattern(placed[next]));
      ++next;
    }
    const std::pair<int, int> here{labels.count(), patterns.count()};
    if (here > best) {
      best = here;
      from = first.start;
    }
    labels.take(label(first));
    patterns.take(pattern(first));
  }
  from = std::min(from, all.to - slots);
  return {from, from + slots};
}

std::optional<OneMicroBatch> middle_micro_batch(const stack::Stack& stack) {
  int last = -1;
  for (const stack::Call& call : stack.plan.calls) last = std::max<int>(last, call.micro_batch);
  if (last < 0) return std::nullopt;
  OneMicroBatch one{(last + 1) / 2, {stack.timeline.slots, 0}};
  for (const stack::Placed& p : stack.timeline.placed) {
    if (base::at(stack.plan.calls, p.call).micro_batch != one.number) continue;
    one.window.from = std::min(one.window.from, p.start);
    one.window.to = std::max(one.window.to, p.end());
  }
  if (one.window.slots() <= 0) return std::nullopt;
  return one;
}

}  // namespace jacquard::report
