// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "jacquard/memory/access.hpp"
#include "jacquard/memory/address_map.hpp"
#include "jacquard/memory/channel.hpp"
#include "jacquard/memory/checker.hpp"
#include "jacquard/memory/figures.hpp"
#include "systemc/memory/bursts.hpp"

namespace jacquard::systemc {

// The controllers of all channels of a memory, which work side by side in time order. It keeps no
// time of its own: the caller says how far it may go.
class Controllers {
 public:
  enum class Event : std::uint8_t { accepted, finished };
  // What the memory tells an initiator: its queues took the last burst of the access, or the last
  // byte has moved.
  struct Reply {
    base::Picoseconds at{0};
    Event event = Event::accepted;
    std::uint32_t slot = 0;
  };

  explicit Controllers(const memory::MemoryConfig& config);

  // Takes an access at `at`, under a number of the caller's that no unfinished one has. Its bursts
  // enter the queues in their order. True if all have room now; else Event::accepted follows.
  bool take(std::uint32_t slot, const memory::Access& access, base::Picoseconds at);

  // Does what is due before `before`, but stops at the first reply: an initiator may answer it.
  void run(base::Picoseconds before);
  // When there is a reply, or else a command, to come next; nothing if neither.
  bool next(base::Picoseconds& at) const;
  // The next reply, if it is due at `now`.
  bool pop(base::Picoseconds now, Reply& reply);

  // Without latencies and without what was asked for. Does what is due until `now`, and holds it
  // against the protocol if the memory checks itself.
  memory::Figures figures(base::Picoseconds now);

  using Observer = std::function<void(int channel, const memory::Command&)>;
  // Hears every command, in order for each channel. One at most.
  void observe(Observer observer);

 private:
  struct Lane {
    explicit Lane(const memory::MemoryConfig& config) : channel(config) {}
    memory::Channel channel;
    memory::Clock next = memory::Channel::kNever;
  };
  // An access whose next burst waits for room.
  struct Front {
    std::uint32_t slot = 0;
    memory::Direction direction = memory::Direction::read;
    BurstRange left;
    memory::BurstAddress where;  // of the next burst
  };
  struct Open {
    std::int64_t bursts = 0;  // not finished
    memory::Clock end = 0;    // of the latest data
  };
  struct Due {
    memory::Clock clock;
    std::uint64_t number;  // in the order they became known
    Event event;
    std::uint32_t slot;
    bool operator>(const Due& o) const {
      return clock != o.clock ? clock > o.clock : number > o.number;
    }
  };

  bool offer(Front& front, memory::Clock clock);
  void refill(memory::Clock clock);
  void collect(Lane& lane);
  void reply(memory::Clock clock, Event event, std::uint32_t slot);
  Lane* earliest();
  void listen();
  void hear(int channel, const memory::Command& command);

  memory::Organisation organisation_;
  std::vector<memory::Checker> checkers_;  // of each channel, or none
  Observer observer_;
  memory::AddressMap map_;
  std::vector<Lane> lanes_;
  std::vector<Front> fronts_;
  std::uint64_t turn_bursts_;  // at most, of one front
  std::size_t turn_ = 0;       // the front that is served first
  std::vector<Open> open_;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  std::uint64_t replies_ = 0;
  memory::Clock clock_ = 0;  // every lane with work is here or later
};

}  // namespace jacquard::systemc
