// SPDX-License-Identifier: Apache-2.0
// Everyone who could schedule a traffic: each scheduler, told of each guard time if it listens, and
// each core in each of its settings.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "jacquard/advise/contender.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::advise {

struct Question {
  std::vector<demand::DemandMatrix> matrices;  // one or more, of equal ports
  base::BitsPerSecond rate{800'000'000'000};   // of a port's link to each switch
  int switches = 1;                            // parallel ones: software of one hop alone
  std::vector<int> bits{8, 12};                // widths of a demand counter to try
  base::Picoseconds clock{800};                // of the cores
  base::Picoseconds longest{0};                // guard time of interest, above 0
  bool timed = true;  // software's decisions take what they take on this machine
  std::uint64_t seed = 1;
  int threads = 0;
};

// What crossbars without guards and decisions would take: the largest line of each matrix at the
// rate of all its links, added up.
base::Picoseconds bound(const Question& question);

// A scheduler that is not among the contenders, and why.
struct LeftOut {
  std::string scheduler;
  std::string why;
};

struct Contenders {
  std::vector<Contender> all;
  std::vector<LeftOut> left_out;
};

// `heard` hears what is at work, from any thread. A scheduler that cannot do the matrices is left
// out. One whose decisions alone make it too late is told of no guard time, as it cannot win.
Contenders contenders(const Question& question,
                      const std::vector<const schedule::Scheduler*>& schedulers,
                      const std::function<void(const std::string& part)>& heard);

}  // namespace jacquard::advise
