// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>

#include "jacquard/stack/compose.hpp"
#include "unit/stack/random_plan.hpp"
#include "unit/stack/timeline_faults.hpp"

using namespace hand_made;
using stack::Placed;
using stack::Timeline;

namespace {

// The shortest step over all starts of all messages within the first `slots`; max: none fits.
std::int64_t best_of_all(stack::Plan& plan, const stack::SlotClock& slots, std::int64_t horizon) {
  Timeline timeline;
  for (std::size_t c = 0; c < plan.calls.size(); ++c) {
    const stack::Template& of = plan.template_of(plan.calls[c]);
    for (int r = of.first_round; r < of.first_round + of.rounds; ++r) {
      const rounds::Round& round = base::at(plan.rounds.rounds, r);
      for (int k = 0; k < round.repeat; ++k) {
        Placed placed;
        placed.call = static_cast<std::int32_t>(c);
        placed.round = r;
        placed.first_repetition = k;
        placed.bytes = round.bytes;
        placed.slots = static_cast<std::int32_t>(slots.slots_for(round.bytes, false));
        timeline.placed.push_back(placed);
      }
    }
  }
  if (timeline.placed.size() > 4) return -1;
  std::int64_t best = std::numeric_limits<std::int64_t>::max();
  for (;;) {
    timeline.step = step_of(plan, slots, timeline);
    Timeline sorted = timeline;
    std::stable_sort(sorted.placed.begin(), sorted.placed.end(),
                     [](const Placed& a, const Placed& b) { return a.start < b.start; });
    if (timeline.step.count() < best && timeline_faults(plan, slots, sorted).empty()) {
      best = timeline.step.count();
    }
    std::size_t k = 0;
    while (k < timeline.placed.size() && ++timeline.placed[k].start == horizon) {
      timeline.placed[k++].start = 0;
    }
    if (k == timeline.placed.size()) return best;
  }
}

}  // namespace

TEST_CASE("no schedule of a small plan ends before the bound, and composition is near the best") {
  int tried = 0;
  int best = 0;
  for (std::uint64_t k = 0; k < 400 && tried < 60; ++k) {
    base::Rng rng(4, "exhaustive", k);
    PlanMaker maker = random_plan(rng, {3, 6, 200});
    const stack::SlotClock slots = clock(145, 5, 40);
    const std::int64_t least = best_of_all(maker.plan(), slots, 9);
    if (least < 0 || least == std::numeric_limits<std::int64_t>::max()) continue;
    INFO("plan " << k);
    stack::ComposeOptions whole;  // as the schedules that are tried
    whole.cut = false;
    whole.share = false;
    const Timeline composed = compose(maker.plan(), slots, whole);
    CHECK(bound_of(maker.plan(), fabric(slots)).time().count() <= least);
    CHECK(composed.step.count() >= least);
    ++tried;
    best += composed.step.count() == least ? 1 : 0;
  }
  CHECK(tried >= 40);
  CHECK(best * 10 >= tried * 9);
}

TEST_CASE("a port that carries more than the longest chain takes is the bound") {
  PlanMaker maker(2, 2);
  const int message = maker.add_template({{maker.between(0, 1), 100}});
  for (int k = 0; k < 10; ++k) maker.call(message, {{0}, {1}});
  const stack::Bound bound = bound_of(maker.plan(), fabric(clock(125, 5, 20)));
  CHECK(bound.path.count() == 120);
  CHECK(bound.load.count() == 10 * 100);
  CHECK(bound_of(maker.plan(), fabric(clock(125, 5, 20), 4)).load.count() == 250);
}
