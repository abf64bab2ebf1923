// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/stack/compose.hpp"
#include "unit/stack/random_stack.hpp"
#include "unit/stack/small_jobs.hpp"

namespace jacquard::tb {

// Chronos s5.2 on one crossbar, with slots of a microsecond that carry any round. A microsecond of
// computation (slot 0), 6 rounds along columns (slots 1 to 6), a microsecond (slot 7), 6 rounds
// along rows (slots 8 to 13).
inline std::unique_ptr<RandomStack> four_by_four_stack() {
  auto made = std::make_unique<RandomStack>();
  stack::Stack& s = made->stack;
  s.plan = stack::plan_of(small_jobs::four_by_four(), {});
  s.fabric.tiers = 1;
  s.fabric.radix = 16;
  s.sizes = sizes_of(s.fabric, 16, {"fabric.json", ""});
  s.clock = {base::Picoseconds{1'000'000}, base::Picoseconds{10'000}, base::Picoseconds{500'000},
             s.fabric.rate, stack::Sync::per_slot};
  made->routes = std::make_unique<stack::Routes>(s.plan, s.fabric, s.sizes, s.seating,
                                                 config::Place{"fabric.json", ""});
  s.timeline = compose(s.plan, s.clock, {1, made->routes.get()});
  return made;
}

}  // namespace jacquard::tb
