// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/shifts.hpp"

#include <algorithm>
#include <optional>

#include "jacquard/schedule/hops/row_blocks.hpp"

namespace jacquard::schedule {
namespace {

using demand::QuantaMatrix;

// What lies at each port for each destination, while digits are put right one after the other.
class Stock {
 public:
  explicit Stock(const QuantaMatrix& demand)
      : n_(demand.ports()),
        at_(demand.row_major().begin(), demand.row_major().end()),
        next_(at_.size()),
        digit_(static_cast<std::size_t>(n_)) {}

  // Each port's part for destinations whose digit k is another goes to the port that differs in
  // that digit alone. Calls sent(by, port, next, destination, quanta) for each that has any.
  template <class Sent>
  void put_right(const PortShape& shape, int k, Sent&& sent) {
    const int size = shape.size(k);
    for (int port = 0; port < n_; ++port) base::at(digit_, port) = shape.digit(port, k);
    std::fill(next_.begin(), next_.end(), 0);
    for (int port = 0; port < n_; ++port) {
      for (int to = 0; to < n_; ++to) {
        const std::int64_t quanta = at_[base::cell(port, to, n_)];
        if (quanta == 0) continue;
        int by = base::at(digit_, to) - base::at(digit_, port);
        if (by < 0) by += size;
        const int next = by == 0 ? port : shape.shifted(port, k, by);
        if (by > 0) sent(by, port, next, to, quanta);
        next_[base::cell(next, to, n_)] += quanta;
      }
    }
    at_.swap(next_);
  }

 private:
  int n_;
  std::vector<std::int64_t> at_, next_;
  std::vector<int> digit_;
};

void keep_own(const QuantaMatrix& demand, bool relays, Schedule& schedule) {
  const int n = demand.ports();
  Matching own(static_cast<std::size_t>(n), kUnmatched);
  std::int64_t most = 0;
  for (int port = 0; port < n; ++port) {
    if (demand.at(port, port) == 0) continue;
    base::at(own, port) = port;
    most = std::max(most, demand.at(port, port));
  }
  if (most == 0) return;
  schedule.append(own, most);
  for (int port = 0; relays && port < n; ++port) {
    const auto p = static_cast<std::int16_t>(port);
    if (demand.at(port, port) > 0) schedule.relay({p, p, p, demand.at(port, port)});
  }
}

}  // namespace

std::vector<std::int64_t> shift_holds(const QuantaMatrix& demand, const PortShape& shape) {
  RowBlocks blocks(demand);
  std::vector<std::int64_t> holds;
  for (int k = 0; k < shape.digits(); ++k) {
    const std::vector<std::int64_t> own = blocks.holds(shape.size(k));
    holds.insert(holds.end(), own.begin(), own.end());
    blocks = blocks.joined(shape.size(k));
  }
  return holds;
}

Schedule shift_schedule(const QuantaMatrix& demand, const PortShape& shape) {
  const int n = demand.ports();
  const bool relays = shape.digits() > 1;
  Schedule schedule(n, std::max(1, shape.digits()));
  schedule.set_family("shifts " + text_of(shape));
  keep_own(demand, relays, schedule);
  Stock stock(demand);
  const std::vector<std::int64_t> holds = shift_holds(demand, shape);
  auto hold = holds.begin();
  for (int k = 0; k < shape.digits(); ++k) {
    std::vector<std::vector<Relay>> carried(base::index(shape.size(k)));
    stock.put_right(shape, k, [&](int by, int port, int next, int to, std::int64_t quanta) {
      base::at(carried, by)
          .push_back({static_cast<std::int16_t>(port), static_cast<std::int16_t>(next),
                      static_cast<std::int16_t>(to), quanta});
    });
    for (int by = 1; by < shape.size(k); ++by, ++hold) {
      if (*hold == 0) continue;
      Matching columns(static_cast<std::size_t>(n), kUnmatched);
      for (const Relay& relay : base::at(carried, by)) base::at(columns, relay.row) = relay.column;
      schedule.append(columns, *hold);
      for (const Relay& relay : base::at(carried, by)) {
        if (relays) schedule.relay(relay);
      }
    }
  }
  return schedule;
}

ChosenShape shortest_shape(const QuantaMatrix& demand) {
  ShapeCosts costs(demand);
  std::optional<ChosenShape> best;
  for (PortShape& shape : shapes_of(demand.ports())) {
    const ShiftTime time = costs.time(shape);
    if (!best || time.most < best->time.most) best = ChosenShape{std::move(shape), time};
  }
  return *best;
}

Schedule shifts(const QuantaMatrix& demand, const SchedulerOptions& options) {
  if (options.shape == "auto") return shift_schedule(demand, shortest_shape(demand).shape);
  return shift_schedule(demand, parse_shape(options.shape, demand.ports(), {"--shape", ""}));
}

}  // namespace jacquard::schedule
