// SPDX-License-Identifier: Apache-2.0
// A way to schedule some matrices: when it is done with them, whatever the guard time turns out to
// be.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/schedule/core/core.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::advise {

// One matrix as a contender serves it.
struct Served {
  std::vector<base::Picoseconds> holds;  // of each setting
  std::vector<base::Picoseconds> ready;  // when each is decided; as many as holds
  std::int64_t waits = 0;                // of settings that send on what came right before ...
  base::Picoseconds forward{0};          // ... which takes so long, a guard included
};

class Contender {
 public:
  std::string scheduler;
  bool by_core = false;
  int bits = 8;                                // of a demand counter
  base::Picoseconds told{0};                   // the guard time that the scheduler was told
  std::optional<schedule::CoreInputs> chosen;  // of a ladder core

  // A core's settings are used as they come; software decides all of them first.
  void add(Served served);
  // Of software over parallel switches: what each of them serves, decided at one time.
  void add_side_by_side(const std::vector<Served>& switches);

  // Sum over the matrices of decision, settings, guards and waits, by schedule::completion. Never
  // falls as the guard grows. Saturates at the largest Picoseconds.
  base::Picoseconds time(base::Picoseconds guard) const;
  // Means over the matrices.
  double permutations() const;
  base::Picoseconds decision() const;
  double matrices() const { return static_cast<double>(matrices_); }

 private:
  struct Load {
    base::Picoseconds held{0};
    std::int64_t settings = 0;
  };

  std::vector<Served> streamed_;                 // of a core
  std::vector<std::vector<Load>> side_by_side_;  // of each matrix, of each switch
  base::Picoseconds held_{0};                    // of software: all holds
  base::Picoseconds decided_{0};                 // all decisions
  std::int64_t settings_ = 0;                    // all settings
  std::int64_t waits_ = 0;                       // all waits
  base::Picoseconds forward_{0};
  std::int64_t matrices_ = 0;
};

// The holds of a schedule on this clock.
std::vector<base::Picoseconds> holds_of(const schedule::Schedule& schedule,
                                        const demand::SlotClock& clock);

}  // namespace jacquard::advise
