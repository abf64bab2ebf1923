// SPDX-License-Identifier: Apache-2.0
// How an NPU goes through one phase: the part of Collectives that runs once a message.
#include <fmt/format.h>

#include <algorithm>

#include "jacquard/astra/collectives.hpp"
#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/rounds/names.hpp"

namespace jacquard::astra {

namespace {

// Slots of a tree's receives.
constexpr int kFromLeft = 0;
constexpr int kFromRight = 1;
constexpr int kFromParent = 2;

const Tree::Place& place_at(const Program& program, int position) {
  return base::at(program.tree.places, position);
}

}  // namespace

void Collectives::begin(std::uint32_t at, std::uint32_t stream) {
  Stream& s = npus_[at].streams[stream];
  s.running = true;
  s.position = s.use().line->position(cast_.rank(at));
  s.sent = s.received = s.tokens = s.released = 0;
  s.leg = 0;
  s.state = TreeState::begin;
  s.reductions = 0;
  s.posted = s.gone = 0;
  for (const Early& early : s.early) {
    Message shown;
    shown.program = early.program;
    shown.from = early.from;
    shown.to = cast_.rank(at);
    shown.bytes = early.bytes;
    require_same(s, shown);
  }
  const Program& program = s.program();
  if (program.is_tree) {
    tree_step(at, stream, Step::begin);
    return;
  }
  s.left_in_leg = program.releases.legs.front().messages;
  aim(s, cast_.rank(at));
  for (int i = 0; i < program.releases.window; ++i) release(at, stream);
}

// Where the next message goes, and whence its counterpart comes.
void Collectives::aim(Stream& s, int rank) const {
  const Use& use = s.use();
  const Leg& leg = use.program->releases.legs[s.leg];
  const rounds::Shape& positions = use.program->positions;
  const int to = leg.permutation.receiver(positions, s.position);
  const int from = leg.permutation.sender(positions, s.position);
  s.to = use.line->npu_at(rank, to);
  s.from = use.line->npu_at(rank, from);
}

void Collectives::bundle(std::uint32_t at, std::uint32_t stream, bool charge, Tick reduction) {
  const bool local = npus_[at].streams[stream].use().line->local;
  const auto kind = charge ? Call::Kind::charge : Call::Kind::ready;
  calls_.after(at, local ? kLocalDelay : endpoint_delay_, {kind, stream, reduction});
}

void Collectives::release(std::uint32_t at, std::uint32_t stream) {
  Stream& s = npus_[at].streams[stream];
  const Releases& releases = s.program().releases;
  const std::int64_t number = s.released++;
  const bool charge = releases.is_charged(number);
  // Where sizes differ each message is a leg of its own.
  const auto leg = std::min(static_cast<std::size_t>(number), releases.legs.size() - 1);
  bundle(at, stream, charge, releases.legs[leg].reduction);
}

void Collectives::charged(std::uint32_t at, std::uint32_t stream, Tick reduction) {
  calls_.after(at, reduction, {Call::Kind::ready, stream, 0});
}

void Collectives::ready(std::uint32_t at, std::uint32_t stream) {
  if (npus_[at].streams[stream].program().is_tree) {
    tree_step(at, stream, Step::ready);
  } else {
    spend(at, stream);
  }
}

void Collectives::spend(std::uint32_t at, std::uint32_t stream) {
  const auto own = [&]() -> Stream& { return npus_[at].streams[stream]; };
  const Releases& releases = own().program().releases;
  ++own().tokens;
  if (releases.middle > 0 && own().sent >= releases.middle) {
    if (own().received < releases.middle) return;
    for (int i = 0; i < releases.window && spend_one(at, stream); ++i) {
    }
  } else {
    spend_one(at, stream);
  }
  if (own().sent == releases.sends && own().tokens == releases.window) proceed(at, stream);
}

// Whether there was a message to send and a token for it.
bool Collectives::spend_one(std::uint32_t at, std::uint32_t stream) {
  Stream& s = npus_[at].streams[stream];
  const Releases& releases = s.program().releases;
  if (s.sent == releases.sends || s.tokens == 0 || s.sent == s.released) {
    return false;
  }
  --s.tokens;
  const std::int64_t slot = s.sent++;
  const int from = s.from;
  send(at, s, s.to, slot, releases.legs[s.leg].bytes);
  post(at, s, slot, from);
  if (--s.left_in_leg == 0 && ++s.leg < releases.legs.size()) {
    s.left_in_leg = releases.legs[s.leg].messages;
    aim(s, cast_.rank(at));
  }
  return true;
}

void Collectives::received(std::uint32_t at, std::uint32_t stream) {
  Stream& s = npus_[at].streams[stream];
  if (s.program().is_tree) {
    tree_step(at, stream, Step::received);
    return;
  }
  ++s.received;
  release(at, stream);
}

void Collectives::tree_send(std::uint32_t at, Stream& s, int position) {
  const Tree::Place& place = place_at(s.program(), s.position);
  const Tree::Place& other = place_at(s.program(), position);
  int slot = kFromParent;
  int bit = position == place.left ? kFromLeft : kFromRight;
  if (position == place.parent) {
    slot = other.left == s.position ? kFromLeft : kFromRight;
    bit = kFromParent;
  }
  s.gone = static_cast<std::uint8_t>(s.gone | 1u << bit);
  send(at, s, s.use().line->npu_at(cast_.rank(at), position), slot, s.program().tree.bytes);
}

void Collectives::tree_step(std::uint32_t at, std::uint32_t stream, Step step) {
  Stream& s = npus_[at].streams[stream];
  const Program& program = s.program();
  const Tree::Place& place = place_at(program, s.position);
  const Tick reduction = program.tree.reduction;
  const auto npu_of = [&](int position) { return s.use().line->npu_at(cast_.rank(at), position); };
  const bool root = place.parent < 0;
  const bool leaf = !root && place.left < 0 && place.right < 0;
  switch (s.state) {
    case TreeState::begin:
      if (leaf) {
        bundle(at, stream, false, 0);
        s.state = TreeState::sending_up;
      } else if (root) {
        s.state = TreeState::waiting_for_one;
        const bool left = place.left >= 0;
        post(at, s, left ? kFromLeft : kFromRight, npu_of(left ? place.left : place.right));
      } else {
        s.state = TreeState::waiting_for_two;
        post(at, s, kFromLeft, npu_of(place.left));
        post(at, s, kFromRight, npu_of(place.right));
      }
      break;
    case TreeState::waiting_for_two:
      bundle(at, stream, true, reduction);
      s.state = TreeState::waiting_for_one;
      break;
    case TreeState::waiting_for_one:
      if (step == Step::ready) {  // the first child's sum, before the second child's came
        ++s.reductions;
        break;
      }
      bundle(at, stream, true, reduction);
      s.state = root ? TreeState::sending_down : TreeState::sending_up;
      break;
    case TreeState::sending_up:
      if (!leaf && s.reductions < 1) {
        ++s.reductions;
        break;
      }
      s.state = TreeState::waiting_for_parent;
      tree_send(at, s, place.parent);
      post(at, s, kFromParent, npu_of(place.parent));
      break;
    case TreeState::waiting_for_parent:
      bundle(at, stream, !leaf, reduction);
      s.state = leaf ? TreeState::ending : TreeState::sending_down;
      break;
    case TreeState::sending_down:
      if (place.left >= 0) tree_send(at, s, place.left);
      if (place.right >= 0) tree_send(at, s, place.right);
      proceed(at, stream);
      break;
    case TreeState::ending:
      proceed(at, stream);
      break;
  }
}

bool Collectives::expects(const Stream& s, std::int64_t slot) const {
  if (!s.running) return false;
  if (s.program().is_tree) return (s.posted >> slot & 1) != 0;
  return slot < s.sent;
}

void Collectives::require_same(const Stream& s, const Message& message) const {
  if (message.program == &s.program()) return;
  throw Deadlock(
      {"astra", "",
       fmt::format("the same collective at both ends of a message from NPU {} to NPU {}, but {} "
                   "bytes of an {} come where the receiver is in a {} or has another size",
                   message.from, message.to, message.bytes, rounds::name_of(message.program->kind),
                   rounds::name_of(s.program().kind)),
       "", "all NPUs of a group must issue the same collectives in the same order"});
}

}  // namespace jacquard::astra
