// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/scheduler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "jacquard/base/error.hpp"

namespace jacquard::serve {
namespace {

constexpr std::int64_t kMostLength = 1 << 28;  // of a sequence; sums stay far below 2^31

bool reserves_all(Policy policy) {
  return policy == Policy::no_evict || policy == Policy::static_batch;
}

void check_request(const EngineSettings& settings, const Request& request) {
  const auto fail = [&](std::string expected, std::string found, std::string hint) {
    throw base::ConfigError({"", fmt::format("request {}", request.id), std::move(expected),
                             std::move(found), std::move(hint)});
  };
  if (request.input < 1 || request.output < 1) {
    fail("at least one input token and one output token",
         fmt::format("{} and {}", request.input, request.output), "");
  }
  if (request.present < 0 || request.present >= request.input) {
    fail("fewer tokens present than the prompt has", fmt::format("{}", request.present), "");
  }
  const std::int64_t tokens = std::int64_t{request.input} + request.output;
  const std::int64_t limit =
      settings.max_model_length > 0 ? settings.max_model_length : kMostLength;
  if (tokens > limit) {
    fail(fmt::format("input and output of at most {} tokens", limit), fmt::format("{}", tokens),
         settings.max_model_length > 0 ? "a larger maximum model length would admit it" : "");
  }
  const std::int64_t blocks =
      (tokens - 1 + settings.block - 1) / settings.block + settings.sequence_blocks;
  if (settings.blocks > 0 && blocks > settings.blocks - 1) {
    fail(fmt::format("at most {} blocks of {} tokens, which the cache has", settings.blocks - 1,
                     settings.block),
         fmt::format("{} tokens", tokens), "a larger cache or a smaller KV type would hold it");
  }
  if (!settings.chunked_prefill && request.input > settings.max_batched_tokens) {
    fail(fmt::format("a prompt of at most {} tokens, as prompts are not chunked",
                     settings.max_batched_tokens),
         fmt::format("{}", request.input), "a larger token budget of steps would admit it");
  }
}

}  // namespace

Scheduler::Scheduler(const EngineSettings& settings, int prefix_block, bool contexts,
                     BlockStore* store)
    : settings_(settings),
      cache_(settings, prefix_block, store),
      together_(!contexts && settings.drafts == 0 && !settings.plan_ahead && settings.stages == 1),
      decoders_(settings.block, settings.stream_interval, cache_.counts()),
      contexts_(contexts) {}

void Scheduler::add(const Request& request, base::Picoseconds queued) {
  check_request(settings_, request);
  int sequence = static_cast<int>(sequences_.size());
  if (unused_.empty()) {
    sequences_.emplace_back();
  } else {
    sequence = unused_.back();
    unused_.pop_back();
  }
  at(sequence).start(request, queued, serial_++);
  if (settings_.routing == Routing::prefix) at(sequence).uncached = uncached(request);
  waiting_.push_back(sequence);
}

std::int64_t Scheduler::uncached(const Request& request) const {
  Sequence sequence;
  sequence.start(request, request.arrival, 0);
  return request.input - std::int64_t{cached(sequence, cache_.look_up(sequence))};
}

std::int64_t Scheduler::to_compute() const {
  std::int64_t sum = 0;
  for (const int id : waiting_) sum += sequences_[static_cast<std::size_t>(id)].uncached;
  return sum;
}

void Scheduler::plan(base::Picoseconds now, StepLoad& load, std::vector<int>& samples) {
  load.prompts.clear();
  load.decodes = 0;
  load.decode_keys = 0;
  load.contexts.clear();
  load.fetched = 0;
  samples.clear();
  Plan plan{load, samples, settings_.max_batched_tokens};
  decoded_ = false;
  if (together_) regroup();
  switch (settings_.policy) {
    case Policy::continuous:
    case Policy::no_evict:
      plan_running(plan, Take::all);
      admit(plan, now);
      return;
    case Policy::prefill_first:
      plan_running(plan, Take::prompts);
      admit(plan, now);
      if (load.empty()) plan_running(plan, Take::decodes);
      return;
    case Policy::static_batch:
      if (running_.empty()) gather_batch(now, plan);
      plan_running(plan, Take::prompts);
      if (load.empty()) plan_running(plan, Take::decodes);
      return;
  }
}

void Scheduler::plan_running(Plan& plan, Take take) {
  if (grouped_ && plan_together(plan, take)) return;
  settle();
  plan_each(plan, take);
}

void Scheduler::plan_each(Plan& plan, Take take) {
  // Pre-emption shortens `running_` from its end while this walks over it.
  for (std::size_t index = 0; index < running_.size() && plan.budget > 0; ++index) {
    const int id = running_[index];
    Sequence& sequence = at(id);
    if (sequence.all_in_flight()) continue;
    const int wanted = sequence.target() - sequence.computed;
    if (wanted <= 0) continue;  // its token is in flight
    if (take != Take::all && (take == Take::prompts) != sequence.in_prompt()) continue;
    const int tokens = std::min(wanted, plan.budget);
    const int drafts = drafts_of(sequence);
    if (!make_room(sequence, sequence.computed + tokens + drafts, plan)) return;
    compute(id, tokens, plan);
    sequence.drafts = drafts;
    plan.budget -= drafts;
  }
}

// Drafts behind the last token of an answer are thrown away.
int Scheduler::drafts_of(const Sequence& sequence) const {
  if (settings_.drafts == 0 || sequence.made == 0 || sequence.in_prompt()) return 0;
  return std::min(settings_.drafts, sequence.record.output - sequence.made - 1);
}

int Scheduler::accepted_drafts(Sequence& sequence) {
  int accepted = 0;
  while (accepted < sequence.drafts && drafts_.uniform() < settings_.acceptance) ++accepted;
  sequence.drafts = 0;
  return accepted;
}

bool Scheduler::make_room(Sequence& sequence, std::int64_t tokens, Plan& plan) {
  while (!cache_.has(cache_.lacking(sequence, tokens))) {
    const bool itself = &at(running_.back()) == &sequence;
    preempt_last();
    plan.preempted = true;
    if (itself) return false;
  }
  cache_.grow(sequence, tokens);
  return true;
}

void Scheduler::preempt_last() {
  const int last = running_.back();
  running_.pop_back();
  Sequence& sequence = at(last);
  cache_.release(sequence);
  promised_ -= whole_blocks(sequence);
  sequence.computed = 0;
  sequence.running = false;
  ++sequence.record.preemptions;
  ++preemptions_;
  waiting_.push_front(last);
}

bool Scheduler::waits_for_more(const Plan& plan) {
  if (settings_.batch_wait == 0 || waiting_.empty() || plan.load.decodes == 0) return false;
  const double enough = settings_.batch_wait_share * settings_.max_batched_tokens;
  std::int64_t tokens = plan.load.decodes;
  for (const int id : waiting_) {
    if (static_cast<double>(tokens) >= enough) break;
    tokens += at(id).target();
  }
  const bool waits = waited_ < settings_.batch_wait && static_cast<double>(tokens) < enough;
  waited_ = waits ? waited_ + 1 : 0;
  return waits;
}

void Scheduler::admit(Plan& plan, base::Picoseconds now) {
  if (plan.preempted || waits_for_more(plan)) return;
  while (!waiting_.empty() && plan.budget > 0 && running() < settings_.max_sequences) {
    const int id = waiting_.front();
    Sequence& sequence = at(id);
    const PagedCache::Hit hit = cache_.look_up(sequence);
    if (!admissible(sequence, hit)) return;
    const int wanted = sequence.target() - cached(sequence, hit);
    // A prompt in one piece waits for a budget that holds it, but not for one that never comes.
    if (!settings_.chunked_prefill && wanted > plan.budget && !plan.load.empty()) return;
    start_running(hit, now);
    plan.load.fetched += std::int64_t{hit.fetched} * settings_.block;
    const int tokens = std::min(wanted, plan.budget);
    cache_.grow(sequence, sequence.computed + tokens);
    compute(id, tokens, plan);
  }
}

void Scheduler::gather_batch(base::Picoseconds now, Plan& plan) {
  while (!waiting_.empty() && running() < settings_.max_sequences) {
    const Sequence& sequence = at(waiting_.front());
    const PagedCache::Hit hit = cache_.look_up(sequence);
    if (!admissible(sequence, hit)) return;
    start_running(hit, now);
    plan.load.fetched += std::int64_t{hit.fetched} * settings_.block;
  }
}

bool Scheduler::admissible(const Sequence& sequence, PagedCache::Hit hit) const {
  // Pre-empted with a token under way, which it is to compute again too.
  if (sequence.in_flight > 0) return false;
  if (cache_.usable() == 0) return true;
  if (reserves_all(settings_.policy)) {
    return promised_ + whole_blocks(sequence) <= cache_.usable();
  }
  return cache_.has(cache_.all_blocks_of(sequence.known()) - hit.blocks + hit.fetched + hit.free);
}

int Scheduler::cached(const Sequence& sequence, PagedCache::Hit hit) const {
  return std::max(hit.blocks * settings_.block, sequence.made == 0 ? sequence.present : 0);
}

void Scheduler::start_running(PagedCache::Hit hit, base::Picoseconds now) {
  const int id = waiting_.front();
  waiting_.pop_front();
  running_.push_back(id);
  if (grouped_) others_.push_back(id);
  Sequence& sequence = at(id);
  sequence.admission = admissions_++;
  cache_.adopt(sequence, hit);
  sequence.computed = cached(sequence, hit);
  sequence.running = true;
  promised_ += whole_blocks(sequence);
  if (sequence.record.preemptions > 0) return;
  sequence.record.scheduled = now;
  sequence.record.reused = hit.blocks * settings_.block;
}

void Scheduler::compute(int id, int tokens, Plan& plan) {
  Sequence& sequence = at(id);
  const int before = sequence.computed;
  sequence.computed += tokens;
  plan.budget -= tokens;
  const bool samples = sequence.computed == sequence.target();
  if (samples && tokens == 1 && before > 0) {
    ++plan.load.decodes;
    plan.load.decode_keys += sequence.computed;
    if (contexts_) plan.load.contexts.push_back(sequence.computed);
  } else {
    plan.load.prompts.push_back({tokens, before, samples});
  }
  if (samples) {
    plan.samples.push_back(id);
    ++sequence.in_flight;
    if (settings_.plan_ahead) ++sequence.ahead;
  }
  cache_.fill(sequence);
}

void Scheduler::deliver(const std::vector<int>& samples, base::Picoseconds now,
                        std::vector<RequestRecord>& ended) {
  ending_.clear();
  for (const int id : samples) {
    Sequence& sequence = at(id);
    const int before = sequence.made;
    const int accepted = accepted_drafts(sequence);
    sequence.made += 1 + accepted;
    if (sequence.running) sequence.computed += accepted;
    --sequence.in_flight;
    if (settings_.plan_ahead) --sequence.ahead;
    const int seen = std::min(settings_.stream_interval, sequence.record.output);
    if (before < seen && sequence.made >= seen) sequence.record.first_token = now;
    if (sequence.made >= sequence.record.output) {
      ending_.push_back(id);
    } else if (sequence.running) {
      cache_.fill(sequence);
    }
  }
  if (decoded_) deliver_together(now);
  bool left = false;
  for (const int id : ending_) {
    at(id).record.last_token = now;
    left = left || at(id).running;
    finish(id, ended);
  }
  if (!left) return;
  running_.erase(
      std::remove_if(running_.begin(), running_.end(), [&](int id) { return !at(id).running; }),
      running_.end());
}

void Scheduler::finish(int id, std::vector<RequestRecord>& ended) {
  Sequence& sequence = at(id);
  if (sequence.running) {
    cache_.release(sequence);
    promised_ -= whole_blocks(sequence);
    sequence.running = false;
  } else {
    // Pre-empted while its last token was in flight.
    waiting_.erase(std::find(waiting_.begin(), waiting_.end(), id));
  }
  ended.push_back(sequence.record);
  unused_.push_back(id);
}

// The last token's keys and values are never stored.
std::int64_t Scheduler::whole_blocks(const Sequence& sequence) const {
  return cache_.all_blocks_of(std::int64_t{sequence.record.input} + sequence.record.output - 1);
}

}  // namespace jacquard::serve
