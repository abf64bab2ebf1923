// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/shifts.hpp"

#include <algorithm>
#include <iterator>

#include "jacquard/schedule/hops/detours.hpp"
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

Relay relay(int row, int column, int destination, std::int64_t quanta) {
  return {static_cast<std::int16_t>(row), static_cast<std::int16_t>(column),
          static_cast<std::int16_t>(destination), quanta};
}

void keep_own(const QuantaMatrix& demand, std::vector<RelaySetting>& settings) {
  const int n = demand.ports();
  RelaySetting own{Matching(base::index(n), kUnmatched), 0, {}};
  for (int port = 0; port < n; ++port) {
    const std::int64_t quanta = demand.at(port, port);
    if (quanta == 0) continue;
    base::at(own.columns, port) = port;
    own.hold = std::max(own.hold, quanta);
    own.relays.push_back(relay(port, port, port, quanta));
  }
  if (own.hold > 0) settings.push_back(std::move(own));
}

// Of a digit, by 1, by 2, ..., with the circuits of all ports.
std::vector<RelaySetting> settings_of(Stock& stock, const PortShape& shape, int k,
                                      base::Span<const std::int64_t> holds) {
  std::vector<RelaySetting> settings;
  for (int by = 1; by < shape.size(k); ++by) {
    RelaySetting setting{{}, holds[base::index(by - 1)], {}};
    for (int port = 0; port < shape.ports(); ++port) {
      setting.columns.push_back(shape.shifted(port, k, by));
    }
    settings.push_back(std::move(setting));
  }
  stock.put_right(shape, k, [&](int by, int port, int next, int to, std::int64_t quanta) {
    base::at(settings, by - 1).relays.push_back(relay(port, next, to, quanta));
  });
  return settings;
}

Schedule shift_schedule(const QuantaMatrix& demand, const PortShape& shape, bool spreads) {
  std::vector<RelaySetting> settings;
  keep_own(demand, settings);
  Stock stock(demand);
  const std::vector<std::int64_t> holds = shift_holds(demand, shape);
  std::size_t first = 0;
  int detours = 0;
  for (int k = 0; k < shape.digits(); ++k) {
    const std::size_t count = base::index(shape.size(k) - 1);
    auto own = settings_of(stock, shape, k, {holds.data() + first, count});
    first += count;
    if (spreads) detours += add_detours(own, demand.clock());
    std::move(own.begin(), own.end(), std::back_inserter(settings));
  }
  const int hops = std::max(1, shape.digits() + detours);
  const std::string family = "shifts " + text_of(shape);
  return schedule_of(settings, demand.ports(), hops, detours > 0 ? family + " spread" : family);
}

}  // namespace

std::vector<std::int64_t> shift_holds(const QuantaMatrix& demand, const PortShape& shape) {
  RowBlocks blocks(demand);
  std::vector<std::int64_t> holds;
  for (int k = 0; k < shape.digits(); ++k) {
    const std::vector<std::int64_t> own = blocks.load(shape.size(k)).holds;
    holds.insert(holds.end(), own.begin(), own.end());
    blocks = blocks.joined(shape.size(k));
  }
  return holds;
}

Schedule shift_schedule(const QuantaMatrix& demand, const PortShape& shape) {
  return shift_schedule(demand, shape, false);
}

Schedule spread_shifts(const QuantaMatrix& demand, const PortShape& shape) {
  return shift_schedule(demand, shape, true);
}

std::vector<ChosenShape> timed_shapes(const QuantaMatrix& demand) {
  ShapeCosts costs(demand);
  std::vector<ChosenShape> all;
  for (PortShape& shape : shapes_of(demand.ports())) {
    const ShiftTime time = costs.time(shape);
    all.push_back({std::move(shape), time});
  }
  return all;
}

ChosenShape shortest_shape(const std::vector<ChosenShape>& shapes) {
  return *std::min_element(
      shapes.begin(), shapes.end(),
      [](const ChosenShape& a, const ChosenShape& b) { return a.time.most < b.time.most; });
}

Schedule shifts(const QuantaMatrix& demand, const SchedulerOptions& options) {
  if (options.shape == "auto") {
    return shift_schedule(demand, shortest_shape(timed_shapes(demand)).shape);
  }
  return shift_schedule(demand, parse_shape(options.shape, demand.ports(), {"--shape", ""}));
}

}  // namespace jacquard::schedule
