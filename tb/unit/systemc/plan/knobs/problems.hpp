// SPDX-License-Identifier: Apache-2.0
// Problems of a search for tests.
#pragma once

#include "systemc/plan/knobs/search.hpp"
#include "systemc/plan/knobs/space.hpp"
#include "unit/systemc/train/jobs.hpp"

namespace jacquard::tb {

inline train::TrainConfig llama_405b() {
  train::TrainConfig config =
      job("llama3-405b", "h100_400g_16384",
          "tp=8,cp=1,dp=128,pp=16,zero=1,micro_batch=1,recompute=selective,schedule=interleaved,"
          "virtual=8,uneven=edges",
          2048);
  config.engine = "analytic";
  return config;
}

// The small model on 16 NPUs in nodes of 4, with memory for some settings.
inline knobs::Problem small_problem(const char* memory = "250 MB") {
  knobs::Problem problem;
  problem.config = small_job("Switch(4) Switch(4)", "dp=16", 32);
  problem.config.engine = "analytic";
  problem.config.system.node = 4;
  problem.memory = config::quantity<base::Bytes>().read(memory, {"test", ""});
  return problem;
}

inline knobs::Found found(const knobs::Problem& problem, const knobs::Wanted& wanted) {
  const int npus = 16;
  const auto ranges = knobs::ranges_of(problem, npus);
  return knobs::search(problem, knobs::all_settings(problem, ranges, npus), wanted,
                       [](double, double, const char*) {});
}

}  // namespace jacquard::tb
