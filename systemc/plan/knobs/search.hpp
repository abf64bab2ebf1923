// SPDX-License-Identifier: Apache-2.0
// The best settings of a space, exactly, without timing all of it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/workload/step_memory.hpp"
#include "systemc/plan/knobs/problem.hpp"

namespace jacquard::knobs {

enum class Verdict : std::uint8_t {
  refused,  // the model, the batch or the network cannot be split so
  too_big,  // does not fit into memory
  bounded,  // cannot be among those asked for: `bound` says why
  timed
};

struct Setting {
  workload::Parallelism parallel;
  Verdict verdict = Verdict::refused;
  std::string reason;                     // of one that is refused
  workload::Memory memory;                // of the fullest stage
  base::Picoseconds bound{0};             // no step is faster
  std::optional<base::Picoseconds> time;  // by the list schedule
};

struct Found {
  std::vector<Setting> settings;   // in the order of the space
  std::vector<std::size_t> order;  // settings that fit: those timed by time, then others by bound
  base::Bytes limit{0};            // of memory; 0: not known
  std::int64_t refused = 0;
  std::int64_t too_big = 0;
  std::int64_t bounded = 0;
  std::int64_t timed = 0;
  int exact = 0;  // so many of `order` are the best of all, in their order
};

// Which settings a search times. Time grows with their number alone.
struct Wanted {
  std::size_t best = 20;  // so many of the fastest; 0: every one
  // And every one that may be faster than this, at most `most` of them: rank of a given setting.
  std::optional<base::Picoseconds> faster_than;
  std::size_t most = 4'000;
  std::int64_t at_once = 64;  // so many are timed before the bounds of others are looked at again
};

// Hears how many settings of how many were looked at (progress); from any thread.
using OnProgress = std::function<void(double done, double all, const char* part)>;

// The same for any number of threads. Ties keep the order of the space. Throws ConfigError only for
// a system that cannot run steps at all.
Found search(const Problem& problem, std::vector<workload::Parallelism> space, const Wanted& wanted,
             const OnProgress& progress);

// Times these of `settings`, which fit.
void time_settings(const Problem& problem, const std::vector<std::size_t>& which,
                   std::vector<Setting>& settings);

// One setting: timed, or why not.
Setting evaluate(const Problem& problem, const workload::Parallelism& parallel);

}  // namespace jacquard::knobs
