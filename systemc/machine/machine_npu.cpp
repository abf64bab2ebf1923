// SPDX-License-Identifier: Apache-2.0
#include "systemc/machine/machine_npu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "jacquard/base/divide_up.hpp"
#include "jacquard/base/error.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {
namespace {

constexpr std::int64_t kMatrixAlignment = std::int64_t{256} << 10;  // a line of a module

std::int64_t behind(std::int64_t address, std::int64_t values) {
  return base::divide_up(address + values * kElementBytes, kMatrixAlignment) * kMatrixAlignment;
}

}  // namespace

MatrixPlaces places_from(std::int64_t begin, const cost::MatrixShape& shape) {
  const std::int64_t b = behind(begin, shape.m * shape.k);
  const std::int64_t c = behind(b, shape.k * shape.n);
  return {{static_cast<std::uint64_t>(begin), static_cast<std::uint64_t>(b),
           static_cast<std::uint64_t>(c)},
          behind(c, shape.m * shape.n)};
}

MachineNpu::MachineNpu(int number, const MemoryOfNpu& memory,
                       const std::optional<CoresOfNpu>& cores)
    : memory_(fmt::format("memory_{}", number).c_str(), memory),
      computations_(fmt::format("computations_{}", number).c_str(), memory_.fidelity(),
                    memory_.extent()),
      nic_(fmt::format("nic_{}", number).c_str(), memory_.fidelity(), memory_.extent()) {
  computations_.port().socket.bind(memory_.socket());
  nic_.port().socket.bind(memory_.socket());
  if (!cores) return;
  cores_.emplace(fmt::format("cores_{}", number).c_str(), cores->count, cores->core,
                 memory_.fidelity(), memory_.socket());
}

void MachineNpu::multiply(std::vector<GemmWork> products, Then then) {
  JQ_CHECK(products_.empty() && cores_, "an NPU with cores runs one list of products at a time");
  products_ = std::move(products);
  std::reverse(products_.begin(), products_.end());
  then_ = std::move(then);
  next();
}

void MachineNpu::next() {
  if (products_.empty()) return std::exchange(then_, nullptr)();
  GemmWork work = products_.back();
  work.at = place(work.shape);
  cores_->run(work, [this] {
    products_.pop_back();
    next();
  });
}

MatrixAddresses MachineNpu::place(const cost::MatrixShape& shape) {
  MatrixPlaces places = places_from(free_, shape);
  if (places.end > memory_.extent().count()) places = places_from(0, shape);
  JQ_CHECK(places.end <= memory_.extent().count(), "a product fits into the memory");
  free_ = places.end;
  return places.at;
}

std::vector<base::Picoseconds> times_of_products(const MemoryOfNpu& memory, const CoresOfNpu& cores,
                                                 const std::vector<std::vector<GemmWork>>& lists) {
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  MachineNpu npu(0, memory, cores);
  std::vector<base::Picoseconds> times;
  for (const std::vector<GemmWork>& products : lists) {
    const base::Picoseconds begin = now();
    npu.multiply(products, [&] { times.push_back(now() - begin); });
    sc_core::sc_start();
  }
  return times;
}

}  // namespace jacquard::systemc
