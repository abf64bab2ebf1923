// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/decoders.hpp"

#include <algorithm>

namespace jacquard::serve {

Decoders::Decoders(int block, int stream_interval, bool counts)
    : block_(block),
      stream_interval_(stream_interval),
      lacking_at_(counts ? static_cast<std::size_t>(block) : 0) {}

bool Decoders::can_join(const Sequence& sequence) {
  return sequence.made > 0 && sequence.computed == sequence.target() - 1;
}

void Decoders::join(int id, const Sequence& sequence) {
  if (members_.size() <= static_cast<std::size_t>(id)) {
    members_.resize(static_cast<std::size_t>(id) + 1);
  }
  Member& member = at(id);
  member = {sequence.admission, sequence.made - step_};
  newest_ = std::max(newest_, member.admission);
  ++size_;
  keys_ += sequence.record.input + member.base;
  const std::int64_t step = first_lack(member, sequence);
  if (lacking_at_.empty()) {
    blocks_at(step).push_back({step, member.admission, id});
  } else {
    ++lacking_at_[static_cast<std::size_t>(step % block_)];
  }
  const int seen = std::min(stream_interval_, sequence.record.output);
  const int next = sequence.made < seen ? seen : sequence.record.output;
  ends_.push({next - member.base, member.admission, id});
}

const std::vector<int>& Decoders::lacking() {
  if (asked_ == step_) return lacking_;
  asked_ = step_;
  std::vector<Event>& events = blocks_at(step_);
  std::size_t later = 0;
  for (const Event& event : events) {
    if (at(event.id).admission != event.admission) continue;
    if (event.step == step_) lacking_.push_back(event.id);
    events[later++] = event;
  }
  events.resize(later);
  return lacking_;
}

void Decoders::take_blocks() {
  if (lacking_.empty()) return;
  lacking_.clear();
  std::vector<Event>& events = blocks_at(step_);
  std::size_t kept = 0;
  for (Event event : events) {
    if (event.step == step_) event.step += block_;
    std::vector<Event>& next = blocks_at(event.step);
    if (&next == &events) {
      events[kept++] = event;
    } else {
      next.push_back(event);
    }
  }
  events.resize(kept);
}

const std::vector<int>& Decoders::step(std::vector<Sequence>& sequences) {
  ++step_;
  if (++phase_ == static_cast<std::size_t>(block_)) phase_ = 0;
  seen_.clear();
  while (!ends_.empty() && ends_.top().step <= step_) {
    Event event = ends_.top();
    ends_.pop();
    Member& member = at(event.id);
    Sequence& sequence = sequences[static_cast<std::size_t>(event.id)];
    set_counts(member, sequence);
    seen_.push_back(event.id);
    if (sequence.made >= sequence.record.output) {
      leave(member, sequence);
    } else {
      event.step = sequence.record.output - member.base;
      ends_.push(event);
    }
  }
  return seen_;
}

const std::vector<int>& Decoders::settle(std::vector<Sequence>& sequences) {
  seen_.clear();
  for (std::size_t id = 0; id < members_.size() && size_ > 0; ++id) {
    Member& member = members_[id];
    if (member.admission < 0) continue;
    set_counts(member, sequences[id]);
    leave(member, sequences[id]);
    seen_.push_back(static_cast<int>(id));
  }
  for (std::vector<Event>& events : blocks_) events.clear();
  ends_ = {};
  lacking_.clear();
  asked_ = -1;
  return seen_;
}

void Decoders::set_counts(const Member& member, Sequence& sequence) const {
  sequence.made = static_cast<int>(member.base + step_);
  sequence.computed = sequence.known() - 1;
}

void Decoders::leave(Member& member, Sequence& sequence) {
  if (!lacking_at_.empty()) {
    const std::int64_t first = first_lack(member, sequence);
    --lacking_at_[static_cast<std::size_t>(first % block_)];
    if (step_ > first) sequence.held += static_cast<int>((step_ - first + block_ - 1) / block_);
  }
  keys_ -= sequence.record.input + member.base;
  --size_;
  member.admission = -1;
}

}  // namespace jacquard::serve
