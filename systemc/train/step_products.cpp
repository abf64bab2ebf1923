// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/step_products.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"
#include "jacquard/workload/expert_loads.hpp"
#include "systemc/engines/engines.hpp"

namespace jacquard::train {
namespace {

using machine::NpuDetail;
using systemc::GemmWork;
using workload::ExpertWork;
using workload::NumberType;

bool is_systolic(const TrainConfig& config) { return config.npu.detail == NpuDetail::systolic; }

// A minute or two of wall clock; and what a burst that is booked and a line of a module count.
constexpr double kMostAccesses = 4e8;
constexpr double kBurstsOfAnAccess = 4;
constexpr double kAccessesOfALine = 12;
constexpr double kLongestProducts = 4e18;  // ps

// What a byte of a memory costs to simulate, in accesses.
double accesses_of_a_byte(const systemc::MemoryOfNpu& memory) {
  const auto of = [](const memory::MemoryConfig& one) {
    if (one.fidelity == memory::Fidelity::ideal) return 0.0;
    return 1 / (kBurstsOfAnAccess * static_cast<double>(one.organisation.burst().count()));
  };
  if (const auto* dram = std::get_if<memory::MemoryConfig>(&memory)) return of(*dram);
  const systemc::ModuleConfig& module = std::get<systemc::ModuleMemory>(memory).module;
  return of(module.hbm) + of(module.ddr) +
         kAccessesOfALine / static_cast<double>(module.cache.line.count());
}

}  // namespace

void require_products(const TrainConfig& config, const JobPlaces& places) {
  if (!is_systolic(config)) return;
  const auto fail = [&](const std::string& where, const std::string& hint) {
    (places.of("npu") / "detail").fail("roofline " + where, "systolic", hint);
  };
  if (!run::has_clocks(config.engine)) {
    fail("on --engine " + config.engine, "--engine cycle has systolic cores");
  }
  if (config.hbm.empty()) fail("where hbm is none", "tiles come from a memory, such as hbm=peak");
  if (config.type != NumberType::bf16) {
    fail("where type is " + std::string(name_of(config.type)), "systolic cores take bf16");
  }
  if (config.counting == workload::Counting::macs) {
    fail("where counting is macs", "products are counted as flops");
  }
}

StepProducts::StepProducts(const Step& step) : step_(step) {}

std::vector<GemmWork> StepProducts::of(const workload::ComputeWork& work) const {
  if (!is_systolic(step_.config)) return {};
  if (const auto* own = std::get_if<ExpertWork>(&work)) return experts(*own);
  const auto* gemm = std::get_if<workload::GemmWork>(&work);
  if (gemm == nullptr || gemm->type != NumberType::bf16) return {};
  if (gemm->m <= 0 || gemm->n <= 0 || gemm->k <= 0) return {};
  const auto count = static_cast<std::size_t>(std::max(1.0, std::round(gemm->count)));
  return std::vector<GemmWork>(count, product(gemm->m, gemm->n, gemm->k));
}

base::Picoseconds StepProducts::time_beside(const workload::ComputeWork& work) const {
  const auto* experts = std::get_if<ExpertWork>(&work);
  return experts == nullptr ? base::Picoseconds{0} : time_beside_products(*experts, step_.npu);
}

GemmWork StepProducts::product(double m, double n, double k) const {
  const double longest = std::max({m, n, k});
  if (longest > static_cast<double>(cost::kLargestSide)) {
    step_.places.of("npu.detail")
        .fail(fmt::format("roofline for products of more than {} a side", cost::kLargestSide),
              fmt::format("systolic for one of {:.0f} x {:.0f} x {:.0f}", m, n, k),
              "a smaller micro-batch");
  }
  const auto whole = [](double side) {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(side)));
  };
  return product_on(step_.config.npu.cores, {whole(m), whole(n), whole(k)}, {"npu", ""});
}

std::vector<GemmWork> StepProducts::experts(const ExpertWork& work) const {
  std::vector<GemmWork> all;
  if (work.tokens <= 0) return all;
  const double inner = work.inner / work.tensor_parallel;
  const double first = inner * (work.gated ? 2 : 1);
  const std::vector<workload::DeviceLoad> deals = workload::busiest_device(work);
  for (const double tokens : deals.front().tokens) {
    if (tokens <= 0) continue;
    if (!work.backward) {
      all.push_back(product(tokens, first, work.hidden));
      all.push_back(product(tokens, work.hidden, inner));
      continue;
    }
    all.push_back(product(tokens, inner, work.hidden));
    all.push_back(product(inner, work.hidden, tokens));
    all.push_back(product(tokens, work.hidden, first));
    all.push_back(product(work.hidden, first, tokens));
  }
  return all;
}

void require_brief(const Step& step, const systemc::MemoryOfNpu& memory,
                   const std::function<systemc::ComputeCost(int npu, int op)>& cost,
                   const std::vector<systemc::CoresOfNpu>& cores, const std::vector<int>& npus) {
  const systemc::CoreConfig& core = step.config.npu.cores.core;
  const double of_a_byte = accesses_of_a_byte(memory);
  const base::Bytes extent = extent_of(memory);
  double accesses = 0, of_memory = 0;
  for (const int npu : npus) {
    const int c = step.program.grid.place(npu, workload::Axis::pp);
    const auto ops = static_cast<int>(base::at(step.program.classes, c).ops.size());
    const systemc::CoreConfig& own = cores.empty() ? core : base::at(cores, npu).core;
    double time = 0;  // one product after the other, ps
    for (int op = 0; op < ops; ++op) {
      const systemc::ComputeCost costs = cost(npu, op);
      of_memory += of_a_byte * static_cast<double>(costs.bytes.count());
      for (const GemmWork& one : costs.products) {
        time += static_cast<double>(systolic_clocks(own.one_array(), one.shape)) / own.arrays *
                static_cast<double>(own.clock.count());
        const systemc::GemmSize size = size_of(one);
        accesses += accesses_of(core, one) +
                    of_a_byte * static_cast<double>((size.loads + size.stores).count());
        if (systemc::places_from(0, one.shape).end <= extent.count()) continue;
        step.places.of("npu.detail")
            .fail("roofline for products beyond the memory of " + config::show_quantity(extent),
                  fmt::format("systolic for one of {} x {} x {}", one.shape.m, one.shape.n,
                              one.shape.k),
                  "a smaller micro-batch, or another hbm");
      }
    }
    if (time <= kLongestProducts) continue;
    step.places.of("npu.core.clock")
        .fail("products of an NPU that take at most 46 days in all",
              fmt::format("about {:.3g} s", time * 1e-12), "a shorter clock, or larger arrays");
  }
  if (of_memory > kMostAccesses) {
    step.places.of("hbm").fail(
        fmt::format("peak for more than {:.3g} accesses of memory", kMostAccesses),
        fmt::format("'{}', of about {:.3g}", step.config.hbm, of_memory),
        "fewer layers or NPUs, or a smaller batch");
  }
  if (accesses + of_memory <= kMostAccesses) return;
  step.places.of("npu.detail")
      .fail(fmt::format("roofline for more than {:.3g} accesses of cores", kMostAccesses),
            fmt::format("systolic, of about {:.3g}", accesses + of_memory),
            step.config.hbm == "peak" ? "fewer layers, larger tiles or core.access"
                                      : "fewer layers, larger tiles or core.access, or hbm=peak");
}

}  // namespace jacquard::train
