// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "jacquard/memory/memory_config.hpp"
#include "systemc/memory/memory_port.hpp"
#include "systemc/npu/nic_config.hpp"
#include "systemc/npu/packet.hpp"

namespace jacquard::systemc {

// The vector unit's part in a collective: it reads two runs of memory, adds them, and writes the
// sum over the first. It adds as fast as memory gives, in strips of a packet's size, several at
// once.
class Adder final : public sc_core::sc_module {
 public:
  using Done = std::function<void()>;

  Adder(const sc_core::sc_module_name& name, const NicConfig& config, memory::Fidelity fidelity);

  // Adds what lies `offset` further on to the segments, behind what it was asked before.
  void add(const std::vector<Segment>& segments, std::uint64_t offset, Done done);

  MemoryPort& port() { return port_; }

 private:
  struct Sum {
    std::size_t strips_left = 0;
    Done done;
  };
  struct Strip {
    Segment part;
    std::uint64_t offset = 0;
    int reads_left = 2;
    std::shared_ptr<Sum> sum;
  };

  void begin();
  void read(const std::shared_ptr<Strip>& strip, std::uint64_t address);
  void write(const std::shared_ptr<Strip>& strip);

  base::Bytes strip_;
  int most_;
  int in_flight_ = 0;
  MemoryPort port_;
  std::deque<std::shared_ptr<Strip>> waiting_;
};

}  // namespace jacquard::systemc
