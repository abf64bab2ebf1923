// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/usual_degrees.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/systems/reached.hpp"
#include "systemc/train/run_step.hpp"

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

bool runs(TrainConfig config, const workload::Parallelism& p, const JobPlaces& places,
          bool batch_is_said) {
  config.parallel = p;
  config.parallel.micro_batch = 1;
  const int usual = p.replicas() * (p.pp > 1 ? p.pp * kMicroBatchesOfStage : 1);
  if (!batch_is_said) config.batch = usual;
  try {
    const Step step = without_program(config, places);
    return config.ignore_memory || fits(step);
  } catch (const base::ConfigError&) {
    return false;  // heads or layers that do not divide
  }
}

}  // namespace

bool use_usual_degrees(TrainConfig& config, const JobPlaces& places, bool batch_is_said) {
  const topology::Network network = topology::build_network(config.system.network);
  const int npus = network.npus();
  if (!network.fabric || npus < 2) return false;
  const int node = config.system.node > 1 ? config.system.node : network.fabric->dimension(0).size;
  struct Saving {
    workload::Recompute recompute;
    int zero;
  };
  // Whose own errors would be taken for degrees that do not fit.
  (void)systems::node_of(config.system, config.law, *network.fabric, places.of("system"));
  const workload::Recompute own = config.parallel.recompute;
  std::vector<Saving> savings{{own, 1}};  // the least first
  if (config.kind == workload::StepKind::train) {
    const auto full = own == workload::Recompute::none ? workload::Recompute::full : own;
    for (const Saving& more : {Saving{full, 1}, {own, 3}, {full, 3}}) savings.push_back(more);
  }
  for (const Saving& saving : savings) {
    for (int pp = 1; pp <= std::min(npus, config.model.layers); pp *= 2) {
      for (int tp = 1; tp <= std::min(npus, node); tp *= 2) {
        auto degrees = cut(config, npus, tp, pp, node);
        if (!degrees) continue;
        degrees->recompute = saving.recompute;
        if (degrees->zero > 0) degrees->zero = saving.zero;
        if (!runs(config, *degrees, places, batch_is_said)) continue;
        config.parallel = *degrees;
        return true;
      }
    }
  }
  places.of("parallel")
      .fail(fmt::format("degrees, as no usual cut of {} fits {} NPUs and its batch",
                        config.model.name, npus),
            "none", "jacquard plan ranks every setting that fits");
}

std::string sentence_of_usual_degrees(const TrainConfig& config) {
  workload::Parallelism degrees = config.parallel;
  degrees.micro_batch = degrees.micro_batches = 0;
  return fmt::format(
      "Nobody said degrees: {} cuts the model least of what fits memory; jacquard plan ranks all.",
      workload::text_of(degrees));
}

}  // namespace jacquard::train
