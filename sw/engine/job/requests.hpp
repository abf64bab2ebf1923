// SPDX-License-Identifier: Apache-2.0
// What a trace's communication nodes ask for, as requests of sw/collective.
#pragma once

#include "jacquard/collective/request.hpp"
#include "jacquard/engine/job/durations.hpp"
#include "jacquard/engine/job/group_place.hpp"

namespace jacquard::engine::job {

// Whether a node is a collective that goes through the network.
inline bool makes_rounds(const OpNode& node) {
  return node.kind == OpKind::collective && !node.timed;
}

// Bytes of a node as the job communicates them. Throws ConfigError naming it unless at least one.
base::Bytes bytes_of(const OpGraph& graph, const OpNode& node, const Scales& scales);

// A collective node in groups that differ in `involved` digits of the place, by the algorithm the
// job has for each dimension. A broadcast or reduce, for which it has none, takes those of
// all-reduce where they can do it, else a ring; its root is the one given, or at `first`, and in
// groups side by side at the members that are numbered alike.
collective::CollectiveRequest request_of(const OpGraph& graph, const OpNode& node,
                                         const JobWork& work, const GroupPlace& place,
                                         std::vector<int> involved, int first);

// Takes halving-doubling, which has the fewest rounds, where that can run.
void use_few_rounds(collective::CollectiveRequest& request);

// The message of a send node.
collective::CollectiveRequest message_of(const OpGraph& graph, const OpNode& node, int from, int to,
                                         const topology::Fabric& fabric, const Scales& scales);

// The digits among which a collective is asked for by "involved_dim"; all if it is not.
std::vector<int> involved_digits(const OpNode& node, const std::vector<int>& dimensions);

// The rounds of a request, put behind those that the graph has. Only one whose digits are whole
// dimensions (`whole`: it is not flat) goes round a ring in one direction; all other messages go
// the shorter way. Throws ConfigError naming the node.
void add_rounds(const collective::CollectiveRequest& request, bool whole,
                const topology::Fabric& fabric, const OpGraph& graph, const OpNode& node,
                rounds::RoundGraph& rounds);

// One of the collectives of the graph once more, behind all others: `first_round` is its first, and
// the one behind it has `past`.
void repeat_rounds(int collective, int first_round, int past, rounds::RoundGraph& rounds);

}  // namespace jacquard::engine::job
