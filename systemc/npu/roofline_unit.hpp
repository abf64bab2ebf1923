// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <systemc>

#include "jacquard/memory/memory_config.hpp"
#include "systemc/kernel/agenda.hpp"
#include "systemc/memory/memory_port.hpp"
#include "systemc/npu/nic_config.hpp"

namespace jacquard::systemc {

// An NPU's computations by what they are bound by: an operation takes its time at peak, and reads
// its bytes from memory meanwhile, which others use too. It is over when both are.
class RooflineUnit final : public sc_core::sc_module {
 public:
  using Done = std::function<void()>;

  // `config`: the size and number of its accesses.
  RooflineUnit(const sc_core::sc_module_name& name, const NicConfig& config,
               const memory::MemoryConfig& memory, Agenda& agenda);

  // Not while another runs.
  void run(base::Picoseconds at_peak, base::Bytes bytes, Done done);

  MemoryPort& port() { return port_; }

 private:
  void read();
  void part_over();

  std::int64_t access_;
  std::int64_t capacity_;  // whole accesses, which operations stream through one after the other
  int outstanding_;
  Agenda& agenda_;
  MemoryPort port_;
  std::int64_t next_ = 0;  // address
  base::Bytes left_{0};    // to be asked for
  int in_flight_ = 0;
  bool computing_ = false;
  Done done_;
};

}  // namespace jacquard::systemc
