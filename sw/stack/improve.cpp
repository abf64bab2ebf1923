// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/improve.hpp"

#include <utility>
#include <vector>

#include "jacquard/stack/composition.hpp"
#include "jacquard/stack/reversed.hpp"

namespace jacquard::stack {
namespace {

using base::Picoseconds;

// Turns of a plan as those of the reversed one are numbered, or back.
std::vector<Picoseconds> mirrored(const Precedence& precedence,
                                  const std::vector<Picoseconds>& turns) {
  std::vector<Picoseconds> made(turns.size());
  const auto calls = static_cast<std::uint32_t>(precedence.plan().calls.size());
  for (std::uint32_t call = 0; call < calls; ++call) {
    const std::uint32_t first = precedence.first_turn(call);
    const std::uint32_t end = precedence.first_turn(call + 1);
    for (std::uint32_t turn = first; turn < end; ++turn) made[first + end - 1 - turn] = turns[turn];
  }
  return made;
}

}  // namespace

// What ends late in one direction goes first in the other, so each run learns from the last what
// ports and NPUs make of the longest ways. To cut transfers makes some steps longer: both are
// tried.
Timeline improved(const Precedence& precedence, const SlotClock& clock,
                  const ComposeOptions& options) {
  Composition first(precedence, clock, options);
  Timeline best = first.run();
  if (options.passes == 0) return best;
  const Plan backwards = reversed(precedence.plan());
  const Precedence back(backwards);
  std::vector<Picoseconds> ends = first.ends();
  for (const bool cut : {options.cut, false}) {
    ComposeOptions how = options;
    how.cut = cut;
    if (cut != options.cut) {
      Composition whole(precedence, clock, how);
      Timeline made = whole.run();
      ends = whole.ends();
      if (made.step < best.step) best = std::move(made);
    }
    for (int pass = 0; pass < options.passes; ++pass) {
      Composition backward(back, clock, how);
      backward.use_ways(mirrored(precedence, ends));
      backward.run();
      Composition forward(precedence, clock, how);
      forward.use_ways(mirrored(precedence, backward.ends()));
      Timeline made = forward.run();
      ends = forward.ends();
      if (made.step < best.step) best = std::move(made);
    }
    if (!options.cut) break;
  }
  return best;
}

}  // namespace jacquard::stack
