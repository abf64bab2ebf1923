// SPDX-License-Identifier: Apache-2.0
#include "vectors/scheduler_vectors.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/rtl/pins.hpp"
#include "jacquard/schedule/core/core_names.hpp"
#include "sim/verify/verify.hpp"
#include "vectors/random_stimulus.hpp"

namespace jacquard::tb {
namespace {

using schedule::Core;
using schedule::CoreInputs;
using schedule::CoreOutputs;
using schedule::CoreShape;
using schedule::kUnmatched;

// A golden core that writes down what it is given and what it answers. Inputs it ignores are noise.
class Recorder final : public Core {
 public:
  Recorder(const CoreShape& shape, std::uint64_t seed)
      : golden_(schedule::make_golden_core(shape)),
        rng_(seed, "vectors/ignored inputs"),
        guards_(seed, "vectors/ignored guards") {}

  const CoreShape& shape() const override { return golden_->shape(); }
  const CoreOutputs& outputs() override { return golden_->outputs(); }

  // One clock or two in which everything else is noise.
  void reset() override {
    for (std::int64_t clocks = rng_.between(1, 2); clocks > 0; --clocks) {
      CoreInputs in;
      in.abort = rng_.chance(0.5);
      in.ready = rng_.chance(0.5);
      write(in, false);
      golden_->reset();
      was_reset_ = true;
    }
  }

  const CoreOutputs& step(const CoreInputs& in) override {
    write(in, true);
    return golden_->step(in);
  }

  std::int64_t clocks() const { return vectors_.clocks; }
  // What passed unrecorded is unknown to the device: nothing is compared before the next reset.
  void record_until(std::int64_t clocks) {
    until_ = clocks;
    was_reset_ = false;
  }
  Vectors take() { return std::move(vectors_); }

 private:
  void write(const CoreInputs& in, bool rst_n) {
    if (vectors_.clocks >= until_) return;
    const CoreOutputs& out = golden_->outputs();
    const BitWord expected = outputs_word(out);
    vectors_.add(inputs_word(in, rst_n), expected, repeated(was_reset_, expected.width()));
  }

  BitWord inputs_word(const CoreInputs& in, bool rst_n) {
    const int level_width = rtl::port_width(shape().bits);
    const bool options = rst_n && in.start;
    BitWord word;
    word.put(rst_n, 1).put(rst_n ? in.load : noise(1), 1).put(rst_n ? in.start : noise(1), 1);
    word.put(in.abort, 1).put(in.ready, 1).put(options ? in.fill : noise(1), 1);
    const std::uint64_t no_guard = guards_.below(schedule::kMostGuard + 1);
    word.put(options ? static_cast<std::uint64_t>(in.guard) : no_guard, schedule::kGuardBits);
    word.put(options ? static_cast<std::uint64_t>(in.top_offset) : noise(level_width), level_width);
    word.put(options ? static_cast<std::uint64_t>(in.floor) : noise(level_width), level_width);
    for (auto j = static_cast<std::size_t>(shape().rows_per_clock * shape().ports); j-- > 0;) {
      word.put(in.load ? in.row[j] : noise(shape().bits), shape().bits);
    }
    return word;
  }

  BitWord outputs_word(const CoreOutputs& out) const {
    BitWord word, match, column;
    word.put(out.load_ready, 1).put(out.busy, 1).put(out.done, 1).put(out.shifts, 1);
    word.put(out.valid, 1);
    word.put(static_cast<std::uint64_t>(out.hold), schedule::hold_bits(shape()));
    for (std::size_t i = out.columns.size(); i-- > 0;) {
      const bool connected = out.columns[i] != kUnmatched;
      match.put(connected, 1);
      column.put(connected ? static_cast<std::uint64_t>(out.columns[i]) : 0,
                 rtl::port_width(shape().ports));
    }
    return word.put(match).put(column);
  }

  std::uint64_t noise(int width) { return rng_.below(std::uint64_t{1} << width); }

  std::unique_ptr<Core> golden_;
  base::Rng rng_, guards_;
  Vectors vectors_;
  std::int64_t until_ = 0;
  bool was_reset_ = false;
};

// The run-time options of the n-th round of verification: the plain ones first.
CoreInputs options_of_round(const CoreShape& shape, std::uint64_t seed, std::uint64_t round) {
  base::Rng rng(seed, "vectors/options", round);
  CoreInputs options;
  if (round == 0) return options;
  const int highest = (1 << rtl::port_width(shape.bits)) - 1;
  options.top_offset = static_cast<int>(rng.between(0, highest));
  options.floor = static_cast<int>(rng.between(0, highest));
  options.fill = rng.chance(0.75);
  return options;
}

}  // namespace

Vectors scheduler_vectors(const CoreShape& shape, std::uint64_t seed, std::int64_t clocks) {
  constexpr std::int64_t cases_per_round = 8;  // every class of `mixed` once
  Recorder recorder(shape, seed);
  recorder.record_until(clocks / 2);
  for (std::uint64_t round = 0; recorder.clocks() < clocks / 2; ++round) {
    verify::Cases cases;
    cases.count = cases_per_round;
    cases.seed = seed + round;
    const verify::Report report = verify_core(*schedule::make_golden_core(shape), recorder,
                                              options_of_round(shape, seed, round), cases, nullptr);
    JQ_CHECK(report.mismatches == 0, "a golden model agrees with itself and the checker with it");
  }
  recorder.record_until(clocks);
  recorder.reset();
  drive_at_random(recorder, base::Rng(seed, "vectors/random"), clocks - recorder.clocks());
  return recorder.take();
}

}  // namespace jacquard::tb
