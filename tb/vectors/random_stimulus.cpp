// SPDX-License-Identifier: Apache-2.0
#include "vectors/random_stimulus.hpp"

#include <algorithm>

namespace jacquard::tb {
namespace {

using schedule::CoreInputs;
using schedule::CoreShape;

// The odds of one spell of clocks.
struct Mood {
  double load, start, ready, abort, reset, entry;
  int count_bits;

  Mood(const CoreShape& shape, base::Rng& rng)
      : load(rng.chance(0.5) ? 0.9 : rng.uniform()),
        start(rng.uniform()),
        ready(rng.chance(0.3) ? 1.0 : rng.uniform()),
        abort(rng.chance(0.5) ? 0.0 : 0.05 * rng.uniform()),
        reset(rng.chance(0.7) ? 0.0 : 0.03 * rng.uniform()),
        entry(rng.uniform()),
        count_bits(static_cast<int>(rng.between(1, shape.bits))) {
    // A unit core takes as many clocks as there are quanta.
    if (shape.kind == schedule::CoreKind::unit && !rng.chance(0.1)) {
      count_bits = std::min(count_bits, 4);
    }
  }
};

}  // namespace

void drive_at_random(schedule::Core& core, base::Rng rng, std::int64_t clocks) {
  const CoreShape& shape = core.shape();
  const auto level = [&] { return static_cast<int>(rng.between(0, shape.bits - 1)); };
  base::Rng guards = rng;
  CoreInputs in;
  in.row.resize(static_cast<std::size_t>(shape.rows_per_clock * shape.ports));
  Mood mood(shape, rng);
  for (std::int64_t clock = 0; clock < clocks; ++clock) {
    if (clock % (16 * shape.ports) == 0) mood = Mood(shape, rng);
    if (rng.chance(mood.reset)) {
      core.reset();
      continue;
    }
    in.load = rng.chance(mood.load);
    in.start = rng.chance(mood.start);
    in.ready = rng.chance(mood.ready);
    in.abort = rng.chance(mood.abort);
    in.guard = static_cast<std::int64_t>(
        guards.below(std::uint64_t{1} << guards.between(0, schedule::kGuardBits)));
    in.top_offset = level();
    in.floor = level();
    in.fill = rng.chance(0.75);
    for (std::uint32_t& count : in.row) {
      count = rng.chance(mood.entry)
                  ? static_cast<std::uint32_t>(rng.below(std::uint64_t{1} << mood.count_bits))
                  : 0;
    }
    core.step(in);
  }
}

}  // namespace jacquard::tb
