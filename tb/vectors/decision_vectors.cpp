// SPDX-License-Identifier: Apache-2.0
#include "vectors/decision_vectors.hpp"

#include <algorithm>

#include "jacquard/base/rng.hpp"
#include "jacquard/rtl/pins.hpp"
#include "jacquard/schedule/core/choose_rule.hpp"
#include "jacquard/schedule/core/shift_shape.hpp"

namespace jacquard::tb {
namespace {

using schedule::Lines;
using schedule::TimeEstimate;

std::int64_t most_of(int bits) { return static_cast<std::int64_t>(base::low_mask(bits)); }

struct Question {
  std::int64_t guard = 0;
  Lines lines;
  TimeEstimate shifts;
};

class Writer {
 public:
  Writer(const DecisionShape& shape, std::uint64_t seed)
      : shape_(shape),
        left_bits_(schedule::tree_levels(shape.ports + 1)),
        sum_bits_(shape.bits + rtl::port_width(shape.ports)),
        rng_(seed, "vectors/decision") {}

  Vectors write(std::int64_t clocks) {
    clock(false, false, nullptr, 0, false, 0);
    reset_ = true;
    while (vectors_.clocks < clocks) decide();
    return std::move(vectors_);
  }

 private:
  std::int64_t below(std::int64_t most) {  // 0..most
    return static_cast<std::int64_t>(rng_.below(static_cast<std::uint64_t>(most) + 1));
  }

  // Lines of any kind, and shifts that end at the same time as another core, or next to it.
  Question question() {
    Question q;
    q.guard = below(most_of(static_cast<int>(rng_.between(0, shape_.guard_bits))));
    q.lines.longest = below(most_of(static_cast<int>(rng_.between(1, sum_bits_))));
    // Even ones, and those at the border of it.
    q.lines.mean = rng_.chance(0.5) ? below(q.lines.longest)
                                    : std::max<std::int64_t>(
                                          0, q.lines.longest - q.lines.longest / 8 + below(2) - 1);
    q.lines.mean = std::min(q.lines.mean, q.lines.longest);
    // Of any number, and at the border of sparse ones.
    q.lines.left = rng_.chance(0.5) ? below(shape_.ports) : shape_.ports / 3 + below(2) - 1;
    q.lines.left = std::clamp<std::int64_t>(q.lines.left, 0, shape_.ports);
    q.lines.own = rng_.chance(0.5) ? 0 : below(most_of(shape_.bits));
    const std::int64_t most_slots = most_of(sum_bits_ + left_bits_ - 1);
    q.shifts.settings = below(shape_.ports - 1);
    q.shifts.slots = below(most_slots);
    const auto expected = estimates(q.lines, q.shifts, shape_.ports, shape_.bits);
    const auto& other = base::at(expected, rng_.chance(0.5) ? 0 : 1);
    const std::int64_t even = q.shifts.slots + other.slots + other.settings * q.guard -
                              expected[2].slots - expected[2].settings * q.guard;
    q.shifts.slots = std::clamp<std::int64_t>(even + below(2) - 1, 0, most_slots);
    if (!rng_.chance(0.5)) return q;
    // The guard at which ladder and few are done at the same time.
    const std::int64_t more = expected[0].settings - expected[1].settings;
    const std::int64_t most_guard = most_of(shape_.guard_bits);
    if (more > 0) {
      q.guard = std::clamp<std::int64_t>((expected[1].slots - expected[0].slots) / more + below(1),
                                         0, most_guard);
      q.shifts.slots = most_slots;
    }
    return q;
  }

  void decide() {
    const Question q = question();
    const int steps = left_bits_ + 4;
    clock(true, false, &q, 0, false, 0);
    const schedule::CoreKind kind =
        picked(estimates(q.lines, q.shifts, shape_.ports, shape_.bits), q.guard, shape_.choices);
    const auto* at = std::find(schedule::kChoices.begin(), schedule::kChoices.end(), kind);
    const std::int64_t stop = rng_.chance(0.2) ? below(steps) : steps;
    for (std::int64_t step = 1; step <= steps; ++step) {
      const bool flush = step == stop && stop < steps && rng_.chance(0.5);
      const bool reset = step == stop && stop < steps && !flush;
      const bool done = step == steps;
      clock(!reset, flush, nullptr, true, done,
            done ? std::uint64_t{1} << (at - schedule::kChoices.begin()) : 0);
      if (flush || reset) break;
    }
    for (std::int64_t idle = below(2); idle > 0; --idle) clock(true, false, nullptr, 0, false, 0);
  }

  // `asked`: what it begins with; otherwise the inputs are noise.
  void clock(bool rst_n, bool flush, const Question* asked, bool busy, bool done,
             std::uint64_t pick) {
    const Question noise = asked != nullptr ? *asked : question();
    BitWord stimulus, expected, defined;
    const auto put = [&](std::int64_t value, int width) {
      stimulus.put(static_cast<std::uint64_t>(value), width);
    };
    put(rst_n, 1), put(flush, 1), put(asked != nullptr, 1);
    put(noise.guard, shape_.guard_bits);
    put(noise.lines.longest, sum_bits_), put(noise.lines.mean, sum_bits_);
    put(noise.lines.left, left_bits_), put(noise.lines.own, shape_.bits);
    put(noise.shifts.slots, sum_bits_ + left_bits_ - 1), put(noise.shifts.settings, left_bits_);
    expected.put(busy, 1).put(done, 1).put(pick, 3);
    defined.put(repeated(reset_, 2)).put(repeated(done, 3));
    vectors_.add(stimulus, expected, defined);
  }

  DecisionShape shape_;
  int left_bits_, sum_bits_;
  base::Rng rng_;
  Vectors vectors_;
  bool reset_ = false;
};

}  // namespace

Vectors decision_vectors(const DecisionShape& shape, std::uint64_t seed, std::int64_t clocks) {
  return Writer(shape, seed).write(clocks);
}

}  // namespace jacquard::tb
