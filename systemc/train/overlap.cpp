// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/overlap.hpp"

#include <algorithm>

#include "jacquard/base/parse_number.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::train {
namespace {

constexpr std::string_view kSliced = "meshslice:";

int best_slices(TrainConfig config, const JobPlaces& places) {
  const workload::Parallelism& p = config.parallel;
  config.ignore_memory = true;  // whatever S, the step is the user's to fit
  engine::step::ListSchedule schedule;
  int best = 1;
  config.parallel.tp_slices = 1;
  Step step = prepare(config, places);
  base::Picoseconds shortest = analytic_time(step, schedule);
  if (p.tp == 1 || !p.sequence_parallel || config.kind == workload::StepKind::decode) return best;
  const int tokens = step.request.tokens() / p.cp / p.tp;
  for (int s = 2; s <= std::min(kMostSlices, tokens); ++s) {
    if (tokens % s != 0) continue;
    config.parallel.tp_slices = s;
    const base::Picoseconds time = analytic_time(prepare(config, places), schedule);
    if (!(time < shortest)) continue;
    shortest = time;
    best = s;
  }
  return best;
}

}  // namespace

void set_overlap(TrainConfig& config, const JobPlaces& places, const std::string& word,
                 const std::string& source) {
  workload::Parallelism& p = config.parallel;
  p.async_tp = word == "async";
  p.tp_slices = 1;
  if (word == "none" || p.async_tp) return;
  if (word == "meshslice:auto") {
    p.tp_slices = best_slices(config, places);
    return;
  }
  if (word.rfind(kSliced, 0) == 0) {
    const auto slices = base::parse_number<int>(std::string_view(word).substr(kSliced.size()));
    if (slices && *slices >= 1 && *slices <= 1 << 12) {
      p.tp_slices = *slices;
      return;
    }
  }
  throw base::ConfigError(
      {source, "", "none, async, meshslice:S with S in 1..4096, or meshslice:auto", word, ""});
}

}  // namespace jacquard::train
