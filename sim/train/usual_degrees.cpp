// SPDX-License-Identifier: Apache-2.0
#include "sim/train/usual_degrees.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "jacquard/base/error.hpp"
#include "sim/train/run_step.hpp"

namespace jacquard::train {
namespace {

constexpr int kMicroBatchesOfStage = 4;  // so that a pipeline has its usual memory

// `tp` by `pp`, the rest replicas; nothing where these are no whole numbers.
std::optional<workload::Parallelism> cut(const TrainConfig& config, int npus, int tp, int pp,
                                         int node) {
  if (npus % (tp * pp) != 0) return std::nullopt;
  workload::Parallelism p = config.parallel;
  p.tp = tp;
  p.pp = pp;
  const int replicas = npus / (tp * pp);
  if (config.model.has_experts()) {
    p.ep = std::gcd(std::gcd(replicas, config.model.experts.count), node);
  }
  p.dp = replicas / p.ep;
  if (config.kind == workload::StepKind::train && replicas > 1) p.zero = 1;
  return p;
}

bool runs(TrainConfig config, const workload::Parallelism& p, const JobPlaces& places) {
  config.parallel = p;
  config.parallel.micro_batch = 1;
  config.batch = p.replicas() * (p.pp > 1 ? p.pp * kMicroBatchesOfStage : 1);
  try {
    return fits(without_program(config, places));
  } catch (const base::ConfigError&) {
    return false;  // heads or layers that do not divide
  }
}

}  // namespace

bool use_usual_degrees(TrainConfig& config, const JobPlaces& places) {
  const topology::Network network = topology::build_network(config.system.network);
  const int npus = network.npus();
  if (!network.fabric || npus < 2) return false;
  const int node = config.system.node > 1 ? config.system.node : network.fabric->dimension(0).size;
  for (int pp = 1; pp <= std::min(npus, config.model.layers); pp *= 2) {
    for (int tp = 1; tp <= std::min(npus, node); tp *= 2) {
      const auto degrees = cut(config, npus, tp, pp, node);
      if (!degrees || !runs(config, *degrees, places)) continue;
      config.parallel = *degrees;
      return true;
    }
  }
  return false;
}

std::string sentence_of_usual_degrees(const TrainConfig& config) {
  workload::Parallelism degrees = config.parallel;
  degrees.micro_batch = degrees.micro_batches = 0;
  return fmt::format(
      "Nobody said degrees: {} cuts the model least of what fits memory; jacquard plan ranks all.",
      workload::text_of(degrees));
}

}  // namespace jacquard::train
