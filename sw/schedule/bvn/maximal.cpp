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
  void add(int port) {
    bvn::set_bit<W>(&free[0], port);
    bvn::set_bit<W>(&fresh[0], port);
  }
  void remove(int port) { bvn::clear_bit<W>(&free[0], port); }

  bvn::PortSet<W> free;
  bvn::PortSet<W> fresh;
};

template <int W, class Time, class Count>
class MaximalBvn {
 public:
  MaximalBvn(const demand::QuantaMatrix& demand, int scale)
      : ports_(demand.ports()), scale_(scale), counts_(ports_), schedule_(ports_) {
    const std::size_t pairs = counts_.load(demand.row_major(), scale, graph_);
    schedule_.reserve(pairs, 2 * pairs);
    column_of_.fill(kUnmatched);
  }

  Schedule run() {
    FreePorts<W> rows;  // not members: one word each stays in a register
    FreePorts<W> columns;
    for (int port = 0; port < ports_; ++port) {
      rows.add(port);
      columns.add(port);
    }
    for (;;) {
      rematch(rows, columns);
      const Time next = expiry_.earliest();
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
    bvn::for_each_member<W>(&rows.fresh[0], [&](int row) {
      const int column = bvn::first_common<W>(graph_.of[bvn::kRows].row(row), &columns.free[0]);
      if (column >= 0) match(row, column);
    });
    for (int k = 0; k < W; ++k) columns.fresh[k] &= columns.free[k];
    bvn::for_each_member<W>(&columns.fresh[0], [&](int column) {
      const int row = bvn::first_common<W>(graph_.of[bvn::kColumns].row(column), &rows.free[0]);
      if (row >= 0) match(row, column);
    });
    for (int k = 0; k < W; ++k) rows.fresh[k] &= rows.free[k];
    bvn::for_each_member<W>(&rows.fresh[0], [&](int row) {
      if (column_of_[row] == kUnmatched) return;
      column_of_[row] = kUnmatched;
      schedule_.change(row, kUnmatched);
    });
    for (int k = 0; k < W; ++k) rows.fresh[k] = columns.fresh[k] = 0;
  }

  int ports_;
  int scale_;
  bvn::PaddedCounts<W, Count> counts_;
  bvn::BitGraph<W> graph_;
  bvn::ExpiryTimes<W, Time> expiry_;
  Schedule schedule_;
  bvn::PerPort<std::int16_t, W> column_of_;
  Time now_ = 0;
};

template <class Time, class Count>
Schedule by_words(const demand::QuantaMatrix& demand, int scale) {
  return bvn::with_words(demand.ports(), [&](auto words) {
    return MaximalBvn<words.value, Time, Count>(demand, scale).run();
  });
}

}  // namespace

Schedule maximal(const demand::QuantaMatrix& demand, const SchedulerOptions&) {
  const bvn::Measure measure(demand);
  // A greedy schedule ends before 2 D slots, so that is what a time must hold.
  if (!measure.fits_32_bits(2)) return by_words<std::int64_t, std::int64_t>(demand, measure.scale);
  return measure.fits_16_bits() ? by_words<std::int32_t, std::int16_t>(demand, measure.scale)
                                : by_words<std::int32_t, std::int32_t>(demand, measure.scale);
}

}  // namespace jacquard::schedule
