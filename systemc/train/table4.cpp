// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/table4.hpp"

#include <fmt/format.h>

#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"

namespace jacquard::train {
namespace {

constexpr int kDimensions = 4;
constexpr int kNpus = 1024;
constexpr int kMostStages = 4;
constexpr const char* kBlocks[] = {"Ring", "Switch", "FullyConnected"};
constexpr const char* kAlgorithms[] = {"ring", "direct", "halving-doubling", "double-binary-tree"};

template <class List>
const auto& any_of(const List& list, base::Rng& rng) {
  return list[rng.below(std::size(list))];
}

// Sizes of {4, 8, 16} that multiply to kNpus: 2^10 in four exponents of 2 to 4.
std::vector<std::array<int, kDimensions>> shapes() {
  std::vector<std::array<int, kDimensions>> all;
  for (const int a : {4, 8, 16}) {
    for (const int b : {4, 8, 16}) {
      for (const int c : {4, 8, 16}) {
        for (const int d : {4, 8, 16}) {
          if (a * b * c * d == kNpus) all.push_back({a, b, c, d});
        }
      }
    }
  }
  return all;
}

void draw_network(base::Rng& rng, topology::System& system) {
  static const auto kShapes = shapes();
  topology::NetworkConfig& network = system.network;
  network.topology.clear();
  network.bandwidth.clear();
  network.bandwidth_per = topology::BandwidthPer::npu;
  system.algorithm.clear();
  for (const int size : any_of(kShapes, rng)) {
    network.topology +=
        fmt::format("{}{}({})", network.topology.empty() ? "" : " ", any_of(kBlocks, rng), size);
    network.bandwidth.emplace_back(50e9 * static_cast<double>(1 + rng.below(10)));
    system.algorithm.emplace_back(any_of(kAlgorithms, rng));
  }
}

// Whether the model and the batch split so.
bool splits(TrainConfig job, const workload::Parallelism& p) {
  job.parallel = p;
  try {
    workload::plan_of(request_of(job, {"a point", ""}));
    return true;
  } catch (const base::ConfigError&) {
    return false;
  }
}

}  // namespace

std::vector<workload::Parallelism> table4_parallelisms(const TrainConfig& job, int npus,
                                                       int most_stages) {
  std::vector<workload::Parallelism> all;
  for (int pp = 1; pp <= most_stages; pp *= 2) {
    for (int tp = 1; tp * pp <= npus; tp *= 2) {
      for (int cp = 1; cp * tp * pp <= npus; cp *= 2) {
        if (npus % (cp * tp * pp) != 0) continue;
        for (const int zero : {0, 3}) {
          workload::Parallelism p = job.parallel;
          p.tp = tp;
          p.cp = cp;
          p.pp = pp;
          p.dp = npus / (cp * tp * pp);
          p.zero = zero;
          if (splits(job, p)) all.push_back(p);
        }
      }
    }
  }
  return all;
}

TrainConfig table4_point(const TrainConfig& job, std::uint64_t seed, std::uint64_t index) {
  static const std::vector<workload::Parallelism> kKnobs =
      table4_parallelisms(job, kNpus, kMostStages);
  base::Rng rng(seed, "COSMIC Table 4", index);
  TrainConfig point = job;
  point.parallel = any_of(kKnobs, rng);
  draw_network(rng, point.system);
  point.chunks = 2 << rng.below(4);
  point.spread = rng.below(2) == 0 ? collective::Spread::baseline : collective::Spread::blueconnect;
  point.rules.order = rng.below(2) == 0 ? engine::Order::lifo : engine::Order::fifo;
  return point;
}

}  // namespace jacquard::train
