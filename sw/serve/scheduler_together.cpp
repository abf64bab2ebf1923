// SPDX-License-Identifier: Apache-2.0
// Steps in which decodes are counted together. What they give is what plan_each() gives.
#include <algorithm>

#include "jacquard/serve/scheduler.hpp"

namespace jacquard::serve {

void Scheduler::regroup() {
  if (!grouped_) others_ = running_;
  grouped_ = true;
  if (others_.empty()) return;
  const auto goes = [&](int id) {
    const Sequence& sequence = at(id);
    if (!sequence.running) return true;
    if (!decoders_.can_join(sequence)) return false;
    decoders_.join(id, sequence);
    return true;
  };
  others_.erase(std::remove_if(others_.begin(), others_.end(), goes), others_.end());
}

void Scheduler::settle() {
  if (!grouped_) return;
  for (const int id : decoders_.settle(sequences_)) cache_.fill(at(id));
  grouped_ = false;
}

bool Scheduler::plan_together(Plan& plan, Take take) {
  const int decodes = take == Take::prompts ? 0 : decoders_.size();
  if (!has_room_for(plan, take, decodes)) return false;
  if (decodes > 0) {
    if (cache_.counts()) {
      cache_.take(decoders_.lacks());
    } else {
      for (const int id : decoders_.lacking()) {
        Sequence& sequence = at(id);
        cache_.grow(sequence, std::int64_t{sequence.held} * settings_.block + 1);
      }
      decoders_.take_blocks();
    }
    plan.load.decodes = decodes;
    plan.load.decode_keys = decoders_.keys();
    plan.budget -= decodes;
    decoded_ = true;
  }
  if (take == Take::decodes) return true;
  for (const int id : others_) {
    if (plan.budget <= 0) break;
    Sequence& sequence = at(id);
    const int tokens = std::min(sequence.target() - sequence.computed, plan.budget);
    cache_.grow(sequence, sequence.computed + tokens);
    compute(id, tokens, plan);
  }
  return true;
}

// Nothing is pre-empted, and all decodes come before prompts.
bool Scheduler::has_room_for(const Plan& plan, Take take, int decodes) {
  if (decodes > plan.budget) return false;
  if (decodes == 0 && others_.empty()) return true;
  std::int64_t blocks = decodes > 0 ? decoders_.lacks() : 0;
  int budget = plan.budget - decodes;
  for (const int id : others_) {
    const Sequence& sequence = at(id);
    if (take != Take::all && !sequence.in_prompt()) return false;
    if (take == Take::decodes) continue;
    if (decodes > 0 && !decoders_.are_before(sequence.admission)) return false;
    const int tokens = std::min(sequence.target() - sequence.computed, budget);
    blocks += cache_.lacking(sequence, sequence.computed + tokens);
    budget -= tokens;
  }
  return cache_.has(blocks);
}

void Scheduler::deliver_together(base::Picoseconds now) {
  for (const int id : decoders_.step(sequences_)) {
    Sequence& sequence = at(id);
    if (sequence.made == std::min(settings_.stream_interval, sequence.record.output)) {
      sequence.record.first_token = now;
    }
    if (sequence.made < sequence.record.output) continue;
    cache_.fill(sequence);
    ending_.push_back(id);
  }
  std::sort(ending_.begin(), ending_.end(),
            [&](int a, int b) { return at(a).admission < at(b).admission; });
}

}  // namespace jacquard::serve
