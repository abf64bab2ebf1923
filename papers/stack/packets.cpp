// SPDX-License-Identifier: Apache-2.0
#include "papers/stack/packets.hpp"

#include <fmt/format.h>

#include "systemc/engines/engines.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::studies {
namespace {

constexpr base::BytesPerSecond kReductionsAreFree{1e18};

}  // namespace

std::string name_of(const PacketTuning& tuning) {
  return fmt::format("{} chunk{}, {} at once, {}", tuning.chunks, tuning.chunks == 1 ? "" : "s",
                     tuning.active_chunks, tuning.order == engine::Order::fifo ? "fifo" : "lifo");
}

const std::vector<PacketTuning>& packet_tunings() {
  using engine::Order;
  static const std::vector<PacketTuning> all = {
      {1, 1, Order::lifo}, {1, 1, Order::fifo}, {1, 8, Order::lifo}, {1, 8, Order::fifo},
      {4, 1, Order::lifo}, {4, 4, Order::fifo}, {4, 8, Order::lifo},
  };
  return all;
}

base::Picoseconds packet_step(const genstack::GenstackConfig& config, const PacketTuning& tuning) {
  genstack::GenstackConfig switched = config;
  switched.node_links = false;  // what is within nodes has its time in the job
  const train::Step step = train::prepare(genstack::at_one_crossbar(switched), {});
  genstack::JobSource source = genstack::job_of(config, {});
  source.work.chunks = tuning.chunks;
  engine::Scenario scenario = train::scenario_of(step, source.work);
  scenario.rules.endpoint_delay = base::Picoseconds{0};
  scenario.rules.local_memory_bandwidth = kReductionsAreFree;
  scenario.rules.active_chunks = tuning.active_chunks;
  scenario.rules.order = tuning.order;
  return run::run_on("event", scenario).time;
}

}  // namespace jacquard::studies
