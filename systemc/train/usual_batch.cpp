// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/usual_batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "jacquard/base/error.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::train {
namespace {

// What a batch must be a multiple of.
int unit_of(const workload::Parallelism& p) {
  const int micro = std::max(p.micro_batch, p.micro_batches);
  return std::max(1, micro > 0 ? p.replicas() * micro : p.npus());
}

// The largest that divides a replica's sequences, is no larger than usual, and fits; nothing where
// none does. What is wrong with the step is for who runs it to say.
std::optional<int> micro_batch_that_fits(TrainConfig config, const JobPlaces& places) {
  try {
    const int each = config.batch / config.parallel.replicas();
    for (int size = without_program(config, places).plan.micro_batch; size >= 1; --size) {
      if (each % size != 0) continue;
      config.parallel.micro_batch = size;
      if (config.ignore_memory || fits(without_program(config, places))) return size;
    }
  } catch (const base::ConfigError&) {
  }
  return std::nullopt;
}

}  // namespace

int usual_batch(int sequence, int of) {
  constexpr int kTokens = 4 << 20;
  const int fewest = std::max(1, kTokens / sequence);
  return (fewest + of - 1) / of * of;
}

std::string words_of_usual_batch(int batch) {
  return fmt::format(
      "a step of {} sequences: 4 Mi tokens, as Llama 2 was trained, or the next multiple that "
      "splits; --batch says another",
      batch);
}

std::string sentence_of_usual_batch(int batch) {
  return fmt::format(
      "Nobody said a batch: {} sequences are the usual 4 Mi tokens, or a little more.", batch);
}

bool fit_micro_batch(TrainConfig& config, const JobPlaces& places) {
  workload::Parallelism& p = config.parallel;
  if (config.kind != workload::StepKind::train || p.micro_batch > 0 || p.micro_batches > 0) {
    return false;
  }
  const auto size = micro_batch_that_fits(config, places);
  if (!size || *size == without_program(config, places).plan.micro_batch) return false;
  p.micro_batch = *size;
  return true;
}

bool use_usual_batch(TrainConfig& config, const JobPlaces& places) {
  const int tokens = config.sequence > 0 ? config.sequence : config.model.sequence;
  if (config.kind != workload::StepKind::train || tokens < 1) return false;
  workload::Parallelism& p = config.parallel;
  config.batch = usual_batch(tokens, unit_of(p));
  fit_micro_batch(config, places);
  return true;
}

}  // namespace jacquard::train
