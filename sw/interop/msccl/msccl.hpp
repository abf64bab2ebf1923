// SPDX-License-Identifier: Apache-2.0
// An algorithm of MSCCL (Cowan et al., "MSCCLang", ASPLOS 2023) as its XML says it, or as a plan of
// MSCCL++ does (microsoft/mscclpp): what each thread block of each GPU sends, receives, copies and
// adds, chunk by chunk.
#pragma once

#include <functional>
#include <string>
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

  // Of MSCCL++, whose blocks reach into other GPUs' memory and signal when they have.
  int from_gpu = -1, to_gpu = -1;  // where `from` and `to` are; -1: of its own GPU
  bool begins = false;             // an operation, which needs all that those before have fetched
  bool from_packets = false;       // waits until packets are at `from`
  bool to_packets = false;         // what it stores are packets
  int takes = -1, needs = 0;       // waits for so many of this signal; 0: for one, which it takes
  int gives = -1;                  // this signal, at its end
};

struct MscclSignal {
  std::string name;     // "a signal of GPU 1 to GPU 0"
  int ready = 0;        // of them at the beginning
  bool is_due = false;  // each must be taken
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
  std::vector<MscclSignal> signals;

  int ranks() const { return static_cast<int>(gpus.size()); }
};

// Whether a file is an algorithm of MSCCL: XML whose first element is <algo>, or a plan of MSCCL++.
// Throws ConfigError for one that cannot be read.
bool is_msccl(const std::string& path);

// Of either form. Throws ConfigError naming the line: for what is no XML, attributes that are
// missing or no numbers, buffers that do not fit the collective, places outside a buffer, waits for
// steps that announce nothing, and two blocks for one channel. A plan's errors have JSON pointers;
// what a switch does is refused by its name.
MscclAlgorithm parse_msccl(const std::string& text, const std::string& file);

// Throws ConfigError, a JSON document being a plan.
MscclAlgorithm parse_mscclpp(const std::string& text, const std::string& file);

// Where buffers lie: sets input, output, input_at and output_at of `chunks`, and returns where
// scratch begins. In place, both buffers are one of `chunks`, of which the smaller is the GPU's own
// part. `refuse` is called where chunks are no multiple of the GPUs and have to be.
int lay_out(MscclAlgorithm& algorithm, bool in_place, const std::function<void()>& refuse);

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
