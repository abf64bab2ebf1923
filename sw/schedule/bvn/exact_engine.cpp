// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/bvn/exact_engine.hpp"

#include <algorithm>
#include <limits>

#include "jacquard/base/error.hpp"
#include "jacquard/demand/stuff.hpp"
#include "jacquard/schedule/bvn/emitter.hpp"
#include "jacquard/schedule/bvn/expiry_times.hpp"
#include "jacquard/schedule/bvn/perfect_matching.hpp"

namespace jacquard::schedule::bvn {
namespace {

bool fits_32_bits(const demand::QuantaMatrix& demand) {
  return demand.largest_line_sum() < std::numeric_limits<std::int32_t>::max();
}

// The loop. Between steps each row has a pair, and `expiry_` has the slot at which that pair runs
// out if it stays; `left_` has what a pair had left when it was last put aside, so a step touches
// the counts of the pairs that move and no others. A step goes to the earliest expiry, drops the
// pairs that end there and finds their rows another; by Birkhoff's theorem there always is one.
template <int W, class Count>
class Engine final : public ExactEngine {
 public:
  explicit Engine(int ports)
      : ports_(ports),
        left_(size() * size()),
        dummy_(size() * size()),
        has_dummy_(ports, ports),
        matching_(ports) {
    orphans_.reserve(size());
  }

  bool fits(const demand::QuantaMatrix& demand) const override {
    return demand.ports() == ports_ && fits_32_bits(demand) == (sizeof(Count) == 4);
  }

  Schedule decompose(const demand::QuantaMatrix& demand, Matching& start) override {
    Schedule schedule(ports_);
    const auto line = static_cast<Count>(demand.largest_line_sum());
    if (line == 0) return schedule;
    const std::size_t pairs = load(demand);
    schedule.reserve(pairs, 3 * pairs);
    Emitter<W, Count> emitter(ports_);
    match_all(emitter, start);
    emitter.step(schedule, 0);
    for (now_ = expiry_.earliest(); now_ < line; now_ = expiry_.earliest()) {
      expire();
      for (const std::int16_t row : orphans_) augment(row, emitter);
      emitter.step(schedule, now_);
    }
    emitter.finish(schedule, line);
    return schedule;
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(ports_); }
  std::size_t cell(int row, int column) const {
    return static_cast<std::size_t>(row) * size() + static_cast<std::size_t>(column);
  }

  // Returns the number of pairs with something to send, dummies included.
  std::size_t load(const demand::QuantaMatrix& demand) {
    matching_.reset(ports_);
    has_dummy_ = base::BitMatrix(ports_, ports_);
    expiry_.reset(ports_);
    now_ = 0;
    const auto counts = demand.row_major();
    std::transform(counts.begin(), counts.end(), left_.begin(),
                   [](std::int64_t count) { return static_cast<Count>(count); });
    for (const demand::Dummy& dummy : demand::stuff(demand)) {
      const std::size_t at = cell(dummy.row, dummy.column);
      left_[at] += static_cast<Count>(dummy.quanta);
      dummy_[at] = static_cast<Count>(dummy.quanta);
      has_dummy_.set(dummy.row, dummy.column);
    }
    std::size_t pairs = 0;
    for (int row = 0; row < ports_; ++row) {
      for (int column = 0; column < ports_; ++column) {
        if (left_[cell(row, column)] == 0) continue;
        matching_.graph.add(row, column);
        ++pairs;
      }
    }
    return pairs;
  }

  void match_all(Emitter<W, Count>& emitter, Matching& start) {
    if (start.size() == size()) {
      for (int row = 0; row < ports_; ++row) {
        const int column = start[static_cast<std::size_t>(row)];
        if (left_[cell(row, column)] == 0) continue;
        move(row, kUnmatched, column, emitter);
        matching_.match(row, column);
      }
    }
    for (int row = 0; row < ports_; ++row) {
      if (matching_.column_of(row) == kUnmatched) augment(row, emitter);
    }
    start.resize(size());
    for (int row = 0; row < ports_; ++row) {
      start[static_cast<std::size_t>(row)] = matching_.column_of(row);
    }
  }

  void expire() {
    orphans_.clear();
    expiry_.for_each_at(now_, [this](int row) {
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
    if (old != kUnmatched) left_[cell(row, old)] = expiry_.at(row) - now_;
    const Count end = now_ + left_[cell(row, fresh)];
    const Count dummy = has_dummy_.test(row, fresh) ? dummy_[cell(row, fresh)] : 0;
    expiry_.set(row, end);
    emitter.move(row, fresh, now_, end - dummy, end);
  }

  int ports_;
  Count now_ = 0;
  std::vector<Count> left_;   // real and dummy quanta of pairs that are not matched now
  std::vector<Count> dummy_;  // of the pairs in has_dummy_, at the start
  base::BitMatrix has_dummy_;
  PerfectMatching<W> matching_;
  ExpiryTimes<Count> expiry_;
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

std::unique_ptr<ExactEngine> make_exact_engine(const demand::QuantaMatrix& demand) {
  return fits_32_bits(demand) ? by_words<std::int32_t>(demand.ports())
                              : by_words<std::int64_t>(demand.ports());
}

}  // namespace jacquard::schedule::bvn
