// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/bvn/exact_engine.hpp"

#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/schedule/bvn/emitter.hpp"
#include "jacquard/schedule/bvn/expiry_times.hpp"
#include "jacquard/schedule/bvn/load_graph.hpp"
#include "jacquard/schedule/bvn/perfect_matching.hpp"

namespace jacquard::schedule::bvn {
namespace {

// The loop. Between steps each row has a pair, and `expiry_` has the slot at which that pair runs
// out if it is kept. `left_` has what a pair had left when it was last put aside. So a step touches
// the counts of the pairs that move and no others. A step goes to the earliest expiry, drops the
// pairs that end there and finds their rows another; by Birkhoff's theorem there always is one.
template <int W, class Count>
class Engine final : public ExactEngine {
 public:
  explicit Engine(int ports)
      : ports_(ports), left_(ports), dummy_(ports), has_dummy_(ports), matching_(ports) {
    orphans_.reserve(static_cast<std::size_t>(ports));
  }

  bool fits(int ports, const Measure& measure) const override {
    return ports == ports_ && measure.fits_32_bits(1) == (sizeof(Count) == 4);
  }

  Schedule decompose(const demand::QuantaMatrix& demand, Measure measure,
                     Matching& start) override {
    Schedule schedule(ports_);
    const auto line = static_cast<Count>(measure.line());
    if (line == 0) return schedule;
    const int scale = measure.scale;
    const std::size_t pairs = load(demand, std::move(measure));
    schedule.reserve(pairs, 3 * pairs);
    Emitter<W, Count> emitter(ports_, scale, schedule);
    match_all(emitter, start);
    emitter.step(0);
    for (now_ = expiry_.earliest(); now_ < line; now_ = expiry_.earliest()) {
      expire();
      for (const std::int16_t row : orphans_) augment(row, emitter);
      emitter.step(now_);
    }
    emitter.finish(line);
    return schedule;
  }

 private:
  // Returns the number of pairs with something to send, dummies included.
  std::size_t load(const demand::QuantaMatrix& demand, Measure measure) {
    matching_.reset(ports_);
    has_dummy_.clear();
    expiry_.reset();
    now_ = 0;
    left_.load(demand.row_major(), measure.scale);
    for (const demand::Dummy& dummy : demand::stuff(std::move(measure.sums))) {
      const auto quanta = static_cast<Count>(dummy.quanta >> measure.scale);
      left_.at(dummy.row, dummy.column) += quanta;
      dummy_.at(dummy.row, dummy.column) = quanta;
      has_dummy_.add(dummy.row, dummy.column);
    }
    return left_.load(matching_.graph);
  }

  void match_all(Emitter<W, Count>& emitter, Matching& start) {
    const auto size = static_cast<std::size_t>(ports_);
    if (start.size() == size) {
      for (int row = 0; row < ports_; ++row) {
        const int column = base::at(start, row);
        if (left_.at(row, column) == 0) continue;
        move(row, kUnmatched, column, emitter);
        matching_.match(row, column);
      }
    }
    for (int row = 0; row < ports_; ++row) {
      if (matching_.column_of(row) == kUnmatched) augment(row, emitter);
    }
    start.resize(size);
    for (int row = 0; row < ports_; ++row) {
      base::at(start, row) = matching_.column_of(row);
    }
  }

  void expire() {
    orphans_.clear();
    expiry_.take_earliest([this](int row) {
      matching_.expire(row);
      orphans_.push_back(static_cast<std::int16_t>(row));
    });
  }

  void augment(int row, Emitter<W, Count>& emitter) {
    const bool found = matching_.augment(
        row, [&](int moved, int old, int fresh) { move(moved, old, fresh, emitter); });
    JQ_CHECK(found, "a matrix with equal line sums has a perfect matching");
  }

  void move(int row, int old, int fresh, Emitter<W, Count>& emitter) {
    if (old != kUnmatched) left_.at(row, old) = expiry_.at(row) - now_;
    const Count end = now_ + left_.at(row, fresh);
    const Count dummy = has_dummy_.has(row, fresh) ? dummy_.at(row, fresh) : 0;
    expiry_.set(row, end);
    emitter.move(row, fresh, now_, end - dummy, end);
  }

  int ports_;
  Count now_ = 0;
  PaddedCounts<W, Count> left_;   // real and dummy quanta of pairs that are not matched now
  PaddedCounts<W, Count> dummy_;  // of the pairs in has_dummy_, at the start
  BitRows<W> has_dummy_;
  PerfectMatching<W> matching_;
  ExpiryTimes<W, Count> expiry_;
  std::vector<std::int16_t> orphans_;
};

template <class Count>
std::unique_ptr<ExactEngine> by_words(int ports) {
  switch (base::words_for(ports)) {
    case 1:
      return std::make_unique<Engine<1, Count>>(ports);
    case 2:
      return std::make_unique<Engine<2, Count>>(ports);
    case 4:
      return std::make_unique<Engine<4, Count>>(ports);
    default:
      return std::make_unique<Engine<0, Count>>(ports);
  }
}

}  // namespace

std::unique_ptr<ExactEngine> make_exact_engine(int ports, const Measure& measure) {
  return measure.fits_32_bits(1) ? by_words<std::int32_t>(ports) : by_words<std::int64_t>(ports);
}

}  // namespace jacquard::schedule::bvn
