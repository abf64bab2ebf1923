// SPDX-License-Identifier: Apache-2.0
#include "systemc/plan/knobs/usual_degrees.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/systems/reached.hpp"
#include "systemc/plan/knobs/search.hpp"
#include "systemc/plan/knobs/space.hpp"
#include "systemc/train/run_step.hpp"
#include "systemc/train/usual_batch.hpp"

namespace jacquard::knobs {
namespace {

using workload::Parallelism;
using workload::Recompute;

constexpr int kMostStages = 16;
constexpr int kMostOverExperts = 64;  // as DeepSeek-V3 was trained (arXiv 2412.19437 s3.2)

void keep_up_to(std::vector<int>& values, int most) {
  values.erase(std::remove_if(values.begin(), values.end(), [&](int v) { return v > most; }),
               values.end());
}

void keep_powers_of_two(std::vector<int>& values, int most) {
  keep_up_to(values, most);
  values.erase(
      std::remove_if(values.begin(), values.end(), [](int v) { return (v & (v - 1)) != 0; }),
      values.end());
}

Ranges usual_ranges(const Problem& problem, int npus) {
  const Parallelism& own = problem.config.parallel;
  Ranges ranges = ranges_of(problem, npus);
  keep_powers_of_two(ranges.tp, npus);
  keep_powers_of_two(ranges.pp, kMostStages);
  keep_up_to(ranges.ep, kMostOverExperts);
  ranges.cp = {1};
  ranges.virtual_stages = {1};
  ranges.zero = {0, 1, 3};
  ranges.staged_zero = {0, 1};
  ranges.micro_batch = {1, 2, 4};
  if (own.micro_batch > 0) ranges.micro_batch = {own.micro_batch};
  ranges.recompute = {own.recomputes()};
  if (own.recomputes() == Recompute::none) ranges.recompute.push_back(Recompute::full);
  ranges.fold = {{}};
  ranges.async_tp = own.async_tp;
  return ranges;
}

// What the job says of its parallelism, with the degrees of `found`.
Parallelism with_degrees(Parallelism own, const Parallelism& found) {
  own.tp = found.tp;
  own.ep = found.ep;
  own.pp = found.pp;
  own.dp = found.dp;
  own.zero = found.zero;
  own.uneven = found.uneven;
  own.stages = found.stages;
  own.micro_batch = found.micro_batch;
  if (found.recomputes() != Recompute::none) own.recompute = found.recompute;
  return own;
}

// Optimizers of replicas are always sharded, since that costs nothing.
std::vector<Parallelism> usual_settings(const Problem& problem, int npus) {
  std::vector<Parallelism> usual;
  for (const Parallelism& p : all_settings(problem, usual_ranges(problem, npus), npus)) {
    const bool shards = p.zero > 0 || p.replicas() == 1;
    if (shards && problem.config.batch % (p.replicas() * p.micro_batch) == 0) {
      usual.push_back(with_degrees(problem.config.parallel, p));
    }
  }
  return usual;
}

std::optional<Parallelism> fastest(Problem problem, int npus, bool batch_is_said) {
  train::TrainConfig& config = problem.config;
  const int tokens = tokens_of(config);
  const int own_micro_batch = config.parallel.micro_batch;
  if (tokens < 1) return std::nullopt;  // for who runs it to say
  if (config.layers > 0) config.model.layers = std::min(config.layers, config.model.layers);
  config.layers = 0;
  if (!batch_is_said) config.batch = train::usual_batch(tokens, npus);
  if (config.ignore_memory) problem.memory = base::Bytes{std::numeric_limits<std::int64_t>::max()};
  Wanted wanted;
  wanted.best = 1;
  wanted.at_once = 1;
  const Found found =
      search(problem, usual_settings(problem, npus), wanted, [](double, double, const char*) {});
  if (found.timed == 0) return std::nullopt;
  Parallelism best = found.settings[found.order.front()].parallel;
  if (best.pp == 1) best.micro_batch = own_micro_batch;  // the usual one is as large as fits
  return best;
}

// `tp` by `pp`, the rest replicas, and experts within a node.
Parallelism cut(const train::TrainConfig& config, int npus, int tp, int pp, int node) {
  Parallelism p = config.parallel;
  p.tp = tp;
  p.pp = pp;
  const int replicas = npus / (tp * pp);
  if (config.model.has_experts()) {
    p.ep = std::gcd(std::gcd(replicas, config.model.experts.count), node);
  }
  p.dp = replicas / p.ep;
  return p;
}

// A sequence for each stage of each replica.
int least_batch(const Parallelism& p) { return p.replicas() * p.pp; }

bool runs(train::TrainConfig config, const Parallelism& p, const train::JobPlaces& places,
          bool batch_is_said) {
  config.parallel = p;
  config.parallel.micro_batch = 1;
  if (!batch_is_said) config.batch = least_batch(p);
  try {
    const train::Step step = train::without_program(config, places);
    return config.ignore_memory || train::fits(step);
  } catch (const base::ConfigError&) {
    return false;  // heads or layers that do not divide
  }
}

std::optional<Parallelism> least_cutting(const Problem& problem, int npus, int node,
                                         bool batch_is_said) {
  const train::TrainConfig& config = problem.config;
  for (int pp = 1; pp <= std::min(npus, config.model.layers); pp *= 2) {
    for (int tp = 1; tp <= std::min(npus, node); tp *= 2) {
      if (npus % (tp * pp) != 0) continue;
      const Parallelism p = cut(config, npus, tp, pp, node);
      if (runs(config, p, problem.places, batch_is_said)) return p;
    }
  }
  return std::nullopt;
}

}  // namespace

bool use_usual_degrees(Problem& problem, bool batch_is_said) {
  train::TrainConfig& config = problem.config;
  const topology::Network network = topology::build_network(config.system.network);
  const int npus = network.npus();
  const bool trains = config.kind == workload::StepKind::train;
  if (!network.fabric || (npus < 2 && !trains)) return false;
  const int node = config.system.node > 1 ? config.system.node : network.fabric->dimension(0).size;
  // Whose own errors would be taken for degrees that do not fit.
  (void)systems::node_of(config.system, config.law, *network.fabric, problem.places.of("system"));
  const auto found = trains ? fastest(problem, npus, batch_is_said)
                            : least_cutting(problem, npus, node, batch_is_said);
  if (!found) {
    problem.places.of("parallel")
        .fail(fmt::format("degrees, as no usual cut of {} fits {} NPUs and its batch",
                          config.model.name, npus),
              "none", "jacquard plan ranks every setting that fits");
  }
  config.parallel = *found;
  if (!trains && !batch_is_said) config.batch = least_batch(*found);
  return true;
}

std::string sentence_of_usual_degrees(const train::TrainConfig& config) {
  workload::Parallelism degrees = config.parallel;
  const bool trains = config.kind == workload::StepKind::train;
  if (!trains) degrees.micro_batch = degrees.micro_batches = 0;
  return fmt::format(
      "Nobody said degrees: {} {}; jacquard plan ranks all.", workload::text_of(degrees),
      trains ? "is the fastest of the usual ones"
             : fmt::format("cuts the model least of what fits memory, for a batch of {}",
                           config.batch));
}

}  // namespace jacquard::knobs
