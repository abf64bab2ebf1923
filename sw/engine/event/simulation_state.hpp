// SPDX-License-Identifier: Apache-2.0
// What the event loop keeps: events, links, messages on their way and messages that wait.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "jacquard/engine/event/lane.hpp"
#include "jacquard/engine/event/wiring.hpp"

namespace jacquard::engine {

// What happens: the two upper bits of `what` tell the kinds apart.
struct Event {
  enum Kind : std::uint32_t { arrival = 0, end = 1, eligible = 2, entry = 3 };
  static constexpr int kShift = 30;

  std::uint32_t what = 0;  // kind, and number of the round (arrival) or unit (end, eligible)
  std::uint32_t who = 0;   // rank; for an entry, the message's place in its list, or ...
  static constexpr std::uint32_t kWake = 1;  // ... with this number, a token of the driver's
};

// How links are taken.
//   at_once   when a message is released it takes every link of its way for when it will be there:
//             one event per message. Right as long as each link is taken in the order in which
//             messages come to it, which is checked; run() gives up where it is not so.
//   in_turn   a message enters each link by an event of its own: always right.
enum class Taking { at_once, in_turn };

// When a link is free, and the last message that took it. Apart, since only the first is looked
// at as long as messages do not meet.
struct Links {
  explicit Links(std::size_t count) : free(count, 0), entered(count, 0), key(count, 0) {}
  std::vector<std::int64_t> free;
  std::vector<std::int64_t> entered;
  std::vector<std::uint64_t> key;
  std::vector<std::uint64_t> place;  // where ways have any length: links passed, and sender
};

// How long messages hold links that a disturbance slows.
template <bool disturbed>
struct SlowLinks {
  std::vector<double> factors;  // of each link; none: all are as fast as others of their class

  std::int64_t held(std::size_t link, std::int64_t stay) const {
    if (!disturbed || factors.empty() || factors[link] == 1.0) return stay;
    return std::max<std::int64_t>(1, std::llround(static_cast<double>(stay) * factors[link]));
  }
};

// Of two messages that come to a link at one instant the one of the lower key goes first.
inline std::uint64_t key_of(std::uint32_t round, std::uint32_t repetition) {
  return std::uint64_t{round} << 32 | repetition;
}
inline std::uint32_t repetition_of(std::uint64_t key) { return static_cast<std::uint32_t>(key); }

inline std::size_t idx(int i) { return static_cast<std::size_t>(i); }

// A message on its way where links are taken in turn.
struct Transit {
  std::uint32_t round = 0;
  std::uint32_t repetition = 0;
  int from = 0;  // rank
  int to = 0;
  int target = 0;  // NPU
  std::int32_t hop = 0;
  Wiring::Hop link;                // the last one
  std::int64_t tail = 0;           // when its end reaches the link
  const CastTree* tree = nullptr;  // of a cast: where it goes, and ...
  const CastEdge* edge = nullptr;  // ... by which link next
};

// Of messages that come to a link at one instant, the lower round goes first, then the lower
// repetition, then who has come less far, then the lower sender.
inline bool goes_before(const Transit& x, const Transit& y) {
  if (x.round != y.round) return x.round < y.round;
  if (x.repetition != y.repetition) return x.repetition < y.repetition;
  if (x.hop != y.hop) return x.hop < y.hop;
  return x.from < y.from;
}

// Their places are used again.
class Transits {
 public:
  std::uint32_t add(const Transit& transit) {
    if (vacant_.empty()) {
      all_.push_back(transit);
      return static_cast<std::uint32_t>(all_.size() - 1);
    }
    const std::uint32_t place = vacant_.back();
    vacant_.pop_back();
    all_[place] = transit;
    return place;
  }
  void remove(std::uint32_t place) { vacant_.push_back(place); }
  Transit& operator[](std::uint32_t place) { return all_[place]; }

 private:
  std::vector<Transit> all_;
  std::vector<std::uint32_t> vacant_;
};

// Repetitions of one round's message to one receiver that take different ways.
struct InOrder {
  std::uint32_t expected = 0;
  std::int64_t last = 0;                        // when that before was there
  std::map<std::uint32_t, std::int64_t> early;  // repetitions beyond the one expected, and when

  // Calls arrive(time) for each that nothing is missing before.
  template <class Arrive>
  void add(std::uint32_t repetition, std::int64_t tail, const Arrive& arrive) {
    early.emplace(repetition, tail);
    for (auto first = early.begin(); first != early.end() && first->first == expected;
         first = early.erase(first), ++expected) {
      last = std::max(last, first->second);
      arrive(last);
    }
  }
};

// A gate that has nothing left to wait for at a rank.
struct Opened {
  std::uint32_t gate;
  std::uint32_t rank;
};
// A message that came before its receiver had begun; the next of the same gate and rank.
struct Held {
  std::uint32_t round;
  std::uint32_t next;
};

}  // namespace jacquard::engine
