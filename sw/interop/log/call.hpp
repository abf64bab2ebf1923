// SPDX-License-Identifier: Apache-2.0
// One line of a training log: what a rank asks of torch.distributed, or computes before that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/workload/op_node.hpp"

namespace jacquard::interop {

enum class LogOp : std::uint8_t {
  all_reduce,
  reduce_scatter,
  all_gather,
  broadcast,
  reduce,
  gather,
  scatter,
  all_to_all,
  barrier,
  send,
  recv,
  wait,     // for a call with an async handle
  compute,  // nothing but what is computed before it
};

const char* name_of(LogOp op);  // "all_reduce"
// All members of a group take part; a barrier too.
bool is_collective(LogOp op);
bool is_message(LogOp op);
bool has_root(LogOp op);

struct LogCall {
  static constexpr int kNone = -1;

  int line = 0;  // of its file, from 1; of a plain log, its place in the list, from 1
  LogOp op = LogOp::compute;
  std::int64_t call_id = kNone;
  std::string name;  // for people
  int group = 0;     // 0: all ranks
  std::int64_t seq = kNone;
  int peer = kNone;  // the other rank of a message, or the root
  std::int64_t tag = 0;
  std::string dtype;  // "float16"
  std::string reduce_op;
  base::Bytes bytes{
      0};  // its shape: of a scatter the piece of a member, else what the rank puts in
  std::vector<std::int64_t> splits;  // elements for each member of the group; empty: equal
  bool unpredictable = false;
  bool async = false;     // computation goes on, up to a wait
  bool detached = false;  // does not wait for computation either
  std::int64_t wait_of = kNone;
  std::string stream;  // calls of one are in order; "": those of the group
  workload::Phase phase = workload::Phase::none;
  int micro_batch = kNone;
  int layer = kNone;

  // Computed since the line before.
  std::optional<double> flops;
  std::optional<double> compute_bytes;
  std::optional<base::Picoseconds> compute_time;
  // Of a collective that loads no network, as one inside a node that was measured.
  std::optional<base::Picoseconds> duration;
  // Calls that must end before this one begins, in place of what the order of lines says.
  std::optional<std::vector<std::int64_t>> after;

  bool computes() const {
    return flops.value_or(0) > 0 || compute_bytes.value_or(0) > 0 ||
           compute_time.value_or(base::Picoseconds{0}).count() > 0;
  }
};

// Bytes of one element; nothing for a type that is not known. "torch.float16" is "float16".
std::optional<int> bytes_of_dtype(const std::string& name);

}  // namespace jacquard::interop
