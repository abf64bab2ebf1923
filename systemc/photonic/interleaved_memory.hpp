// SPDX-License-Identifier: Apache-2.0
// A memory of many channels with a queue before each: what waits for one channel does not hold up
// what goes to another.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "jacquard/memory/address_map.hpp"
#include "systemc/kernel/slots.hpp"
#include "systemc/memory/memory.hpp"
#include "systemc/memory/memory_port.hpp"

namespace jacquard::systemc {

class InterleavedMemory : public sc_core::sc_module {
 public:
  using Done = std::function<void()>;

  // Throws ConfigError as memory::require_consistent() does.
  InterleavedMemory(const sc_core::sc_module_name& name, const memory::MemoryConfig& config);

  // Takes an access that ends within the memory, now; never blocks. `done`: its last byte has
  // moved.
  void submit(const memory::Access& access, Done done);

  memory::Figures figures() const { return memory_.figures(); }

 private:
  struct Pending {
    int pieces;
    Done done;
  };
  void submit_piece(std::uint64_t from, std::uint64_t to, const memory::Access& whole, int channel,
                    std::uint32_t pending);

  memory::AddressMap map_;
  std::uint64_t burst_;
  Memory memory_;
  // One for each channel. One for all where accesses are booked when they come: then none waits
  // before a channel.
  std::vector<std::unique_ptr<MemoryPort>> ports_;
  Slots<Pending> pending_;
};

}  // namespace jacquard::systemc
