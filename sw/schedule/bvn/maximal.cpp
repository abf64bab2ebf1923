// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/bvn/maximal.hpp"

#include <utility>

#include "jacquard/schedule/bvn/expiry_times.hpp"
#include "jacquard/schedule/bvn/load_graph.hpp"
#include "jacquard/schedule/bvn/measure.hpp"

namespace jacquard::schedule {
namespace {

// Ports without a partner, and those of them that came free since the last rematch.
template <int W>
struct FreePorts {
  explicit FreePorts(bvn::WordCount<W> words) : free(words), fresh(words) {}

  void add(int port) {
    bvn::set_bit<W>(&free[0], port);
    bvn::set_bit<W>(&fresh[0], port);
  }
  void remove(int port) { bvn::clear_bit<W>(&free[0], port); }

  bvn::PortSet<W> free;
  bvn::PortSet<W> fresh;
};

template <int W, class Count>
class MaximalBvn {
 public:
  MaximalBvn(const demand::QuantaMatrix& demand, int scale)
      : ports_(demand.ports()),
        scale_(scale),
        words_(ports_),
        counts_(ports_),
        graph_(ports_),
        schedule_(ports_),
        column_of_(ports_) {
    counts_.load(demand.row_major(), scale);
    const std::size_t pairs = counts_.load(graph_);
    schedule_.reserve(pairs, 2 * pairs);
    column_of_.fill(kUnmatched);
  }

  Schedule run() {
    FreePorts<W> rows(words_);  // not members: one word each stays in a register
    FreePorts<W> columns(words_);
    for (int port = 0; port < ports_; ++port) {
      rows.add(port);
      columns.add(port);
    }
    for (;;) {
      rematch(rows, columns);
      const Count next = expiry_.earliest();
      if (next == expiry_.kNever) return std::move(schedule_);
      schedule_.commit(static_cast<std::int64_t>(next - now_) << scale_);
      now_ = next;
      expiry_.take_earliest([&](int row) {
        const int column = column_of_[row];
        graph_.remove(row, column);
        rows.add(row);
        columns.add(column);
      });
    }
  }

 private:
  // The matching was maximal before some ports came free, so a pair that can be added has one of
  // them: nothing else is looked at.
  void rematch(FreePorts<W>& rows, FreePorts<W>& columns) {
    const auto match = [&](int row, int column) {
      rows.remove(row);
      columns.remove(column);
      column_of_[row] = static_cast<std::int16_t>(column);
      expiry_.set(row, now_ + counts_.at(row, column));
      schedule_.change(row, column);
    };
    bvn::for_each_member(&rows.fresh[0], words_, [&](int row) {
      const int column = bvn::first_common(graph_.columns_of.row(row), &columns.free[0], words_);
      if (column >= 0) match(row, column);
    });
    for (int k = 0; k < words_; ++k) columns.fresh[k] &= columns.free[k];
    bvn::for_each_member(&columns.fresh[0], words_, [&](int column) {
      const int row = bvn::first_common(graph_.rows_of.row(column), &rows.free[0], words_);
      if (row >= 0) match(row, column);
    });
    for (int k = 0; k < words_; ++k) rows.fresh[k] &= rows.free[k];
    bvn::for_each_member(&rows.fresh[0], words_, [&](int row) {
      if (column_of_[row] == kUnmatched) return;
      column_of_[row] = kUnmatched;
      schedule_.change(row, kUnmatched);
    });
    for (int k = 0; k < words_; ++k) rows.fresh[k] = columns.fresh[k] = 0;
  }

  int ports_;
  int scale_;
  bvn::WordCount<W> words_;
  bvn::PaddedCounts<W, Count> counts_;
  bvn::BitGraph<W> graph_;
  bvn::ExpiryTimes<W, Count> expiry_;
  Schedule schedule_;
  bvn::PerPort<std::int16_t, W> column_of_;
  Count now_ = 0;
};

template <class Count>
Schedule by_words(const demand::QuantaMatrix& demand, int scale) {
  switch (base::words_for(demand.ports())) {
    case 1:
      return MaximalBvn<1, Count>(demand, scale).run();
    case 2:
      return MaximalBvn<2, Count>(demand, scale).run();
    case 4:
      return MaximalBvn<4, Count>(demand, scale).run();
    default:
      return MaximalBvn<0, Count>(demand, scale).run();
  }
}

}  // namespace

Schedule maximal(const demand::QuantaMatrix& demand, const SchedulerOptions&) {
  const bvn::Measure measure(demand);
  // A greedy schedule ends before 2 D slots, so that is what a time must hold.
  return measure.fits_32_bits(2) ? by_words<std::int32_t>(demand, measure.scale)
                                 : by_words<std::int64_t>(demand, measure.scale);
}

}  // namespace jacquard::schedule
