// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/arrivals/simulate.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/schedule/arrivals/cell_queues.hpp"

namespace jacquard::schedule {
namespace {

// Gathers what happens slot by slot; what happens before the measured slots only moves the backlog.
class Meter {
 public:
  explicit Meter(const SwitchRun& run) : run_(run) {}

  void begin(std::int64_t slot) {
    slot_ = slot;
    measuring_ = slot >= run_.warm_up;
  }
  void arrived() {
    ++backlog_;
    offered_ += measuring_;
  }
  void departed(std::uint32_t arrival_slot) {
    --backlog_;
    if (!measuring_) return;
    const auto delay = static_cast<std::uint32_t>(slot_) - arrival_slot;
    histogram_.add(delay);
    batch_sum_ += delay;
    ++batch_cells_;
  }
  void end() {
    if (!measuring_) return;
    queue_sum_ += static_cast<double>(backlog_);
    const std::int64_t done = slot_ - run_.warm_up + 1;
    if (done * kBatches < static_cast<std::int64_t>(closed_ + 1) * run_.slots) return;
    ++closed_;
    if (batch_cells_ > 0) {
      batch_means_.push_back(static_cast<double>(batch_sum_) / static_cast<double>(batch_cells_));
    }
    delay_sum_ += batch_sum_;
    batch_sum_ = batch_cells_ = 0;
  }
  SwitchMeasures measures() const {
    const double port_slots = static_cast<double>(run_.slots) * run_.ports;
    SwitchMeasures m;
    m.offered = static_cast<double>(offered_) / port_slots;
    m.throughput = static_cast<double>(histogram_.total()) / port_slots;
    m.delay = estimate(batch_means_);
    // Batches differ a little in cells; the mean is over cells, the interval over batches.
    if (histogram_.total() > 0) {
      m.delay.mean = static_cast<double>(delay_sum_) / static_cast<double>(histogram_.total());
    }
    m.p99_delay = histogram_.percentile(0.99);
    m.mean_queue = queue_sum_ / port_slots;
    return m;
  }

 private:
  const SwitchRun& run_;
  std::int64_t slot_ = 0;
  bool measuring_ = false;
  std::int64_t backlog_ = 0;
  std::int64_t offered_ = 0;
  std::int64_t batch_sum_ = 0;
  std::int64_t batch_cells_ = 0;
  std::int64_t delay_sum_ = 0;
  int closed_ = 0;
  double queue_sum_ = 0;
  std::vector<double> batch_means_;
  DelayHistogram histogram_;
};

void check_run(const SwitchRun& run) {
  check_traffic(run.traffic);
  JQ_CHECK(run.slots >= kBatches && run.warm_up >= 0 && run.slots + run.warm_up < UINT32_MAX,
           "a run has a slot per batch, and its slots fit 32 bits");
}

Arrivals arrivals_of(const SwitchRun& run) {
  return Arrivals(run.traffic, run.ports, base::Rng(run.seed, "arrivals", run.stream));
}

}  // namespace

SwitchMeasures simulate(const SwitchRun& run, Arbiter& arbiter) {
  check_run(run);
  const auto n = static_cast<std::size_t>(run.ports);
  Arrivals arrivals = arrivals_of(run);
  Requests requests(run.ports);
  CellQueues queues(n * n);
  Meter meter(run);
  for (std::int64_t slot = 0; slot < run.warm_up + run.slots; ++slot) {
    meter.begin(slot);
    const std::vector<int>& arriving = arrivals.next();
    for (std::size_t i = 0; i < n; ++i) {
      if (arriving[i] == kUnmatched) continue;
      requests.add(static_cast<int>(i), arriving[i]);
      queues.push(i * n + static_cast<std::size_t>(arriving[i]), static_cast<std::uint32_t>(slot));
      meter.arrived();
    }
    const Matching& matching = arbiter.arbitrate(requests);
    for (std::size_t i = 0; i < n; ++i) {
      if (matching[i] == kUnmatched) continue;
      requests.remove_one(static_cast<int>(i), matching[i]);
      meter.departed(queues.pop(i * n + static_cast<std::size_t>(matching[i])));
    }
    meter.end();
  }
  return meter.measures();
}

SwitchMeasures simulate_output_queued(const SwitchRun& run) {
  check_run(run);
  const auto n = static_cast<std::size_t>(run.ports);
  Arrivals arrivals = arrivals_of(run);
  CellQueues queues(n);
  Meter meter(run);
  for (std::int64_t slot = 0; slot < run.warm_up + run.slots; ++slot) {
    meter.begin(slot);
    for (const int output : arrivals.next()) {
      if (output == kUnmatched) continue;
      queues.push(static_cast<std::size_t>(output), static_cast<std::uint32_t>(slot));
      meter.arrived();
    }
    for (std::size_t j = 0; j < n; ++j) {
      if (!queues.empty(j)) meter.departed(queues.pop(j));
    }
    meter.end();
  }
  return meter.measures();
}

double saturation_throughput(Arbiter& arbiter, int ports, std::int64_t warm_up,
                             std::int64_t slots) {
  Requests full(ports);
  for (int i = 0; i < ports; ++i) {
    for (int j = 0; j < ports; ++j) full.add(i, j);
  }
  std::int64_t matched = 0;
  for (std::int64_t slot = 0; slot < warm_up + slots; ++slot) {
    const Matching& matching = arbiter.arbitrate(full);
    if (slot < warm_up) continue;
    matched += ports - std::count(matching.begin(), matching.end(), kUnmatched);
  }
  return static_cast<double>(matched) / (static_cast<double>(slots) * ports);
}

}  // namespace jacquard::schedule
