// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/bvn/maximal.hpp"

#include <algorithm>
#include <limits>

#include "jacquard/schedule/bvn/bit_graph.hpp"
#include "jacquard/schedule/bvn/expiry_times.hpp"

namespace jacquard::schedule {
namespace {

using base::Word;

template <int W, class Count>
class MaximalBvn {
 public:
  explicit MaximalBvn(const demand::QuantaMatrix& demand)
      : demand_(demand),
        words_(base::words_for(demand.ports())),
        graph_(demand.ports()),
        schedule_(demand.ports()),
        column_of_(size(), kUnmatched),
        sets_(kSets, demand.ports()),
        free_rows_(sets_.row(0)),
        free_columns_(sets_.row(1)),
        freed_rows_(sets_.row(2)),
        freed_columns_(sets_.row(3)) {
    expiry_.reset(demand.ports());
    std::size_t pairs = 0;
    for (int i = 0; i < demand.ports(); ++i) {
      const auto counts = demand.row(i);
      for (int j = 0; j < demand.ports(); ++j) {
        if (counts[static_cast<std::size_t>(j)] == 0) continue;
        graph_.add(i, j);
        ++pairs;
      }
      set_free(i, i);
    }
    schedule_.reserve(pairs, 2 * pairs);
  }

  Schedule run() {
    rematch();
    for (Count next = expiry_.earliest(); next != expiry_.kNever; next = expiry_.earliest()) {
      schedule_.commit(next - now_);
      now_ = next;
      expiry_.for_each_at(next, [this](int row) { expire(row); });
      rematch();
    }
    return std::move(schedule_);
  }

 private:
  static constexpr int kSets = 4;

  std::size_t size() const { return static_cast<std::size_t>(demand_.ports()); }

  void set_free(int row, int column) {
    bvn::set_bit(free_rows_, row);
    bvn::set_bit(freed_rows_, row);
    bvn::set_bit(free_columns_, column);
    bvn::set_bit(freed_columns_, column);
  }

  void expire(int row) {
    const int column = column_of_[static_cast<std::size_t>(row)];
    graph_.remove(row, column);
    expiry_.set(row, expiry_.kNever);
    set_free(row, column);
  }

  void match(int row, int column) {
    bvn::clear_bit(free_rows_, row);
    bvn::clear_bit(free_columns_, column);
    column_of_[static_cast<std::size_t>(row)] = column;
    expiry_.set(row, now_ + static_cast<Count>(demand_.at(row, column)));
    schedule_.change(row, column);
  }

  // The matching was maximal before some ports came free, so a pair that can be added has one of
  // them: nothing else is looked at.
  void rematch() {
    bvn::for_each_member(freed_rows_, words_, [this](int row) {
      const int column = bvn::first_common(graph_.columns_of.row(row), free_columns_, words_);
      if (column >= 0) match(row, column);
    });
    bvn::for_each_member(freed_columns_, words_, [this](int column) {
      if (!bvn::has_bit(free_columns_, column)) return;
      const int row = bvn::first_common(graph_.rows_of.row(column), free_rows_, words_);
      if (row >= 0) match(row, column);
    });
    bvn::for_each_member(freed_rows_, words_, [this](int row) {
      int& column = column_of_[static_cast<std::size_t>(row)];
      if (!bvn::has_bit(free_rows_, row) || column == kUnmatched) return;
      column = kUnmatched;
      schedule_.change(row, kUnmatched);
    });
    for (int k = 0; k < words_; ++k) freed_rows_[k] = freed_columns_[k] = 0;
  }

  const demand::QuantaMatrix& demand_;
  bvn::WordCount<W> words_;
  bvn::BitGraph graph_;
  bvn::ExpiryTimes<Count> expiry_;
  Schedule schedule_;
  Matching column_of_;
  base::BitMatrix sets_;
  Word* free_rows_;
  Word* free_columns_;
  Word* freed_rows_;  // since the last rematch
  Word* freed_columns_;
  Count now_ = 0;
};

template <class Count>
Schedule by_words(const demand::QuantaMatrix& demand) {
  switch (base::words_for(demand.ports())) {
    case 1:
      return MaximalBvn<1, Count>(demand).run();
    case 2:
      return MaximalBvn<2, Count>(demand).run();
    case 4:
      return MaximalBvn<4, Count>(demand).run();
    default:
      return MaximalBvn<0, Count>(demand).run();
  }
}

}  // namespace

Schedule maximal(const demand::QuantaMatrix& demand, const SchedulerOptions&) {
  // A greedy schedule ends before 2 D slots, so that is what a time must hold.
  const std::int64_t line = demand.largest_line_sum();
  return line < std::numeric_limits<std::int32_t>::max() / 2 ? by_words<std::int32_t>(demand)
                                                             : by_words<std::int64_t>(demand);
}

}  // namespace jacquard::schedule
