// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/memory_runs.hpp"

#include <algorithm>
#include <memory>

#include "jacquard/memory/address_map.hpp"
#include "jacquard/memory/booking.hpp"
#include "jacquard/memory/channel.hpp"
#include "jacquard/tool/stopwatch.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/memory/memory.hpp"
#include "systemc/memory/player.hpp"

namespace jacquard::bench {
namespace {

using systemc::MemoryTraffic;
using systemc::Pattern;

constexpr base::Bytes kAccess{256};

MemoryTraffic traffic_of(Pattern pattern, base::Bytes access, double read_share,
                         base::Picoseconds duration) {
  MemoryTraffic traffic;
  traffic.pattern = pattern;
  traffic.access = access;
  traffic.read_share = read_share;
  traffic.duration = duration;
  return traffic;
}

memory::Access access_of(std::int64_t index, base::Bytes capacity) {
  const std::int64_t address = index * kAccess.count() % capacity.count();
  return {static_cast<std::uint64_t>(address), kAccess, memory::Direction::read};
}

MemoryRun outcome_of(const memory::Figures& figures, double ms) {
  return {figures.achieved() / figures.peak, figures.commands.reads + figures.commands.writes, ms};
}

}  // namespace

std::vector<MemoryTrafficCase> memory_traffic_cases(const memory::MemoryConfig& config,
                                                    int refresh_intervals) {
  const base::Picoseconds duration = config.timing.tREFI * refresh_intervals;
  const MemoryTraffic stream = traffic_of(Pattern::stream, kAccess, 1, duration);
  std::vector<MemoryTrafficCase> cases = {
      {"stream", {stream}}, {"mix_2_1", {traffic_of(Pattern::stream, kAccess, 2.0 / 3, duration)}}};
  for (const int bytes : {32, 64, 256, 1024}) {
    cases.push_back({"random_" + std::to_string(bytes),
                     {traffic_of(Pattern::random, base::Bytes{bytes}, 1, duration)}});
  }
  cases.push_back(
      {"stream_and_random", {stream, traffic_of(Pattern::random, kAccess, 1, duration)}});
  return cases;
}

MemoryRun run_through_tlm(const memory::MemoryConfig& config, const MemoryTrafficCase& traffic,
                          std::uint64_t seed) {
  const systemc::Simulation simulation;
  const systemc::Simulation::Scope scope(simulation);
  systemc::Memory memory("memory", config);
  std::vector<std::unique_ptr<systemc::Player>> players;
  for (const MemoryTraffic& one : traffic.initiators) {
    systemc::PlayerConfig player;
    player.outstanding = one.outstanding;
    player.quantum = systemc::quantum_among(traffic.initiators.size(), one.quantum);
    player.until = one.duration;
    const int index = static_cast<int>(players.size());
    players.push_back(std::make_unique<systemc::Player>(
        ("initiator_" + std::to_string(index)).c_str(), config.fidelity, player,
        systemc::accesses_of(one, memory.capacity(), 0, seed + static_cast<std::uint64_t>(index))));
    players.back()->port.socket.bind(memory.socket);
  }
  const double start = tool::thread_ms();
  sc_core::sc_start();
  const double ms = tool::thread_ms() - start;
  return outcome_of(memory.figures(), ms);
}

MemoryRun run_address_map(const memory::MemoryConfig& config, std::int64_t bursts) {
  const memory::AddressMap map(config.organisation, config.controller.mapping, {});
  const std::int64_t size = config.organisation.burst().count();
  const double start = tool::thread_ms();
  std::int64_t sum = 0;
  for (std::int64_t i = 0; i < bursts; ++i) {
    const auto where = map(static_cast<std::uint64_t>(i * size % map.capacity().count()));
    sum += where.row + where.column + where.group;
  }
  const double ms = tool::thread_ms() - start;
  return {sum > 0 ? 1.0 : 0.0, bursts, ms};
}

MemoryRun run_channel(const memory::MemoryConfig& config, std::int64_t bursts) {
  const memory::AddressMap map(config.organisation, config.controller.mapping, {});
  const std::int64_t size = config.organisation.burst().count();
  memory::Channel channel(config);
  const double start = tool::thread_ms();
  memory::Clock now = 0;
  memory::Clock end = 0;
  for (std::int64_t i = 0; i < bursts || channel.pending() > 0;) {
    const auto address = static_cast<std::uint64_t>(i * size % map.capacity().count());
    const memory::Burst burst{map(address), memory::Direction::read, 0};
    if (i < bursts && channel.has_room(burst)) {
      channel.offer(burst, now);
      ++i;
      continue;
    }
    now = channel.next();
    channel.advance(now);
    for (const memory::Finished& finished : channel.finished()) end = std::max(end, finished.end);
    channel.clear_finished();
  }
  const double ms = tool::thread_ms() - start;
  const double busy = static_cast<double>(bursts * config.organisation.burst_clocks());
  return {busy / static_cast<double>(end), bursts, ms};
}

MemoryRun run_booking(const memory::MemoryConfig& config, std::int64_t bursts) {
  memory::Booking booking(config);
  const std::int64_t accesses = bursts * config.organisation.burst().count() / kAccess.count();
  const double start = tool::thread_ms();
  base::Picoseconds end{0};
  for (std::int64_t i = 0; i < accesses; ++i) {
    end = std::max(end, booking.book(access_of(i, booking.capacity()), base::Picoseconds{0}));
  }
  const double ms = tool::thread_ms() - start;
  return outcome_of(booking.figures(end), ms);
}

}  // namespace jacquard::bench
