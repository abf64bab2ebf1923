// SPDX-License-Identifier: Apache-2.0
// The waist: what every collective becomes, and what cost models, engines, the stack and the
// SystemC fabric consume. docs/collectives.md explains it with examples.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/units.hpp"
#include "jacquard/rounds/cast.hpp"
#include "jacquard/rounds/endpoint.hpp"
#include "jacquard/rounds/pieces.hpp"
#include "jacquard/rounds/round_set.hpp"
#include "jacquard/rounds/shape.hpp"
#include "jacquard/rounds/symbolic_permutation.hpp"

namespace jacquard::rounds {

enum class CollectiveKind {
  all_reduce,
  reduce_scatter,
  all_gather,
  all_to_all,
  broadcast,
  send,
  reduce,   // the root ends with the sum
  permute,  // each member ends with what the one before it in a permutation began with
};

// What messages take beside their bytes over the bandwidth of a link, as measured of a kind of
// operation (MeshSlice, Nam et al. 2025 s3.2.2: t_sync and the bandwidth of an operation).
struct Protocol {
  base::Picoseconds sync{0};  // each message holds each link of its way so much longer
  double share = 1;           // of a link's bandwidth that messages reach; above 0, at most 1

  friend bool operator==(const Protocol& a, const Protocol& b) {
    return a.sync == b.sync && a.share == b.share;
  }
  friend bool operator!=(const Protocol& a, const Protocol& b) { return !(a == b); }
};

// One collective of a graph, or many alike that run side by side: the groups of ranks that differ
// only in the digits `involved`.
struct Collective {
  CollectiveKind kind = CollectiveKind::all_reduce;
  Shape shape;                // of the ranks
  std::vector<int> involved;  // digits that number the members of a group; ascending
  // Of the data, in each chunk. Reduce-scatter and all-gather number a piece by the member that
  // ends or begins with it, all-to-all by origin, then destination; further digits cut it finer.
  Shape pieces;
  int chunks = 1;         // independent parts, run through the same rounds
  base::Bytes bytes{0};   // what each rank puts in: all-gather its piece, others all pieces
  int root = 0;           // of a broadcast or send: the member of each group that begins; of a
                          // reduce: that ends with the sum
  int peer = 0;           // of a send: the member that receives
  std::vector<int> npus;  // NPU of each rank; empty: rank r is NPU r
  std::string algorithm;  // what made its rounds, for people; "" if nothing says
  Protocol protocol;      // of its messages
  std::optional<SymbolicPermutation> moves;  // of a permute: who receives whose data, of all ranks

  // The members of a group, numbered by the involved digits.
  Shape group() const;
  int member(int rank) const;
  int rank_of(int rank, int member) const;  // of that member of `rank`'s group

  int npu(int rank) const { return npus.empty() ? rank : base::at(npus, rank); }
};

// A way out of an NPU. Where a dimension has two (a ring), the direction chooses; `any` leaves it
// to the fabric's routing.
struct Channel {
  enum class Direction { any, up, down };
  int dimension = 0;
  Direction direction = Direction::any;

  friend bool operator==(const Channel& a, const Channel& b) {
    return a.dimension == b.dimension && a.direction == b.direction;
  }
};

enum class Action : std::uint8_t { copy, reduce };

// A permutation of ranks, each sender's message carrying some pieces of one chunk, `repeat` times
// in succession. There is no barrier: each endpoint begins a repetition as soon as it has received
// its message of the last repetition of each round in `after` (nothing, where it receives none),
// and of the repetition before. Then it sends, the data being as they are at that instant, and
// only then can it receive: a message that comes earlier waits at the receiver until that has begun
// the repetition too. (Else the sums of a faster neighbour's next phase would enter this one.)
// With a cast, switches copy and add instead: a sum is on its way when the last of its senders has
// sent, and each receiver takes it in as a message.
struct Round {
  int collective = 0;
  int chunk = 0;
  int phase = 0;  // of its chunk: what waits together in a dimension's queue (docs/collectives.md)
  int channel = 0;
  SymbolicPermutation permutation;
  std::optional<Cast> cast;  // in place of the permutation
  PieceSet pieces;
  Action action = Action::copy;
  int repeat = 1;
  base::Bytes bytes{0};             // of one message
  std::vector<base::Bytes> uneven;  // of each rank's message instead (all-to-all-v)
  RoundSet after;                   // earlier rounds

  base::Bytes bytes_from(int rank) const { return uneven.empty() ? bytes : base::at(uneven, rank); }
};

struct RoundGraph {
  std::vector<Collective> collectives;
  std::vector<Channel> channels;
  std::vector<Round> rounds;

  const Collective& collective_of(const Round& round) const {
    return base::at(collectives, round.collective);
  }
};

// One message of a round, in the clear.
struct Message {
  Endpoint from;
  Endpoint to;
  base::Bytes bytes{0};
};

// The first round with a cast; -1: none has one.
int first_cast(const RoundGraph& graph);

// The messages of one repetition, in the order of the senders' ranks. Requires that it is no cast.
std::vector<Message> expand(const RoundGraph& graph, const Round& round);

// Of a cast, what leaves its senders.
struct Totals {
  std::int64_t rounds = 0;  // repetitions included
  std::int64_t messages = 0;
  base::Bytes bytes{0};

  Totals& operator+=(const Totals& other);
};
Totals totals(const RoundGraph& graph);
Totals totals(const RoundGraph& graph, const Round& round);
// No less than Totals' bytes and messages, as what cannot overflow: ask before a graph of unknown
// sizes.
double volume(const RoundGraph& graph);
constexpr double kMostVolume = 4.0e18;

// The largest NPU number in the graph, plus one.
int npus(const RoundGraph& graph);

// What is wrong with the graph: JSON pointer and sentence. Checks every rule stated above; `after`
// must name earlier rounds.
struct GraphFault {
  std::string where;  // "/rounds/3/after/0"
  std::string expected;
  std::string found;
};
std::vector<GraphFault> faults(const RoundGraph& graph);

}  // namespace jacquard::rounds
