// SPDX-License-Identifier: Apache-2.0
// One operation of an NPU: a computation, an access to memory, or its part in a communication.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/rounds/round_graph.hpp"

namespace jacquard::workload {

using rounds::CollectiveKind;

enum class OpKind : std::uint8_t {
  marker,  // takes no time; others may wait for it
  compute,
  load,  // from remote memory
  store,
  send,
  receive,
  collective,
};

// What an operation occupies. Operations of one stream of an NPU run one at a time, those of none
// any number at a time.
enum class Stream : std::uint8_t { cpu, compute, remote_memory, network, none };

// The stream of an operation that is none of the CPU's.
Stream stream_of(OpKind kind);

enum class MemoryTier : std::uint8_t { local, remote };
inline constexpr std::size_t kMemoryTiers = 2;
// By MemoryTier; nothing where it is not known.
using TierBytes = std::array<std::optional<base::Bytes>, kMemoryTiers>;

enum class Phase : std::uint8_t { none, forward, backward, update, prefill, decode };

// A tensor, by its number in the graph, that a node reads or writes in local memory.
struct TensorUse {
  int tensor = 0;
  base::Bytes bytes{0};

  friend bool operator==(const TensorUse& a, const TensorUse& b) {
    return a.tensor == b.tensor && a.bytes == b.bytes;
  }
};

struct OpNode {
  std::uint64_t id = 0;
  std::string name;
  OpKind kind = OpKind::marker;
  Stream stream = Stream::compute;
  // Ids of the nodes that must end before this one begins: those whose results it takes, and those
  // that only go before it.
  std::vector<std::uint64_t> data_after;
  std::vector<std::uint64_t> control_after;
  base::Picoseconds duration{0};  // as recorded; 0 where it was not
  // A collective that takes its duration and loads no network, as one inside a node that was
  // measured; an NPU has those that are ready one at a time.
  bool timed = false;
  std::optional<base::Flops> flops;
  TierBytes moved;  // read and written
  std::vector<TensorUse> reads;
  std::vector<TensorUse> writes;

  CollectiveKind collective = CollectiveKind::all_reduce;
  std::optional<base::Bytes> bytes;  // to communicate; of a collective what each member puts in
  int from = -1;                     // sender, or root of a broadcast or reduce; -1: not said
  int to = -1;                       // receiver
  // Of a send or receive: `from` and `to` are places on this digit of Job::places, the other side
  // having the NPU's own places on all others; -1: they are NPUs.
  int peer_digit = -1;
  std::int64_t tag = 0;        // of a send and its receive
  int group = 0;               // 0: all NPUs; OpGraph::group() says which it is for an NPU
  std::vector<bool> involved;  // dimensions of a collective; empty: all
  std::int64_t priority = 0;
  // A collective begins so much after it may, and occupies nothing meanwhile: what the host and the
  // NIC take to launch it.
  base::Picoseconds launch{0};
  rounds::Protocol protocol;  // of the messages of a collective
  int chunks = 0;  // into which a collective is split; 0: as many as the job's collectives are
  int permutation = -1;  // of a permute: index into Job::permutations

  Phase phase = Phase::none;
  int micro_batch = -1;  // -1: of none
  int layer = -1;

  // An all-to-all of which only the run knows who sends how much to whom; `bytes` are expected.
  bool unpredictable = false;
  // A marker before which all members of its group wait for each other. Engines that run rounds
  // pass over it.
  bool barrier = false;
};

bool communicates(const OpNode& node);
bool accesses_remote_memory(const OpNode& node);

// "node 7 'layer 3 all-reduce'".
std::string described(const OpNode& node);

}  // namespace jacquard::workload
