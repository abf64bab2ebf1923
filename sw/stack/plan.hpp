// SPDX-License-Identifier: Apache-2.0
// What is to be stacked: computations and calls of collectives of each actor, what they wait for,
// and the rounds of each call. Made from any job; it knows nothing of slots or switches.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/span.hpp"
#include "jacquard/base/units.hpp"
#include "jacquard/engine/job/work.hpp"
#include "jacquard/rounds/round_graph.hpp"
#include "jacquard/stack/pattern.hpp"

namespace jacquard::stack {

// Something an actor does: a computation that takes `duration`, or its side of a call.
struct Node {
  static constexpr std::int32_t kNone = -1;
  base::Picoseconds duration{0};  // of a computation, or of a collective that loads no network
  std::int32_t call = kNone;      // index into Plan::calls
  bool computes = false;          // occupies the NPU: its computations run one at a time
  std::uint32_t first_after = 0;  // in Actor::after
  std::uint32_t after = 0;        // how many
};

// Ranks that do the same in the same slots; one rank, where a job is not regular.
struct Actor {
  std::string name;                  // "stage 3", "rank 17"
  std::vector<Node> nodes;           // in an order in which each comes after what it waits for
  std::vector<std::uint32_t> after;  // indices of nodes

  base::Span<const std::uint32_t> waits_for(const Node& node) const {
    return {after.data() + node.first_after, node.after};
  }
};

// A collective, or many alike side by side, as rounds. Calls of one template differ in time only.
struct Template {
  int first_round = 0;  // in Plan::rounds.rounds; its collective has the template's number
  int rounds = 0;
  int label = 0;         // of Plan::labels
  int communicator = 0;  // calls of one communicator at one actor go in program order
};

// A call of a collective, or a message.
struct Call {
  enum class Kind : std::uint8_t {
    data,
    control,      // so few bytes that it shares slots with others (loss, gradient norm)
    placeholder,  // only the run knows who sends how much to whom (dispatch to experts)
    barrier,      // no rounds: all who take part wait for each other
  };
  std::int32_t of = 0;  // index into Plan::templates
  Kind kind = Kind::data;
  std::int32_t micro_batch = -1;
  std::int32_t layer = -1;
  std::uint32_t first_side = 0;  // in Plan::sides
  std::uint32_t sides = 0;
};

// Who takes part in a call, and by which of its nodes.
struct Side {
  std::int32_t actor = 0;
  std::int32_t node = 0;
};

struct Plan {
  std::string source;
  int ranks = 0;
  std::vector<int> actor_of;  // of each rank
  std::vector<Actor> actors;
  std::vector<std::string> labels;  // "tp", "dp", "pp": what a picture colours by
  std::vector<Pattern> patterns;
  std::vector<Template> templates;
  rounds::RoundGraph rounds;          // of templates; `after` within one; collective = template
  std::vector<int> pattern_of_round;  // of each of rounds.rounds
  std::vector<Call> calls;
  std::vector<Side> sides;
  std::int64_t barriers = 0;  // that became dependencies

  const Template& template_of(const Call& call) const { return base::at(templates, call.of); }
  base::Span<const Side> sides_of(const Call& call) const {
    return {sides.data() + call.first_side, call.sides};
  }
};

// The ranks of each actor, ascending.
std::vector<std::vector<int>> ranks_by_actor(const Plan& plan);

struct PlanOptions {
  base::Bytes control{0};  // calls of at most so many bytes are control
};

// The plan of a job. Its network is one crossbar of all NPUs, so that groups are rings (or what
// JobWork::algorithms says) of their members wherever these are. Throws ConfigError as
// engine::job::rounds_of_all() does.
Plan plan_of(const engine::job::JobWork& work, const PlanOptions& options);

}  // namespace jacquard::stack
