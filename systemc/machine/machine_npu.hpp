// SPDX-License-Identifier: Apache-2.0
// An NPU of a machine: a memory, and the computations, cores and NIC that use it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "systemc/machine/memory_stream.hpp"
#include "systemc/machine/npu_memory.hpp"
#include "systemc/npu/cores.hpp"

namespace jacquard::systemc {

// The systolic cores of an NPU.
struct CoresOfNpu {
  int count = 1;
  CoreConfig core;
};

class MachineNpu {
 public:
  using Then = std::function<void()>;

  MachineNpu(int number, const MemoryOfNpu& memory, const std::optional<CoresOfNpu>& cores);

  MemoryStream& computations() { return computations_; }
  MemoryStream& nic() { return nic_; }
  // One after the other on the cores, each at the addresses behind the one before. Not while others
  // run. Requires cores, and that each product fits into the memory's extent.
  void multiply(std::vector<GemmWork> products, Then then);

  const NpuMemory& memory() const { return memory_; }

 private:
  void next();
  MatrixAddresses place(const cost::MatrixShape& shape);

  NpuMemory memory_;
  MemoryStream computations_, nic_;
  std::optional<Cores> cores_;
  std::vector<GemmWork> products_;  // of what runs, the next one last
  Then then_;
  std::int64_t free_ = 0;  // the address behind the last product
};

// Where the matrices of a product lie from an address on, each at a multiple of 256 KiB, and the
// first address behind them.
struct MatrixPlaces {
  MatrixAddresses at;
  std::int64_t end = 0;
};
MatrixPlaces places_from(std::int64_t begin, const cost::MatrixShape& shape);

// How long each list of products takes on an NPU that does nothing else, in a simulation of its
// own.
std::vector<base::Picoseconds> times_of_products(const MemoryOfNpu& memory, const CoresOfNpu& cores,
                                                 const std::vector<std::vector<GemmWork>>& lists);

}  // namespace jacquard::systemc
