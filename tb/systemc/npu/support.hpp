// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/collective/generate.hpp"
#include "jacquard/engine/event/event_engine.hpp"
#include "jacquard/topology/fabric.hpp"
#include "systemc/npu/npu_rounds.hpp"

namespace jacquard::systemc::test {

inline constexpr double kLink = 45e9;  // bytes/s

// An ideal memory of so many pseudo-channels of 36.8 GB/s, 31.9 ns from a read, 15.65 ns from a
// write.
inline memory::MemoryConfig ideal_memory(int channels) {
  memory::MemoryConfig config;
  config.organisation.channels = channels;
  config.fidelity = memory::Fidelity::ideal;
  return config;
}

inline NpuPlatform platform_of(int channels, Adding adding = Adding::on_arrival) {
  NpuPlatform platform;
  platform.memory = ideal_memory(channels);
  platform.nic.adding = adding;
  return platform;
}

inline topology::Fabric ring(int npus, std::int64_t latency_ns = 500) {
  return topology::Fabric({{topology::Block::ring, npus, base::BytesPerSecond{kLink},
                            base::Picoseconds{latency_ns * 1000}}});
}

inline collective::CollectiveRequest request_of(const topology::Fabric& fabric,
                                                rounds::CollectiveKind kind, std::int64_t bytes,
                                                collective::Method method) {
  collective::CollectiveRequest request;
  request.kind = kind;
  std::vector<int> sizes;
  for (const topology::Dimension& d : fabric.all()) sizes.push_back(d.size);
  request.shape = rounds::Shape(sizes);
  request.algorithms = {{method, 0}};
  request.bytes = base::Bytes{bytes};
  return request;
}

// The event engine's time, told what the platform's memory does: longer links, and how fast sums
// are made.
inline base::Picoseconds engine_time(const rounds::RoundGraph& graph,
                                     const topology::Fabric& fabric, const NpuPlatform& platform) {
  const EngineView view = engine_view(graph, platform);
  std::vector<topology::Dimension> dimensions = fabric.all();
  for (topology::Dimension& d : dimensions) d.latency += view.memory_delay;
  const topology::Fabric longer(dimensions);
  engine::Rules rules;
  rules.local_memory_bandwidth = view.local_memory_bandwidth;
  return engine::EventEngine().run({graph, longer, rules, {}}).time;
}

inline NpuRoundsOutcome on_npus(const rounds::RoundGraph& graph, const topology::Fabric& fabric,
                                const NpuPlatform& platform) {
  return run_on_npus({graph, fabric, engine::Rules{}, {}}, platform);
}

}  // namespace jacquard::systemc::test
