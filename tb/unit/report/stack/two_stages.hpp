// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/stack/routes.hpp"
#include "jacquard/stack/stack.hpp"
#include "unit/stack/hand_made.hpp"

namespace jacquard::tb {

// Two stages of two NPUs, each stage on a leaf of its own; a slot of 100 ps carries 70 bytes.
// Stage 0: 140 bytes around ("tp") in slots 0 and 1, 35 bytes to stage 1 ("pp") in slot 3.
inline stack::Stack two_stages() {
  hand_made::PlanMaker maker(2, 2);
  const int around = maker.shift(rounds::Shape({2, 2}), 0, 1, {0});
  const int on = maker.between(0, 1);
  maker.add_template({{around, 140}});
  maker.add_template({{on, 35}});
  maker.call(0, {{0}});
  maker.call(1, {{0}, {1}});
  stack::Stack made;
  made.plan = maker.plan();
  made.plan.labels = {"tp", "pp"};
  made.plan.templates[1].label = 1;
  made.plan.calls[0].micro_batch = 0;
  made.plan.calls[1].micro_batch = 1;
  made.clock = hand_made::clock(100, 10, 20);
  made.fabric = hand_made::fabric(made.clock);
  made.fabric.tiers = 2;
  made.fabric.radix = 4;
  made.sizes = sizes_of(made.fabric, 4, {"fabric", ""});
  stack::Placed first;
  first.slots = 2;
  first.bytes = base::Bytes{140};
  stack::Placed second;
  second.call = second.round = 1;
  second.start = 3;
  second.bytes = base::Bytes{35};
  made.timeline.placed = {first, second};
  made.timeline.slots = 4;
  made.timeline.step = base::Picoseconds{400};
  return made;
}

inline stack::Routes routes_of(const stack::Stack& made) {
  return {made.plan, made.fabric, made.sizes, made.seating, {"fabric", ""}};
}

}  // namespace jacquard::tb
