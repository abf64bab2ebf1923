// SPDX-License-Identifier: Apache-2.0
// What the GPU of one rank did, as the PyTorch profiler (Kineto) recorded it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/config/place.hpp"
#include "jacquard/interop/chakra/trace.hpp"
#include "jacquard/interop/kineto/execution.hpp"

namespace jacquard::interop {

struct KinetoGroup {
  std::string name;  // its description, else its name
  std::vector<int> members;
};

// What an NCCL kernel carries.
struct KinetoCall {
  ChakraNodeType type = ChakraNodeType::comm_coll;  // or comm_send, comm_recv
  ChakraCollective kind = ChakraCollective::all_reduce;
  std::int64_t bytes = 0;  // that the rank puts in, at least 1
  int group = 0;           // index into KinetoRank::groups
  int peer = -1;           // of a message: the other rank
};

enum class KinetoKind : std::uint8_t { kernel, copy, nccl };

// A kernel, a copy or a filling of memory. Times are nanoseconds.
struct KinetoOp {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t correlation = -1;  // of its launch; -1: not said
  int stream = 0;                 // index into KinetoRank::streams
  int name = 0;                   // index into KinetoRank::names
  int call = -1;                  // index into KinetoRank::calls; -1: none, or not said
  KinetoKind kind = KinetoKind::kernel;
  std::size_t event = 0;  // its place in traceEvents
};

// A stream waits for an event that was recorded on another one. Launches are correlations.
struct KinetoWait {
  int stream = 0;
  std::int64_t launch = 0;
  int on_stream = 0;
  std::int64_t recorded = 0;
};

struct KinetoRank {
  std::string source;
  int rank = -1;                             // -1: the file does not say
  int world = -1;                            // likewise
  std::vector<std::pair<int, int>> streams;  // device and number
  std::vector<std::string> names;
  std::vector<KinetoGroup> groups;
  std::vector<KinetoCall> calls;
  std::vector<KinetoOp> ops;  // by their beginnings
  std::vector<KinetoWait> waits;
  // An operation, and the collective of another stream whose result it reads; places in ops.
  std::vector<std::pair<std::size_t, std::size_t>> reads;
  std::string executed;      // the execution trace that says more
  std::int64_t told = 0;     // NCCL kernels whose execution trace says what they carry
  std::int64_t unsaid = 0;   // NCCL kernels that do not say what they carry
  std::int64_t nearest = 0;  // collectives that are run as the nearest kind

  // The place of an operation in the file: "/traceEvents/7".
  config::Place place(const KinetoOp& op) const;
};

// A file, plain or gzip, of any size. Throws ConfigError naming the pointer for an operation
// without stream, begin or duration, for groups whose ranks nobody says, and for a file that is cut
// short or has no operation of a GPU. `executed`: execution traces, of which that of the file's
// process says what its kernels do not; of several processes of one number the one whose file's
// name ends in the rank.
KinetoRank read_kineto(const std::string& path, const std::vector<ExecutionTrace>& executed = {});

}  // namespace jacquard::interop
