// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/gemm_run.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include "jacquard/base/error.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/npu/link_reads.hpp"
#include "systemc/npu/npu.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;

// What a link reads before it begins again: far more than a row of every bank.
constexpr std::int64_t kSent = 16 << 20;

using Links = std::vector<std::unique_ptr<LinkReads>>;

// After C, one link's data after the other's; where the memory ends, from its begin.
Links make_links(const NpuConfig& config, const GemmSize& size, int sending, Npu& npu) {
  Links links;
  const std::int64_t capacity = npu.memory.capacity().count();
  LinkReadsConfig each;
  each.rate = config.nic.rate;
  each.access = std::min(config.nic.packet, npu.memory.capacity());
  const std::int64_t accesses = std::min(kSent, capacity) / each.access.count();
  each.extent = each.access * std::max<std::int64_t>(accesses, 1);
  std::int64_t from = (size.end.count() + 4095) / 4096 * 4096;
  for (int i = 0; i < sending; ++i, from += each.extent.count()) {
    if (from > capacity - each.extent.count()) from = 0;
    each.address = static_cast<std::uint64_t>(from);
    links.push_back(std::make_unique<LinkReads>(("link" + std::to_string(i)).c_str(), each,
                                                config.memory.fidelity));
    links.back()->port.socket.bind(npu.memory.socket);
  }
  return links;
}

}  // namespace

GemmRun run_gemm(const NpuConfig& config, const GemmWork& work, int links_sending,
                 const config::Place& place) {
  const GemmSize size = size_of(work);
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  Npu npu("npu", config);
  if (size.end > npu.memory.capacity()) {
    (place / "gemm")
        .fail(
            "matrices that fit into the memory of " + config::show_quantity(npu.memory.capacity()),
            config::show_quantity(size.end));
  }
  Links links = make_links(config, size, links_sending, npu);
  GemmRun run;
  bool running = true;
  npu.cores.run(work, [&] {
    running = false;
    for (const auto& link : links) {
      link->stop();
      run.linked += link->read();
    }
    run.time = now();
    run.memory = npu.memory.figures();
  });
  sc_core::sc_start();
  JQ_CHECK(!running, "every operation of a tile program waits for earlier ones alone");
  const CoreFigures& figures = npu.cores.figures();
  run.clocks = figures.clocks;
  run.loop = figures.last_compute - figures.first_compute;
  run.stall = run.time - config.core.clock * run.clocks;
  return run;
}

}  // namespace jacquard::systemc
