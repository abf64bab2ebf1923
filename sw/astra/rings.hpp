// SPDX-License-Identifier: Apache-2.0
// Collectives of groups that run as one ring, each worked out as a whole when its last member
// begins it. In such a ring an NPU sends its message k + 1 an endpoint delay after it has received
// and sent its message k, so that the times of all follow one from the other:
//   received(k, i) = max(arrival(k, i - 1 -> i), sent(k, i)),
//   sent(k + 1, i) = received(k, i) + endpoint delay + reduction, where one is charged.
// Without congestion an arrival is a delay after the sending. With congestion that holds where no
// two messages of different senders want a link: the ways of a ring share none (ring_ways.hpp), and
// what different rings do on a link is looked at afterwards.
#pragma once

#include <vector>

#include "jacquard/astra/calls.hpp"
#include "jacquard/astra/cast.hpp"
#include "jacquard/astra/network.hpp"
#include "jacquard/astra/ring_ways.hpp"

namespace jacquard::astra {

// A run that cannot be had so, whatever the cause: it is to be simulated message by message.
struct NotAtOnce {};

class Rings {
 public:
  // `ways`: with congestion; null without.
  Rings(const Input& input, const Places& places, const Cast& cast, const RingWays* ways,
        EventQueue& queue, Calls& calls, Network& network);

  // A collective that `npu` begins now as node `node`: `chunks` of a program in a line that is a
  // group, whose number at this NPU is `group`. Its end will be a call of the node. False for a
  // program that is no ring of neighbours. Throws NotAtOnce where its members do not agree.
  bool take(std::uint32_t npu, int group, const Line& line, const Program& program,
            std::int64_t chunks, int node);
  // Throws NotAtOnce where rings wanted a link at one time.
  void require_apart() const;

 private:
  // Members in their order, as often as their classes come round.
  struct Ring {
    std::vector<std::uint32_t> npus;
    std::vector<int> ranks;  // an NPU of each class, each the next of the one before
    int after_last = 0;      // the rank behind the last of them
    // The collective that its members have begun.
    const Program* program = nullptr;
    std::int64_t chunks = 0;
    int begun = 0;
    std::vector<Tick> start;  // -1: not begun
    std::vector<int> node;
    // With congestion: the links of each member's way to the next.
    std::vector<RingWays::Use> uses;
    std::vector<std::size_t> first_use;  // members + 1
    std::vector<Tick> free;              // of each use's link, when
  };
  struct Place {
    int group = 0;
    std::size_t ring = 0;
    std::size_t place = 0;
  };

  Place place_of(std::uint32_t npu, int group, const Line& line);
  void add_ring(std::uint32_t npu, int group, const Line& line);
  void finish(Ring& ring);
  void count_links(const Ring& ring, std::size_t member, int next, int dimension, double bytes);
  void prepare_delays(const Ring& ring);
  void go_round(Ring& ring);
  void send(std::size_t leg);
  void send_by_links(Ring& ring, std::size_t leg);

  const Input& input_;
  const Places& places_;
  const Cast& cast_;
  const RingWays* ways_;
  EventQueue& queue_;
  Calls& calls_;
  Network& network_;
  std::vector<Ring> rings_;
  std::vector<std::vector<Place>> places_of_;  // of each simulated NPU
  // Of the ring under work.
  std::vector<Tick> ready_;
  std::vector<Tick> arrival_;
  std::vector<Tick> delay_;  // of each leg and member
  struct Crossing {
    Tick over = 0;
    Tick busy = 0;
  };
  std::vector<Crossing> crossing_;  // of each leg and use
  std::vector<RingWays::Span> spans_;
  RingWays::Spans used_;
};

}  // namespace jacquard::astra
