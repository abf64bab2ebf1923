// SPDX-License-Identifier: Apache-2.0
// How an engine schedules: what users set on vLLM, SGLang and TensorRT-LLM.
#pragma once

#include <cstdint>

#include "jacquard/base/units.hpp"

namespace jacquard::serve {

// continuous     vLLM V1: running requests first, then waiting ones, prompts beside decodes
// prefill_first  SGLang: a step is prompts while any wait and fit, else decodes
// no_evict       TensorRT-LLM: a request is admitted when its whole cache fits; steps are mixed
// static_batch   a batch is prefilled and decoded to its end before the next
enum class Policy : std::uint8_t { continuous, prefill_first, no_evict, static_batch };

// Which instance and group a request goes to.
//
// fewest  the one with the fewest requests
// prefix  the one with the fewest blocks in use and to compute, where blocks that its cache has are
//         not computed: the cost of Dynamo's router, whose weight of overlaps is 1
enum class Routing : std::uint8_t { fewest, prefix };

struct EngineSettings {
  Policy policy = Policy::continuous;
  int max_sequences = 256;        // that run at once
  int max_batched_tokens = 8192;  // of one step
  int max_model_length = 0;       // prompt and output of a sequence; 0: no limit
  int block = 16;                 // tokens of a block of the cache
  std::int64_t blocks = 0;        // of each scheduler's cache, one of them reserved; 0: no limit
  // That a running sequence takes beside those of its tokens: states of linear layers, windows.
  int sequence_blocks = 0;
  bool prefix_caching = true;
  Routing routing = Routing::fewest;
  // Memory behind the NPUs' for blocks of prompts: of each instance, or of all together. A step
  // waits until the blocks that its prompts read from there have come.
  std::int64_t stored_blocks = 0;  // 0: none
  bool shares_store = false;
  double fetch_ps = 0;  // of a token
  base::Picoseconds fetch_latency{0};  // of a step that fetches
  bool chunked_prefill = true;
  // A step is planned while the one before it runs, so plans know tokens one step late.
  bool plan_ahead = false;
  // The engine looks for new requests only between steps and counts from then (vLLM's records);
  // else `queued` is the arrival.
  bool queued_between_steps = false;
  int stages = 1;  // of the pipeline: so many steps are in flight
  // Each decode verifies so many drafts, each right with this chance where those before it are.
  int drafts = 0;
  double acceptance = 0;
  int stream_interval = 1;  // the client sees tokens first when it has so many of them
  // TensorRT-LLM's batch_wait_timeout_iters and batch_wait_max_tokens_ratio: beside decodes,
  // prompts wait so many steps, unless a step would have this share of its most tokens.
  int batch_wait = 0;
  double batch_wait_share = 0;
  // The engine's own time for a step, before the NPUs have it. Planning ahead hides it behind the
  // step before. `first_step`: of the first one more, which finds no kernel loaded.
  base::Picoseconds host{0};
  base::Picoseconds first_step{0};
};

}  // namespace jacquard::serve
