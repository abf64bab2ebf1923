// SPDX-License-Identifier: Apache-2.0
// A request inside a scheduler: what is computed, what is known, and its blocks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "jacquard/serve/block_pool.hpp"
#include "jacquard/serve/request.hpp"

namespace jacquard::serve {

struct Sequence {
  RequestRecord record;
  std::vector<std::uint64_t> prefix;
  int named = 0;  // tokens that `prefix` says
  std::int64_t serial = 0;
  std::int64_t admission = 0;  // numbers of later ones are higher
  std::int64_t uncached = 0;   // tokens of the prompt, when it came: Scheduler::uncached()
  int present = 0;
  int made = 0;       // output tokens that the scheduler has seen
  int ahead = 0;      // tokens in flight that plans count on before they are seen
  int drafts = 0;     // that the step in flight verifies
  int in_flight = 0;  // tokens that planned steps will give
  int computed = 0;   // tokens whose keys and values are in the cache, planned steps included
  // The first `held` are its own now; after pre-emption `blocks` tells where they were.
  std::vector<int> blocks;
  std::vector<int> beside;  // of no token: EngineSettings::sequence_blocks
  // Of a cache that counts: where its blocks were freed, how many, and how many of them were full.
  std::int64_t freed_at = 0;
  std::int64_t freed = 0;
  std::int64_t freed_full = 0;
  int held = 0;
  int filled = 0;  // blocks whose content is known to the pool
  bool running = false;

  int known() const { return record.input + made; }
  int target() const { return known() + ahead; }  // tokens to compute
  bool in_prompt() const { return computed < target() - 1; }
  bool all_in_flight() const { return made + ahead >= record.output; }

  void start(const Request& request, base::Picoseconds queued, std::int64_t number) {
    record = {};
    record.id = request.id;
    record.input = request.input;
    record.output = request.output;
    record.arrival = request.arrival;
    record.queued = queued;
    prefix = request.prefix;
    named = std::max(request.named, request.input);
    serial = number;
    present = request.present;
    uncached = 0;
    freed_at = freed = freed_full = 0;
    made = drafts = ahead = in_flight = computed = held = filled = 0;
    blocks.clear();
    beside.clear();
    running = false;
  }
};

}  // namespace jacquard::serve
