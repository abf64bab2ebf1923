// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <systemc>

#include "jacquard/memory/memory_config.hpp"
#include "systemc/memory/memory_port.hpp"

namespace jacquard::systemc {

// In how many accesses a run of so many bytes moves.
std::int64_t accesses_of_run(base::Bytes bytes);

// One user of an NPU's memory, cores or NIC: it moves runs of bytes in accesses, as many at a time
// as it has outstanding, run after run in the order they were asked for.
class MemoryStream final : public sc_core::sc_module {
 public:
  using Then = std::function<void()>;

  // `extent`: runs go round in so much of the memory, at least 4 MiB.
  MemoryStream(const sc_core::sc_module_name& name, memory::Fidelity fidelity, base::Bytes extent);

  // Calls `then` when the last byte has moved; at once, from within, for no bytes.
  void move(base::Bytes bytes, memory::Direction direction, Then then);

  MemoryPort& port() { return port_; }

 private:
  std::int64_t capacity_;  // bytes that runs go round in, one after the other
  MemoryPort port_;
  std::int64_t next_ = 0;  // address
};

}  // namespace jacquard::systemc
