// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/run_memory.hpp"

#include <algorithm>
#include <memory>

#include "jacquard/memory/command_trace.hpp"
#include "sim/platform/requests.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/memory/memory.hpp"

namespace jacquard::platform {
namespace {

using systemc::Accesses;
using systemc::Played;
using systemc::Player;

Accesses trace_of(const std::string& path, base::Bytes capacity) {
  return [requests = read_requests(path, capacity), next = std::size_t{0}]() mutable {
    return next < requests.size() ? std::optional(requests[next++]) : std::nullopt;
  };
}

std::vector<std::unique_ptr<Player>> players_of(const MemoryExperiment& e, base::Bytes capacity,
                                                std::uint64_t seed, bool keep) {
  const systemc::MemoryTraffic& traffic = e.traffic;
  const bool trace = !e.requests.empty();
  systemc::PlayerConfig config;
  config.outstanding = traffic.outstanding;
  const int initiators = trace ? 1 : traffic.initiators;
  config.quantum = systemc::quantum_among(static_cast<std::size_t>(initiators), traffic.quantum);
  config.keep = keep;
  config.until = trace ? base::Picoseconds{0} : traffic.duration;
  config.timed = trace || traffic.rate.count() > 0;
  std::vector<std::unique_ptr<Player>> players;
  for (int i = 0; i < initiators; ++i) {
    Accesses accesses =
        trace ? trace_of(e.requests, capacity) : systemc::accesses_of(traffic, capacity, i, seed);
    players.push_back(std::make_unique<Player>(("initiator_" + std::to_string(i)).c_str(),
                                               e.memory.fidelity, config, std::move(accesses)));
  }
  return players;
}

}  // namespace

MemoryOutcome run_memory(const MemoryExperiment& e, std::uint64_t seed,
                         const MemoryRecords& records) {
  const systemc::Simulation simulation;
  const systemc::Simulation::Scope scope(simulation);
  systemc::Memory memory("memory", e.memory);
  const auto players = players_of(e, memory.capacity(), seed, records.accesses);
  for (const auto& player : players) player->port.socket.bind(memory.socket);
  if (records.commands != nullptr) {
    memory::write_trace_head(*records.commands);
    memory.observe([&](int channel, const memory::Command& command) {
      memory::write_trace_line(*records.commands, {channel, command}, e.memory.organisation);
    });
  }
  sc_core::sc_start();
  MemoryOutcome outcome;
  outcome.figures = memory.figures();
  outcome.figures.latencies.clear();
  for (const auto& player : players) {
    const std::vector<base::Picoseconds> latencies = player->latencies().ended();
    outcome.figures.latencies.insert(outcome.figures.latencies.end(), latencies.begin(),
                                     latencies.end());
    outcome.played.insert(outcome.played.end(), player->played().begin(), player->played().end());
  }
  outcome.accesses = static_cast<std::int64_t>(outcome.figures.latencies.size());
  std::stable_sort(outcome.played.begin(), outcome.played.end(),
                   [](const Played& a, const Played& b) { return a.at < b.at; });
  return outcome;
}

}  // namespace jacquard::platform
