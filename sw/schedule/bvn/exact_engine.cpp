// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/bvn/exact_engine.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/schedule/bvn/expiry_times.hpp"
#include "jacquard/schedule/bvn/load_graph.hpp"
#include "jacquard/schedule/bvn/perfect_matching.hpp"

namespace jacquard::schedule::bvn {
namespace {

// The loop. A line may idle for as long as its slack: the slots that are left less its quanta. By
// Birkhoff's theorem some matching covers all tight lines, those without slack, in every slot. So
// each line is done when the longest is. Lines whose pair ran out wait for others, for a share of
// their slack: most of them then find a partner among each other, and no other line has to move.
// `left_` has what a pair had left when it was last put aside, so a step touches the counts of the
// pairs that move and no others.
template <int W, class Time, class Count>
class Engine final : public ExactEngine {
 public:
  explicit Engine(int ports) : ports_(ports), left_(ports), matching_(ports) {}

  bool fits(int ports, const Measure& measure) const override {
    return ports == ports_ && measure.fits_32_bits(1) == (sizeof(Time) == 4) &&
           measure.fits_16_bits() == (sizeof(Count) == 2);
  }

  Schedule decompose(const demand::QuantaMatrix& demand, const Measure& measure,
                     Matching& start) override {
    Schedule schedule(ports_);
    const auto line = static_cast<Time>(measure.line());
    if (line == 0) return schedule;
    const std::size_t pairs = load(demand, measure);
    schedule.reserve(pairs, 2 * pairs);
    match_all(start);
    show(schedule);
    Time shown_since = 0;
    while (wait() < line) {
      changed_ = false;
      rematch();
      if (!changed_) continue;
      schedule.commit(static_cast<std::int64_t>(now_ - shown_since) << measure.scale);
      shown_since = now_;
      show(schedule);
    }
    schedule.commit(static_cast<std::int64_t>(line - shown_since) << measure.scale);
    return schedule;
  }

 private:
  // Returns the number of pairs with something to send.
  std::size_t load(const demand::QuantaMatrix& demand, const Measure& measure) {
    matching_.reset(ports_);
    expiry_.reset();
    shown_.fill(kUnmatched);
    now_ = deadline_ = 0;
    first_is_free_ = true;
    for (const Side side : {kRows, kColumns}) {
      fresh_[side].clear();
      waiting_[side].clear();
      const auto& sums = side == kRows ? measure.sums.rows : measure.sums.columns;
      for (int line = 0; line < ports_; ++line) {
        free_until_[side][line] =
            static_cast<Time>((measure.sums.largest - base::at(sums, line)) >> measure.scale);
        matching_.set_loose(side, line, free_until_[side][line] > 0);
        fresh_[side].add(line);
      }
    }
    const std::size_t pairs = left_.load(demand.row_major(), measure.scale, matching_.graph);
    for (const Side side : {kRows, kColumns}) {
      for (int line = 0; line < ports_; ++line) {
        pairs_[side][line] = static_cast<std::int16_t>(matching_.graph.of[side].count(line));
      }
    }
    return pairs;
  }

  void match_all(Matching& start) {
    const auto size = static_cast<std::size_t>(ports_);
    if (start.size() == size) {
      for (int row = 0; row < ports_; ++row) {
        const int column = base::at(start, row);
        if (column != kUnmatched && left_.at(row, column) != 0) match(row, column);
      }
    }
    // Row by row: of two permutations that share no pair, one is taken whole.
    cover_tight<kRows>();
    rematch();
    start.resize(size);
    for (int row = 0; row < ports_; ++row) {
      base::at(start, row) = matching_.column_of(row);
    }
  }

  // Goes on to the slot at which lines have to be matched.
  Time wait() {
    Time patience = expiry_.kNever;
    for (;;) {
      now_ = std::min({expiry_.earliest(), patience, deadline_});
      if (now_ == expiry_.earliest()) {
        expiry_.take_earliest([this, &patience](int row) {
          const int column = matching_.column_of(row);
          matching_.expire(row);
          fall_free(kRows, row);
          fall_free(kColumns, column);
          patience = std::min({patience, patience_of(kRows, row), patience_of(kColumns, column)});
        });
      }
      if (now_ >= patience || is_due()) return now_;
    }
  }

  // Slack is spread evenly over the pairs that a line has to wait for.
  Time patience_of(Side side, int line) {
    const Time slack = free_until_[side][line] - now_;
    const int left = --pairs_[side][line];
    return now_ + (left == 0 ? slack : slack / left);
  }

  // Whether a free line is tight. A line that is matched since may have set the deadline.
  bool is_due() {
    if (now_ < deadline_) return false;
    if (!std::exchange(first_is_free_, true)) {
      deadline_ = expiry_.kNever;
      for (const Side side : {kRows, kColumns}) {
        matching_.free_lines(side).for_each(
            [this, side](int line) { deadline_ = std::min(deadline_, free_until_[side][line]); });
      }
    }
    return now_ >= deadline_;
  }

