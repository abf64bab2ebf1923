// SPDX-License-Identifier: Apache-2.0
#include "vectors/crossbar_vectors.hpp"

#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/rtl/pins.hpp"
#include "sim/verify/verify.hpp"

namespace jacquard::tb {
namespace {

using schedule::CrossbarConfiguration;
using schedule::CrossbarInputs;
using schedule::CrossbarOutputs;
using schedule::CrossbarShape;

// A golden crossbar that writes down what it is given and what it answers. Inputs it ignores are
// noise.
class Recorder final : public schedule::CrossbarCore {
 public:
  Recorder(const CrossbarShape& shape, std::uint64_t seed)
      : golden_(make_golden_crossbar(shape)), rng_(seed, "vectors/ignored inputs") {}

  const CrossbarShape& shape() const override { return golden_->shape(); }
  const CrossbarOutputs& outputs() override { return golden_->outputs(); }

  void reset() override {
    for (std::int64_t clocks = rng_.between(1, 2); clocks > 0; --clocks) {
      CrossbarInputs in;
      in.abort = rng_.chance(0.5);
      in.valid = noise(shape().ports);
      in.words.resize(static_cast<std::size_t>(shape().ports), 0);
      write(in, false);
      golden_->reset();
      was_reset_ = true;
      had_word_ = 0;
    }
  }

  const CrossbarOutputs& step(const CrossbarInputs& in) override {
    write(in, true);
    return golden_->step(in);
  }

  std::int64_t clocks() const { return vectors_.clocks; }
  void record_until(std::int64_t clocks) {
    until_ = clocks;
    was_reset_ = false;
    had_word_ = 0;
  }
  Vectors take() { return std::move(vectors_); }

 private:
  void write(const CrossbarInputs& in, bool rst_n) {
    if (vectors_.clocks >= until_) return;
    const CrossbarOutputs& out = golden_->outputs();
    if (was_reset_) had_word_ |= out.valid;
    const int n = shape().ports;
    BitWord expected, defined;
    expected.put(out.ready, 1).put(out.active, 1).put(out.guard, 1).put(out.error, 1);
    expected.put(static_cast<std::uint64_t>(out.slots), shape().hold_bits);
    expected.put(out.connected, n).put(out.valid, n);
    defined.put(repeated(was_reset_, expected.width()));
    for (int j = n - 1; j >= 0; --j) {
      expected.put(out.words[static_cast<std::size_t>(j)], shape().width);
      defined.put(repeated((had_word_ >> j) & 1, shape().width));
    }
    vectors_.add(inputs_word(in, rst_n), expected, defined);
  }

  BitWord inputs_word(const CrossbarInputs& in, bool rst_n) {
    const bool offer = rst_n && in.offer;
    const CrossbarConfiguration& c = in.configuration;
    const auto field = [&](std::uint64_t value, int width) {
      return offer ? value & base::low_mask(width) : noise(width);
    };
    const int n = shape().ports;
    BitWord word;
    word.put(rst_n, 1).put(in.abort, 1).put(rst_n ? in.offer : noise(1), 1);
    word.put(field(static_cast<std::uint64_t>(c.hold), shape().hold_bits), shape().hold_bits);
    word.put(field(c.match, n), n);
    for (int i = n - 1; i >= 0; --i) {
      const int column = offer ? c.columns[static_cast<std::size_t>(i)] : 0;
      word.put(field(static_cast<std::uint64_t>(column), rtl::port_width(n)), rtl::port_width(n));
    }
    for (const int clocks : {c.slot_clocks, c.guard_clocks}) {
      word.put(field(static_cast<std::uint64_t>(clocks), shape().guard_bits), shape().guard_bits);
    }
    word.put(in.valid, n);
    for (int i = n - 1; i >= 0; --i) {
      const bool offered = (in.valid >> i) & 1;
      word.put(offered ? in.words[static_cast<std::size_t>(i)] : noise(shape().width),
               shape().width);
    }
    return word;
  }

  std::uint64_t noise(int width) { return rng_() & base::low_mask(width); }

  std::unique_ptr<schedule::CrossbarCore> golden_;
  base::Rng rng_;
  Vectors vectors_;
  std::int64_t until_ = 0;
  bool was_reset_ = false;
  base::Word had_word_ = 0;  // bit j: output j showed a word since the last reset
};

// Every input at random in every clock, each spell of clocks with its own odds.
void drive_at_random(schedule::CrossbarCore& core, base::Rng rng, std::int64_t clocks) {
  const CrossbarShape& shape = core.shape();
  const int n = shape.ports;
  const auto bits = [&](int width) { return rng() & base::low_mask(width); };
  CrossbarInputs in;
  in.words.resize(static_cast<std::size_t>(n));
  in.configuration.columns.resize(static_cast<std::size_t>(n));
  double offer = 1, abort = 0, reset = 0;
  int long_bits = 1;
  for (std::int64_t clock = 0; clock < clocks; ++clock) {
    if (clock % 64 == 0) {
      offer = rng.uniform();
      abort = rng.chance(0.5) ? 0 : 0.1 * rng.uniform();
      reset = rng.chance(0.7) ? 0 : 0.05 * rng.uniform();
      long_bits = static_cast<int>(rng.between(1, shape.guard_bits));
    }
    if (rng.chance(reset)) {
      core.reset();
      continue;
    }
    in.abort = rng.chance(abort);
    in.offer = rng.chance(offer);
    CrossbarConfiguration& c = in.configuration;
    c.hold = static_cast<std::int64_t>(bits(rng.chance(0.1) ? shape.hold_bits : 2)) &
             static_cast<std::int64_t>(base::low_mask(shape.hold_bits));
    c.match = rng.chance(0.5) ? base::low_mask(n) : bits(n);
    const std::vector<int> permutation = rng.permutation(n);
    const bool wrong = rng.chance(0.3);
    for (std::size_t i = 0; i < c.columns.size(); ++i) {
      c.columns[i] = wrong ? static_cast<int>(bits(rtl::port_width(n))) : permutation[i];
    }
    c.slot_clocks = static_cast<int>(bits(rng.chance(0.5) ? 1 : long_bits));
    c.guard_clocks = static_cast<int>(rng.chance(0.4) ? 0 : bits(long_bits));
    in.valid = rng.chance(0.5) ? base::low_mask(n) : bits(n);
    for (std::uint64_t& word : in.words) word = bits(shape.width);
    core.step(in);
  }
}

}  // namespace

Vectors crossbar_vectors(const CrossbarShape& shape, std::uint64_t seed, std::int64_t clocks) {
  Recorder recorder(shape, seed);
  recorder.record_until(clocks / 2);
  verify::Cases cases;
  cases.count = 8;  // every class of `mixed` once
  for (cases.seed = seed; recorder.clocks() < clocks / 2; ++cases.seed) {
    const verify::Report report =
        verify_crossbar(*make_golden_crossbar(shape), recorder, cases, nullptr);
    JQ_CHECK(report.mismatches == 0, "a golden model agrees with itself");
  }
  recorder.record_until(clocks);
  recorder.reset();
  drive_at_random(recorder, base::Rng(seed, "vectors/random"), clocks - recorder.clocks());
  return recorder.take();
}

}  // namespace jacquard::tb
