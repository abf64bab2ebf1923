// SPDX-License-Identifier: Apache-2.0
#include "systemc/plan/knobs/space.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/workload/uneven_stages.hpp"

namespace jacquard::knobs {
namespace {

using workload::Parallelism;
using workload::PipelineSchedule;
using workload::Uneven;

bool has(const std::vector<int>& values, int value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

// Degrees whose product is `npus`, in the order of their ranges.
template <class Take>
void each_degrees(const Ranges& ranges, int npus, Take take) {
  for (const int tp : ranges.tp) {
    if (npus % tp != 0) continue;
    for (const int cp : ranges.cp) {
      if (npus / tp % cp != 0) continue;
      for (const int ep : ranges.ep) {
        const int left = npus / tp / cp;
        if (left % ep != 0) continue;
        for (const int pp : ranges.pp) {
          if (left / ep % pp != 0) continue;
          const int dp = left / ep / pp;
          if (!ranges.dp.empty() && !has(ranges.dp, dp)) continue;
          Parallelism p;
          p.tp = tp;
          p.cp = cp;
          p.ep = ep;
          p.pp = pp;
          p.dp = dp;
          p.async_tp = ranges.async_tp && tp > 1;
          take(p);
        }
      }
    }
  }
}

// None is said where the software would compute something again of itself.
std::optional<workload::Recompute> said(workload::Recompute recompute,
                                        const workload::TrainingSoftware& software) {
  const bool of_itself = software.keys.recompute || !software.recipes.empty();
  if (recompute == workload::Recompute::none && !of_itself) return std::nullopt;
  return recompute;
}

std::vector<int> zeros_of(const Ranges& ranges, const Parallelism& p) {
  const std::vector<int>& zeros = p.pp > 1 ? ranges.staged_zero : ranges.zero;
  if (p.replicas() * p.cp > 1) return zeros;
  return has(zeros, 0) ? std::vector<int>{0} : std::vector<int>{};
}

// Experts split by tp as other matrices are, or held whole by its members (Megatron-LM's
// expert-tensor-parallel-size 1). An axis of one member folds nothing.
std::vector<std::vector<workload::Axis>> folds_of(const Ranges& ranges, const Parallelism& p) {
  std::vector<std::vector<workload::Axis>> folds;
  for (const std::vector<workload::Axis>& fold : ranges.fold) {
    const bool folds_nothing = std::any_of(fold.begin(), fold.end(), [&](workload::Axis axis) {
      return (axis == workload::Axis::tp ? p.tp : p.cp) == 1;
    });
    if (!folds_nothing) folds.push_back(fold);
  }
  return folds;
}

}  // namespace

std::vector<Deal> deals_of(const Ranges& ranges, int layers, int pp) {
  std::vector<Deal> deals;
  const int most = pp > 1 ? (layers + 2) / pp : 1;
  for (int v = 1; v <= most; ++v) {
    if (!ranges.virtual_stages.empty() && !has(ranges.virtual_stages, v)) continue;
    const int parts = pp * v;
    if (layers % parts == 0) {
      deals.push_back({v, Uneven::no, {}});
    } else if ((layers + 2) % parts == 0 && parts > 1) {
      deals.push_back({v, Uneven::edges, {}});
    }
  }
  const bool divides = layers % pp == 0 || (layers + 2) % pp == 0;
  const bool wanted = ranges.virtual_stages.empty() || has(ranges.virtual_stages, 1);
  if (!divides && wanted && layers / pp >= 2) {
    deals.push_back({1, Uneven::no, workload::uneven_stages(layers, pp)});
  }
  return deals;
}

std::vector<int> micro_batches_of(const Ranges& ranges, int batch, int replicas) {
  if (!ranges.micro_batch.empty()) return ranges.micro_batch;
  std::vector<int> sizes = {1};
  if (batch % replicas != 0) return sizes;
  const int each = batch / replicas;
  for (int size = 1; size <= each / 2 && each % (2 * size) == 0;) sizes.push_back(size *= 2);
  return sizes;
}

std::vector<Parallelism> all_settings(const Problem& problem, const Ranges& ranges, int npus) {
  const Count count = count_of(problem, ranges, npus);
  if (count.settings > kMostSettings) {
    throw base::ConfigError({"--within", "", fmt::format("at most {} settings", kMostSettings),
                             std::to_string(count.settings), "narrower ranges of knobs"});
  }
  std::vector<Parallelism> all;
  all.reserve(static_cast<std::size_t>(count.settings));
  each_degrees(ranges, npus, [&](Parallelism p) {
    for (const Deal& deal : deals_of(ranges, problem.config.model.layers, p.pp)) {
      p.virtual_stages = deal.virtual_stages;
      p.uneven = deal.uneven;
      p.stages = deal.stages;
      p.schedule =
          p.virtual_stages > 1 ? PipelineSchedule::interleaved : PipelineSchedule::one_f_one_b;
      for (const int zero : zeros_of(ranges, p)) {
        p.zero = zero;
        for (const int size : micro_batches_of(ranges, problem.config.batch, p.replicas())) {
          p.micro_batch = size;
          for (const workload::Recompute recompute : ranges.recompute) {
            p.recompute = said(recompute, problem.config.software);
            for (auto& fold : folds_of(ranges, p)) {
              p.fold = std::move(fold);
              all.push_back(p);
            }
          }
        }
      }
    }
  });
  return all;
}

Count count_of(const Problem& problem, const Ranges& ranges, int npus) {
  Count count;
  each_degrees(ranges, npus, [&](const Parallelism& p) {
    ++count.degrees;
    const std::size_t choices =
        deals_of(ranges, problem.config.model.layers, p.pp).size() * zeros_of(ranges, p).size() *
        micro_batches_of(ranges, problem.config.batch, p.replicas()).size() *
        ranges.recompute.size() * folds_of(ranges, p).size();
    count.settings += static_cast<std::int64_t>(choices);
  });
  return count;
}

}  // namespace jacquard::knobs
