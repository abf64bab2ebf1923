// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/scheduler.hpp"

#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/schedule/arbiter/slot_by_slot.hpp"
#include "jacquard/schedule/bvn/exact.hpp"
#include "jacquard/schedule/bvn/maximal.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/core/core_schedulers.hpp"
#include "jacquard/schedule/hops/automatic.hpp"
#include "jacquard/schedule/hops/shifts.hpp"

namespace jacquard::schedule {
namespace {

std::vector<Scheduler>& table() {
  static std::vector<Scheduler> all = own_schedulers();
  return all;
}

}  // namespace

std::vector<Scheduler> own_schedulers() {
  return {
      {"exact",
       "Birkhoff-von Neumann by maximum matchings, in as few slots as there can be; no options",
       "Birkhoff 1946; incremental matching: this project", 1, exact},
      {"maximal", "maximal matchings whose pairs stay until they are served; no options",
       "this project", 1, maximal},
      {"bottleneck",
       "Birkhoff-von Neumann by matchings whose smallest entry is largest; no options",
       "Birkhoff 1946; cf. Liu et al., CoNEXT 2015", 1, bottleneck},
      {"minhold", "a wave front matching held for its smallest entry, repeated; no options",
       "Chronos s8; WWFA: Tamir & Chi 1993", 1, minhold},
      {"unit", "one quantum per permutation, the unit core's schedule; --diagonals-per-clock",
       "pipelined WWFA; rules in docs/cores.md", 1, unit},
      {"ladder",
       "holds of powers of two, the ladder core's schedule; --top-offset, --floor, --fill, "
       "--diagonals-per-clock",
       "after Solstice; rules in docs/cores.md", 1, ladder},
      {"critical-first", "maximal matchings that serve the longest lines first; no options",
       "this project", 1, critical_first},
      {"solstice", "stuffing, then perfect matchings above halving thresholds; no options",
       "Liu et al., CoNEXT 2015", 1, solstice},
      {"eclipse", "the hold and matching that serve most per slot, guard included; --window",
       "Bojja Venkatakrishnan et al., SIGMETRICS 2016", 1, eclipse},
      {"eclipse-coarse", "eclipse with a search over some ten holds, not all entries; --window",
       "this project, after Eclipse", 1, eclipse_coarse},
      {"level-matching",
       "most pairs of the highest level first, held for the best rate; no options",
       "this project, after Eclipse", 1, level_matching},
      {"holds-first",
       "as few settings as can be, entries cut to the fullest line's holds; no options",
       "this project", 1, holds_first},
      {"greedy-max-weight",
       "heaviest matchings held for their largest entry, at most --matchings of them",
       "after Amponsah & Addanki 2026", 1, greedy_max_weight},
      {"tms", "Sinkhorn scaling, decomposition, largest permutations first; --window",
       "Farrington et al. 2012; Porter et al., SIGCOMM 2013", 1, tms},
      {"best",
       "the shortest of all others, then improved by search: a reference, not in all; --effort, "
       "--seed",
       "this project", 1, best, true},
      {"round-robin", "cyclic shifts held for --hold slots, whatever the traffic",
       "RotorNet: Mellette et al., SIGCOMM 2017", 1, round_robin},
      {"round-robin-vlb", "round-robin that spreads traffic over two hops; --hold",
       "Valiant 1982; RotorNet: Mellette et al., SIGCOMM 2017", 2, round_robin_vlb},
      {"shifts", "cyclic shifts of the ports' digits, a hop for each; --shape",
       "Bruck et al., IEEE TPDS 1997, with any radices", kAnyHops, shifts},
      {"spread",
       "shifts or few direct settings, hot pairs by way of idle ports; not in all; --shape",
       "this project", kAnyHops, spread, true},
      {"shift", "shifts of two like digits, the shift core's schedule: not in all; --shape",
       "Bruck et al., IEEE TPDS 1997; rules in docs/cores.md", kAnyHops, shift, true},
      {"few", "passes over all cells, a setting after the other: an RTL core; not in all",
       "this project; rules in docs/cores.md", 1, few, true},
      {"choose", "ladder, few or shift by an estimate of each: an RTL core; not in all; --shape",
       "this project; rules in docs/cores.md", kAnyHops, choose, true},
      {"auto",
       "few direct settings or shifts over several hops, whichever is done first; no options",
       "this project", kAnyHops, automatic},
      {"wwfa", "wave front arbiter, slot by slot with rotating priority; no options",
       "Tamir & Chi, IEEE TPDS 1993", 1, wwfa},
      {"islip", "round-robin request, grant, accept, slot by slot; --iterations",
       "McKeown, IEEE/ACM ToN 1999", 1, islip},
      {"qps", "queue-proportional sampling, slot by slot; --iterations, --seed",
       "QPS-r: Gong, Xu, Liu & Maguluri 2020", 1, qps},
  };
}

void use_schedulers(std::vector<Scheduler> rows) { table() = std::move(rows); }

base::Span<const Scheduler> schedulers() { return table(); }

const Scheduler& find_scheduler(std::string_view name, const std::string& source) {
  std::vector<std::string> known;
  for (const Scheduler& scheduler : table()) {
    if (name == scheduler.name) return scheduler;
    known.emplace_back(scheduler.name);
  }
  base::throw_unknown_name(source, "a scheduler", name, known);
}

}  // namespace jacquard::schedule
