// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/times_alone.hpp"

#include <map>
#include <tuple>
#include <utility>

#include "jacquard/base/at.hpp"

namespace jacquard::train {
namespace {

using base::Picoseconds;
using systemc::CoresOfNpu;
using systemc::GemmWork;

using Shapes = std::vector<std::tuple<std::int64_t, std::int64_t, std::int64_t>>;

Shapes shapes_of(const std::vector<GemmWork>& products) {
  Shapes shapes;
  for (const GemmWork& one : products) {
    shapes.emplace_back(one.shape.m, one.shape.n, one.shape.k);
  }
  return shapes;
}

// Lists of products, and who waits for the time of which, on cores of one clock.
struct Lists {
  CoresOfNpu cores;
  std::map<Shapes, std::size_t> known;
  std::vector<std::vector<GemmWork>> lists;
  std::vector<std::pair<Picoseconds*, std::size_t>> asked;

  void ask(std::vector<GemmWork> products, Picoseconds& time) {
    const auto [it, is_new] = known.try_emplace(shapes_of(products), lists.size());
    if (is_new) lists.push_back(std::move(products));
    asked.emplace_back(&time, it->second);
  }
};

}  // namespace

std::vector<CoresOfNpu> cores_of_all(const Step& step, const Costs& costs) {
  std::vector<CoresOfNpu> all;
  for (int npu = 0; npu < step.fabric.npus(); ++npu) {
    all.push_back(machine::cores_of(step.config.npu.cores, step.npu.peak, costs.slowdown(npu)));
  }
  return all;
}

std::vector<std::vector<Picoseconds>> times_alone(const Step& step,
                                                  const systemc::JobMachine& machine,
                                                  const std::vector<int>& npus, Costs& costs) {
  std::vector<std::vector<Picoseconds>> alone(base::index(step.fabric.npus()));
  std::map<std::int64_t, Lists> of_clock;
  for (const int npu : npus) {
    const int c = step.program.grid.place(npu, workload::Axis::pp);
    std::vector<Picoseconds>& own = base::at(alone, npu);
    own.resize(base::at(step.program.classes, c).ops.size());
    for (std::size_t op = 0; op < own.size(); ++op) {
      systemc::ComputeCost cost = costs.of(npu, static_cast<int>(op));
      own[op] = cost.time;
      if (cost.products.empty()) continue;
      const CoresOfNpu& cores = base::at(machine.cores, npu);
      Lists& lists = of_clock[cores.core.clock.count()];
      lists.cores = cores;
      lists.ask(std::move(cost.products), own[op]);
    }
  }
  for (auto& [clock, lists] : of_clock) {
    const auto times = times_of_products(*machine.memory, lists.cores, lists.lists);
    for (auto& [time, list] : lists.asked) *time += times[list];
  }
  return alone;
}

}  // namespace jacquard::train
