// SPDX-License-Identifier: Apache-2.0
// Attention of decodes with contexts of many lengths, as FlashAttention-2 runs it.
#pragma once

#include <vector>

namespace jacquard::serve {

// The kernel cuts each head of each sequence into `splits` parts; a processor works on one part at
// a time and takes the next when it is done. Parts share the memory's bandwidth, but none is faster
// than a processor reads alone, so a long sequence holds up the end. A profile of equal lengths
// cannot tell that. Source: flash_fwd_splitkv and num_splits_heuristic of the public FlashAttention
// 2.x; two constants are fitted on the decode steps of the replay of data/measured (an RTX 4090;
// kernel times from 184 to 232 us within 1.4 % each, where the mean length errs up to 14 %).
class FlashDecoding {
 public:
  struct Setup {
    int processors = 0;  // streaming multiprocessors; 0: not this kernel
    int kv_heads = 0;    // on one NPU
    int head_size = 0;
    int longest = 0;          // tokens that captured graphs provide for
    double bytes_per_us = 0;  // that the kernel reaches on equal, long contexts
  };
  explicit FlashDecoding(const Setup& setup) : setup_(setup) {}

  // Whether it says more than the profile: with few sequences attention costs little.
  bool applies(const std::vector<int>& contexts) const;
  // One layer's time.
  double us(const std::vector<int>& contexts) const;
  // Parts of each head's keys, for a batch of this size.
  int splits(int sequences) const;

 private:
  Setup setup_;
  mutable std::vector<double> parts_;  // kept, so that steps allocate nothing
  mutable std::vector<double> ends_;
};

// The batch size for which a graph was captured that holds so many sequences (vLLM's sizes).
int captured_batch(int sequences);

}  // namespace jacquard::serve
