// SPDX-License-Identifier: Apache-2.0
// An algorithm of MSCCL (Cowan et al., "MSCCLang", ASPLOS 2023) as its XML says it: what each
// thread block of each GPU sends, receives, copies and adds, chunk by chunk.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/rounds/round_graph.hpp"

namespace jacquard::interop {

// Places are chunks of a GPU's memory: its buffers one after the other, in place where they share.
struct MscclStep {
  bool receives = false;  // from the block's source; else it takes what is at `from`
  bool adds = false;      // what is at `from` to what it receives, or at `to` to what is at `from`
  bool stores = false;    // at `to`
  bool sends = false;     // to the block's target
  bool awaited = false;   // its end is announced to other blocks
  int from = 0, to = 0;
  int count = 0;                         // chunks; 0: it only waits
  int after_block = -1, after_step = 0;  // of the same GPU, which it waits for; -1: none
  int number = 0;                        // as the file counts steps
  std::string name;                      // "line 12"
};

struct MscclBlock {
  int target = -1, source = -1;
  int channel = 0;
  std::vector<MscclStep> steps;
};

struct MscclAlgorithm {
  std::string file;
  std::string name;
  std::string counted_at;  // "line 1, ngpus"
  rounds::CollectiveKind kind = rounds::CollectiveKind::all_reduce;
  int chunks = 0;                        // of the larger of a GPU's two buffers
  int input = 0, output = 0;             // chunks that a GPU puts in, and ends with
  int places = 0;                        // of a GPU with most, scratch included
  std::vector<int> input_at, output_at;  // where they begin, of each GPU
  std::vector<std::vector<MscclBlock>> gpus;

  int ranks() const { return static_cast<int>(gpus.size()); }
};

// Whether a file is an algorithm of MSCCL: XML whose first element is <algo>. Throws ConfigError
// for one that cannot be read.
bool is_msccl(const std::string& path);

// Throws ConfigError naming the line: for what is no XML, attributes that are missing or no
// numbers, buffers that do not fit the collective, places outside a buffer, waits for steps that
// announce nothing, and two blocks for one channel.
MscclAlgorithm parse_msccl(const std::string& text, const std::string& file);

// What is wrong, in a sentence, or "": the blocks are run in several orders, as bad as the file
// allows. Steps of a block are in order, and messages of a channel, which holds any number. Wrong
// is: a block that waits for ever; a message that nobody takes, or of another size than is awaited;
// a chunk that is read before it is there; sums of different chunks, or of a GPU's twice; an output
// that is not the collective's. Of a broadcast or a reduce any GPU may be the root.
std::string fault_of(const MscclAlgorithm& algorithm);

// A round for each message, of what each GPU puts in, cut into tiles that each block goes through
// one after the other (MSCCL's loop over a chunk). A message waits for all that its two blocks have
// received before. Copies inside a GPU take no time, sums what `Action::reduce` takes. The rounds
// say no pieces. Throws ConfigError for a fault, and for fewer bytes than chunks.
rounds::RoundGraph rounds_of(const MscclAlgorithm& algorithm, base::Bytes bytes, int tiles = 1);

}  // namespace jacquard::interop
