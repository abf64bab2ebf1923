// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/prove/prove.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/gemm/prove/fits.hpp"
#include "jacquard/gemm/prove/small.hpp"
#include "jacquard/gemm/prove/units.hpp"

namespace jacquard::gemm {
namespace {

// The most telling first.
std::vector<Schedule> schedules(const Program& program, std::uint64_t seed, const Effort& effort) {
  std::vector<Schedule> all = {{Order::furthest, 0, seed}};
  const auto unit = [](Unit of) { return static_cast<int>(of); };
  for (const Unit of : {Unit::cores, Unit::none, Unit::column_links, Unit::row_links}) {
    all.push_back({Order::starved_unit, unit(of), seed});
  }
  if (program.request.mesh.layers > 1) {
    all.push_back({Order::starved_unit, unit(Unit::depth_links), seed});
  }
  all.push_back({Order::list, 0, seed});
  for (int i = 0; i < effort.random_orders; ++i) {
    all.push_back({Order::random, 0, seed + static_cast<std::uint64_t>(i)});
  }
  const auto spread = [&](Order order, std::int64_t of, std::int64_t count) {
    count = std::min(of, count);
    for (std::int64_t i = 0; i < count; ++i) {
      all.push_back({order, static_cast<int>(i * of / count), seed});
    }
  };
  spread(Order::starved_chip, program.request.mesh.chips(), effort.starved_chips);
  spread(Order::starved_operation, static_cast<std::int64_t>(program.ops.size()),
         effort.starved_operations);
  return all;
}

Proof prove(const Program& program, const Factors& factors, std::uint64_t seed,
            const Effort& effort) {
  Proof proof;
  proof.operations = static_cast<std::int64_t>(program.ops.size());
  proof.fault = misfit(program);
  if (!proof.fault.empty()) return proof;
  const Executor executor(program, effort.algorithm);
  const double local = static_cast<double>(proof.operations) * program.request.mesh.chips() +
                       multiply_adds(program.request.shape) / 1000;
  for (const Schedule& schedule : schedules(program, seed, effort)) {
    const double spent = proof.orders * (static_cast<double>(proof.messages) + local);
    if (proof.orders >= effort.least && spent > effort.budget) break;
    const Execution execution = executor.run(factors, schedule);
    proof.messages = execution.messages;
    ++proof.orders;
    if (execution.fault.empty()) continue;
    proof.fault = fmt::format("{} ({})", execution.fault, text_of(schedule));
    break;
  }
  return proof;
}

}  // namespace

std::string text_of(const Schedule& schedule) {
  switch (schedule.order) {
    case Order::list:
      return "in the order of the list";
    case Order::furthest:
      return "furthest operation first";
    case Order::starved_unit:
      return fmt::format("{} starved", name_of(static_cast<Unit>(schedule.starved)));
    case Order::starved_chip:
      return fmt::format("chip {} starved", schedule.starved);
    case Order::starved_operation:
      return fmt::format("operation {} starved", schedule.starved);
    case Order::random:
      break;
  }
  return "random order";
}

Proof prove(const Program& program, std::uint64_t seed, const Effort& effort) {
  return prove(program, random_factors(program.request.shape, seed), seed, effort);
}

Proof prove(const Request& request, std::uint64_t seed, const Effort& effort) {
  const Program program = program_of(request);
  require_small(program);
  const Factors factors = random_factors(request.shape, seed);
  return prove(program, request.transposed ? transposed(factors) : factors, seed, effort);
}

}  // namespace jacquard::gemm