  // The matching was maximal before some lines came free, so a pair that can be added has one of
  // them. Lines that wait come first, or their slack would be used up.
  void rematch() {
    match_fresh<kRows>(waiting_[kColumns]);
    match_fresh<kColumns>(waiting_[kRows]);
    match_fresh<kRows>(fresh_[kColumns]);
    for (const Side side : {kRows, kColumns}) {
      fresh_[side].for_each([this, side](int line) {
        if (matching_.is_free(side, line)) waiting_[side].add(line);
      });
    }
    for (const Side side : {kRows, kColumns}) fresh_[side].clear();
    if (is_due()) {
      cover_tight<kRows>();
      cover_tight<kColumns>();
    }
  }

  template <Side S>
  void match_fresh(FewPorts<W>& partners) {
    if (partners.empty()) return;
    fresh_[S].for_each([&](int line) {
      const int partner = partners.first_common(matching_.graph.of[S].row(line));
      if (partner != kUnmatched) {
        match(S == kRows ? line : partner, S == kRows ? partner : line);
      }
    });
  }

  void match(int row, int column) {
    move<kRows>(row, kUnmatched, column);
    matching_.match(row, column);
  }

  // A search never frees a line of the other side, nor one that is tight.
  template <Side S>
  void cover_tight() {
    tight_.clear();
    matching_.free_lines(S).for_each([this](int line) {
      if (free_until_[S][line] == now_) tight_.push_back(static_cast<std::int16_t>(line));
    });
    for (const std::int16_t line : tight_) {
      if (!matching_.is_free(S, line)) continue;
      const bool found = matching_.template augment<S>(
          line, [this](int moved, int old, int fresh) { this->move<S>(moved, old, fresh); });
      JQ_CHECK(found, "some matching covers all lines that are as long as the slots left");
    }
  }

  template <Side S>
  void move(int line, int old, int fresh) {
    changed_ = true;
    if (old != kUnmatched) {
      const int row = S == kRows ? line : old;
      left_.at(row, S == kRows ? old : line) = static_cast<Count>(expiry_.at(row) - now_);
      expiry_.set(row, expiry_.kNever);
      moved_.add(row);
    } else {
      end_free(S, line);
    }
    if (fresh == kUnmatched) return fall_free(S, line);
    if (matching_.is_free(other(S), fresh)) end_free(other(S), fresh);
    const int row = S == kRows ? line : fresh;
    expiry_.set(row, now_ + left_.at(row, S == kRows ? fresh : line));
    moved_.add(row);
  }

  // Of a line that is free `free_until_` is the slot at which its slack ends, else its slack.
  void fall_free(Side side, int line) {
    Time& until = free_until_[side][line];
    until += now_;
    deadline_ = std::min(deadline_, until);
    fresh_[side].add(line);
    if (side == kRows) moved_.add(line);
  }
  void end_free(Side side, int line) {
    Time& slack = free_until_[side][line];
    first_is_free_ = first_is_free_ && slack != deadline_;
    slack -= now_;
    waiting_[side].remove(line);
    fresh_[side].remove(line);
    if (slack == 0) matching_.set_loose(side, line, false);
  }

  // A pair that ran out is shown until another change, and never after it.
  void show(Schedule& schedule) {
    moved_.for_each([&](int row) {
      const auto column = static_cast<std::int16_t>(matching_.column_of(row));
      if (column == shown_[row]) return;
      shown_[row] = column;
      schedule.change(row, column);
    });
    moved_.clear();
  }

  int ports_;
  Time now_ = 0;
  Time deadline_ = 0;            // the first slot at which a free line is tight
  bool first_is_free_ = true;    // that line is free still
  PaddedCounts<W, Count> left_;  // of pairs that are not matched now
  std::array<PerPort<Time, W>, 2> free_until_;
  std::array<PerPort<std::int16_t, W>, 2> pairs_;  // that a line has left
  PerfectMatching<W> matching_;
  ExpiryTimes<W, Time> expiry_;
  std::array<FewPorts<W>, 2> fresh_;    // lines that came free since the last rematch
  std::array<FewPorts<W>, 2> waiting_;  // and those free since before it
  FewPorts<W> moved_;                   // rows whose column may not be the one shown
  PerPort<std::int16_t, W> shown_;
  bool changed_ = false;
  std::vector<std::int16_t> tight_;
};

template <class Time, class Count>
std::unique_ptr<ExactEngine> by_words(int ports) {
  return with_words(ports, [ports](auto words) -> std::unique_ptr<ExactEngine> {
    return std::make_unique<Engine<words.value, Time, Count>>(ports);
  });
}

}  // namespace

std::unique_ptr<ExactEngine> make_exact_engine(int ports, const Measure& measure) {
  if (!measure.fits_32_bits(1)) return by_words<std::int64_t, std::int64_t>(ports);
  return measure.fits_16_bits() ? by_words<std::int32_t, std::int16_t>(ports)
                                : by_words<std::int32_t, std::int32_t>(ports);
}

}  // namespace jacquard::schedule::bvn
