// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/event_baselines.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <queue>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/tool/stopwatch.hpp"
#include "systemc/kernel/simulation.hpp"

namespace jacquard::bench {
namespace {

constexpr int kPauses = 1 << 12;  // drawn beforehand, so that drawing is not what is measured

std::vector<std::int64_t> pauses() {
  base::Rng random(1, "event baselines");
  std::vector<std::int64_t> all(kPauses);
  for (std::int64_t& pause : all) pause = random.between(500, 20'000);
  return all;
}

// A process that sleeps and wakes up for ever.
class Sleeper final : public sc_core::sc_module {
 public:
  Sleeper(const sc_core::sc_module_name& name, const std::vector<std::int64_t>& pauses,
          std::int64_t& left)
      : sc_module(name), pauses_(pauses), left_(left) {
    SC_HAS_PROCESS(Sleeper);
    SC_METHOD(wake_up);
  }

 private:
  void wake_up() {
    if (left_-- <= 0) return;
    const auto pause = pauses_[static_cast<std::size_t>(left_) % kPauses];
    next_trigger(sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(pause)));
  }

  const std::vector<std::int64_t>& pauses_;
  std::int64_t& left_;
};

double per_s(std::int64_t events, double ms) {
  return static_cast<double>(events) / std::max(ms, 1e-6) * 1e3;
}

}  // namespace

double heap_events_per_s(int pending, std::int64_t events) {
  using Event = std::pair<std::int64_t, int>;
  const std::vector<std::int64_t> pause = pauses();
  const double start = tool::thread_ms();
  std::priority_queue<Event, std::vector<Event>, std::greater<>> queue;
  for (int i = 0; i < pending; ++i) queue.push({pause[static_cast<std::size_t>(i) % kPauses], i});
  for (std::int64_t i = 0; i < events; ++i) {
    Event event = queue.top();
    queue.pop();
    event.first += pause[static_cast<std::size_t>(i) % kPauses];
    queue.push(event);
  }
  return per_s(events, tool::thread_ms() - start);
}

double kernel_events_per_s(int pending, std::int64_t events) {
  const std::vector<std::int64_t> pause = pauses();
  const systemc::Simulation simulation;
  const systemc::Simulation::Scope scope(simulation);
  std::int64_t left = events;
  std::vector<std::unique_ptr<Sleeper>> sleepers;
  for (int i = 0; i < pending; ++i) {
    sleepers.push_back(
        std::make_unique<Sleeper>(("sleeper" + std::to_string(i)).c_str(), pause, left));
  }
  const double start = tool::thread_ms();
  sc_core::sc_start();
  return per_s(events, tool::thread_ms() - start);
}

}  // namespace jacquard::bench
