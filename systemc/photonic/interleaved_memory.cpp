// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/interleaved_memory.hpp"

#include <algorithm>
#include <utility>

#include "jacquard/base/at.hpp"

namespace jacquard::systemc {

InterleavedMemory::InterleavedMemory(const sc_core::sc_module_name& name,
                                     const memory::MemoryConfig& config)
    : sc_module(name),
      map_(config.organisation, config.controller.mapping,
           config::Place{"memory", "/controller/mapping"}),
      burst_(static_cast<std::uint64_t>(config.organisation.burst().count())),
      memory_("memory", config) {
  const int channels = config.organisation.channels;
  const int count = config.fidelity == memory::Fidelity::at ? channels : 1;
  // More than a controller's queue holds.
  const int in_flight = 2 * config.controller.queue * (channels / count);
  for (int i = 0; i < count; ++i) {
    const std::string port = "port_" + std::to_string(i);
    ports_.push_back(std::make_unique<MemoryPort>(port.c_str(), config.fidelity, in_flight));
    ports_.back()->socket.bind(memory_.socket);
  }
}

void InterleavedMemory::submit(const memory::Access& access, Done done) {
  if (ports_.size() == 1) return ports_.front()->submit(access, std::move(done));
  const std::uint64_t end = access.address + static_cast<std::uint64_t>(access.bytes.count());
  const auto next_burst = [this](std::uint64_t address) { return (address / burst_ + 1) * burst_; };
  const std::uint32_t pending = pending_.keep({1, std::move(done)});
  std::uint64_t from = access.address;
  int channel = map_(from).channel;
  for (std::uint64_t at = next_burst(from); at < end; at += burst_) {
    const int other = map_(at).channel;
    if (other == channel) continue;
    ++pending_[pending].pieces;
    submit_piece(from, at, access, channel, pending);
    from = at;
    channel = other;
  }
  submit_piece(from, end, access, channel, pending);
}

void InterleavedMemory::submit_piece(std::uint64_t from, std::uint64_t to,
                                     const memory::Access& whole, int channel,
                                     std::uint32_t pending) {
  base::at(ports_, channel)
      ->submit({from, base::Bytes{to - from}, whole.direction}, [this, pending] {
        if (--pending_[pending].pieces == 0) pending_.take(pending).done();
      });
}

}  // namespace jacquard::systemc
