// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/base/rng.hpp"
#include "unit/stack/hand_made.hpp"

namespace hand_made {

struct RandomSize {
  int actors = 4;  // at most
  int steps = 24;  // computations and calls, at most
  std::int64_t bytes = 400;
  bool placeholders = false;  // some calls
};

// A plan of some actors; all choices by `rng`.
inline PlanMaker random_plan(base::Rng& rng, const RandomSize& size) {
  const int actors = static_cast<int>(rng.between(1, size.actors));
  PlanMaker maker(actors, 2);
  struct Made {
    int of = 0;
    std::vector<int> actors;
  };
  std::vector<Made> templates;
  const int kinds = static_cast<int>(rng.between(1, 4));
  for (int k = 0; k < kinds; ++k) {
    Made made;
    std::vector<int> patterns;
    if (actors > 1 && rng.chance(0.4)) {
      const int from = static_cast<int>(rng.below(static_cast<std::uint64_t>(actors)));
      const int to = (from + static_cast<int>(rng.between(1, actors - 1))) % actors;
      made.actors = {from, to};
      patterns.push_back(maker.between(from, to));
    } else {
      for (int a = 0; a < actors; ++a) {
        if (rng.chance(0.5)) made.actors.push_back(a);
      }
      if (made.actors.empty()) made.actors.push_back(0);
      patterns.push_back(maker.ring(made.actors));
      if (rng.chance(0.5)) {
        patterns.push_back(maker.shift(rounds::Shape({2 * actors}), 0, 2, made.actors));
      }
    }
    std::vector<PlanMaker::Rounds> all;
    const int count = static_cast<int>(rng.between(1, 3));
    for (int r = 0; r < count; ++r) {
      PlanMaker::Rounds one;
      one.pattern = patterns[rng.below(patterns.size())];
      one.bytes = rng.between(0, size.bytes);
      one.repeat = static_cast<int>(rng.between(1, 4));
      for (int before = 0; before < r; ++before) {
        if (rng.chance(0.6)) one.after.push_back(before);
      }
      all.push_back(one);
    }
    made.of = maker.add_template(all, static_cast<int>(rng.between(-1, 1)));
    templates.push_back(made);
  }
  std::vector<int> nodes(base::index(actors), 0);
  const auto after = [&](int actor) {
    std::vector<int> some;
    for (int n = 0; n < base::at(nodes, actor); ++n) {
      if (rng.chance(0.2)) some.push_back(n);
    }
    return some;
  };
  const int steps = static_cast<int>(rng.between(1, size.steps));
  for (int s = 0; s < steps; ++s) {
    if (rng.chance(0.4)) {
      const int actor = static_cast<int>(rng.below(static_cast<std::uint64_t>(actors)));
      maker.compute(actor, rng.between(0, 500), after(actor));
      ++base::at(nodes, actor);
      continue;
    }
    const Made& made = templates[rng.below(templates.size())];
    std::vector<PlanMaker::At> sides;
    for (const int actor : made.actors) sides.push_back({actor, after(actor)});
    const bool unknown = size.placeholders && rng.chance(0.2);
    maker.call(made.of, sides, unknown ? stack::Call::Kind::placeholder : stack::Call::Kind::data);
    for (const int actor : made.actors) ++base::at(nodes, actor);
  }
  return maker;
}

}  // namespace hand_made
