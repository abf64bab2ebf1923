// SPDX-License-Identifier: Apache-2.0
// Which sequences a step works on: waiting and running ones, and the cache between them.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/serve/decoders.hpp"
#include "jacquard/serve/engine_settings.hpp"
#include "jacquard/serve/paged_cache.hpp"
#include "jacquard/serve/request.hpp"
#include "jacquard/serve/sequence.hpp"
#include "jacquard/serve/step.hpp"

namespace jacquard::serve {

// The rules of vLLM V1 (its public scheduler, 0.10 to 0.19):
// - running sequences come first, in the order of admission, each up to the budget that is left;
// - where no block is left, the last admitted one is pre-empted: its blocks are freed and it goes
//   back to the head of the queue, to compute prompt and output again where the cache lost them;
// - a step that pre-empted admits nothing;
// - a waiting sequence is admitted in order, when all its known tokens' blocks are free.
// Other policies differ as engine_settings.hpp says. Of drafts the scheduler draws how many are
// right.
//
// Decodes are counted together (Decoders) wherever nothing sees them one by one: in steps for which
// blocks and budget suffice, of engines that have one step in flight and no drafts.
class Scheduler {
 public:
  // `contexts`: StepClock::sees_contexts(). `store`: PagedCache's.
  Scheduler(const EngineSettings& settings, int prefix_block, bool contexts = false,
            BlockStore* store = nullptr);

  // Throws ConfigError for a request that could never run.
  void add(const Request& request, base::Picoseconds queued);

  // Plans a step at `now`: what it computes, and which sequences get a token from it.
  void plan(base::Picoseconds now, StepLoad& load, std::vector<int>& samples);
  // Those sequences' tokens came at `now`. Appends the records of the ones that ended.
  void deliver(const std::vector<int>& samples, base::Picoseconds now,
               std::vector<RequestRecord>& ended);

  // Tokens of a prompt that neither the cache nor the store has.
  std::int64_t uncached(const Request& request) const;
  // Of the prompts that wait, as they were when they came; kept where routing looks at it.
  std::int64_t to_compute() const;

  int waiting() const { return static_cast<int>(waiting_.size()); }
  int running() const { return static_cast<int>(running_.size()); }
  std::int64_t blocks_used() const { return cache_.used(); }
  std::int64_t preemptions() const { return preemptions_; }

 private:
  enum class Take : std::uint8_t { all, prompts, decodes };
  struct Plan {
    StepLoad& load;
    std::vector<int>& samples;
    int budget;
    bool preempted = false;
  };

  Sequence& at(int sequence) { return sequences_[static_cast<std::size_t>(sequence)]; }
  void plan_running(Plan& plan, Take take);
  void plan_each(Plan& plan, Take take);
  bool plan_together(Plan& plan, Take take);
  bool has_room_for(const Plan& plan, Take take, int decodes);
  void regroup();
  void settle();
  void deliver_together(base::Picoseconds now);
  void admit(Plan& plan, base::Picoseconds now);
  bool waits_for_more(const Plan& plan);
  int drafts_of(const Sequence& sequence) const;
  int accepted_drafts(Sequence& sequence);
  bool admissible(const Sequence& sequence, PagedCache::Hit hit) const;
  int cached(const Sequence& sequence, PagedCache::Hit hit) const;
  void gather_batch(base::Picoseconds now, Plan& plan);
  bool make_room(Sequence& sequence, std::int64_t tokens, Plan& plan);
  void preempt_last();
  void compute(int sequence, int tokens, Plan& plan);
  void start_running(PagedCache::Hit hit, base::Picoseconds now);  // the first that waits
  std::int64_t whole_blocks(const Sequence& sequence) const;
  void finish(int sequence, std::vector<RequestRecord>& ended);

  EngineSettings settings_;
  PagedCache cache_;
  std::vector<Sequence> sequences_;
  std::vector<int> unused_;  // of `sequences_`
  std::deque<int> waiting_;
  std::vector<int> running_;  // in the order of admission
  // Where decodes are counted together: which, and the rest of `running_`.
  bool together_;
  bool grouped_ = false;  // now
  bool decoded_ = false;  // in the step that is planned
  Decoders decoders_;
  std::vector<int> others_;
  std::vector<int> ending_;    // of one step
  std::int64_t promised_ = 0;  // blocks that running sequences will need, where none is evicted
  std::int64_t serial_ = 0;
  std::int64_t admissions_ = 0;
  bool contexts_;
  std::int64_t preemptions_ = 0;
  int waited_ = 0;  // steps, as batch_wait has it
  base::Rng drafts_{1, "accepted drafts"};
};

}  // namespace jacquard::serve
