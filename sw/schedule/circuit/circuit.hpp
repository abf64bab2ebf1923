// SPDX-License-Identifier: Apache-2.0
// Circuit schedulers of the literature, as comparators. All serve the whole demand and connect no
// pair that has nothing left at its first slot, the two traffic-oblivious ones excepted.
// Holds are cut to what the longest pair of a setting needs. delta below is the guard in slots.
// docs/schedulers.md says what is published and what is reconstructed.
// P: permutations emitted; E: nonzero entries of the demand.
#pragma once

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::schedule {

// Birkhoff-von Neumann on the stuffed matrix, each step the perfect matching whose smallest entry
// is largest, held for that entry. D slots exactly. P <= E + 2N, O(P N^3 / 64) and less in
// practice.
Schedule bottleneck(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

// Chronos s8 read literally: a WWFA matching of what is left (Tamir & Chi 1993, fixed priority),
// held for its smallest entry. P <= E, O(P N^2 / 64 + P N).
Schedule minhold(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

// A maximal matching that serves the lines with most left first, held until a pair runs out or an
// unserved line would become the longest. Ours. P <= E + 2^13, O(P N^2).
Schedule critical_first(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

// Liu et al., CoNEXT 2015: QuickStuff, then BigSlice with halving thresholds, without a packet
// switch. D slots exactly. P <= E + 2N, O(P N^3 / 64).
Schedule solstice(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

// Bojja Venkatakrishnan et al., SIGMETRICS 2016: in a window of `window` slots, greedily the (hold,
// matching) that serves most per slot of hold + delta; windows repeat until nothing remains.
// Default window: the single-hop bound of what is left. P <= E + windows. The search is over every
// distinct entry: O(P H N^3), where H <= E matchings are solved for a setting, some ten in
// practice.
Schedule eclipse(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

// The same with a search over some ten holds. Ours. O(P log(largest) N^3).
Schedule eclipse_coarse(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

// Pairs by level, floor(log2(what is left)): each step matches as many of the highest level as can
// be, then of the next, and so on. The matching is held for the longest time that serves at least
// 95 % of the best rate (quanta per slot of hold + delta). Ours: Eclipse's rule, bit-set matchings
// in place of its search over holds and max-weight matchings. Holds are tried for five guards, from
// none to four times the mean hold. P <= E, O(P (N^3 / 64 + N log N)) and far less in practice.
Schedule level_matching(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

// As few settings as there can be, Delta, the most nonzeros of a line, and short ones. Entries are
// cut so that the pieces of every line are like the entries of the critical line, from which the
// single-hop bound follows. Then come perfect matchings of pieces, each of the shortest pieces that
// have one. Lines critical at other guards are tried too, three at most. If the schedule takes more
// than 1.1 D slots, and level_matching takes less time in at most three times the settings,
// level_matching's is returned. Ours. P <= Delta, or 3 Delta then; O(E log E + P N^3 / 64) and far
// less in practice. Made for guards of ten slots and more: with none, more settings would take
// fewer slots.
Schedule holds_first(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

// At most `matchings` max-weight matchings, each held for its largest entry. Default and least:
// the largest number of nonzeros in a line. Throws ConfigError below that. O(P N^3).
// After Amponsah & Addanki 2026.
Schedule greedy_max_weight(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

// The reference: the shortest schedule of all the others here, then a search that divides the pairs
// of two settings between them anew, by simulated annealing, for Delta settings and up to 24 more.
// `effort` coolings for each number of settings (default 1) of 50 N^2 divisions, O(N) each. Never
// longer than another single-hop scheduler with its defaults. Depends on the seed alone. Ours.
Schedule best(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

// Traffic matrix scheduling (Farrington et al. 2012; Porter et al., SIGCOMM 2013). What is left is
// scaled to a doubly stochastic matrix (Sinkhorn) and decomposed. Its largest permutations run in a
// window of `window` slots. Windows repeat until nothing remains.
Schedule tms(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

// Traffic-oblivious: the cyclic shifts in turn, `hold` slots each, until the demand is served (as
// RotorNet, Mellette et al., SIGCOMM 2017). Connects pairs that have nothing to send: it does not
// look. Throws ConfigError for a hold so short that the schedule would exceed 2^22 settings.
// Default hold: the least with a duty cycle of 90 % and at most 4,096 settings or one cycle.
Schedule round_robin(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

// The same with Valiant's load balancing (two hops): a circuit first delivers what has come to rest
// at its input, then its input's own traffic, then spreads that input's other traffic.
Schedule round_robin_vlb(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

}  // namespace jacquard::schedule
