// SPDX-License-Identifier: Apache-2.0
// All that one switch needs to know of a stack: the tracks of the sides that it sees, and which
// circuits are set when tracks are in which states.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/stack/settings/circuits.hpp"
#include "jacquard/stack/settings/projections.hpp"

namespace jacquard::stack {

// In place of an output: the scheduler of the run says where the input leads.
constexpr int kOnDemand = -2;

// A track of the view in a state.
struct Gate {
  static constexpr std::uint32_t kOpen = 0xffffffffu;  // in place of a track: always
  std::uint32_t track = 0;
  std::uint32_t state = 0;
};

// Circuits that are set while both gates hold: of their senders, of their receivers, or of both
// (Kept). Uplinks of a leaf that is one actor's, for one, are its senders' alone.
struct GatedCircuits {
  Gate gate;
  Gate also;                // or kOpen
  std::uint32_t first = 0;  // in SwitchView::circuits
  std::uint32_t count = 0;
};

class SwitchView {
 public:
  SwitchView(int number, int channel, const Circuits& circuits, const Histories& histories,
             Projections& projections, const Tracks& tracks);

  base::Span<const std::uint32_t> tracks() const { return tracks_; }  // of Tracks
  base::Span<const GatedCircuits> groups() const { return groups_; }  // by `gate`
  base::Span<const Circuit> circuits_of(const GatedCircuits& group) const {
    return {circuits_.data() + group.first, group.count};
  }
  // Those whose `gate` is this.
  base::Span<const GatedCircuits> groups_at(std::uint32_t track, std::uint32_t state) const {
    const std::size_t cell = first_state_[track] + state;
    return {groups_.data() + first_group_[cell], first_group_[cell + 1] - first_group_[cell]};
  }

 private:
  void add_on_demand(int number, int channel, const Circuits& circuits, const Histories& histories,
                     Projections& projections);
  std::vector<Gate> gates(std::uint32_t what, const Projection& projection);
  std::uint32_t place_of(std::uint32_t track);
  void find_groups(const Tracks& tracks);

  std::vector<std::uint32_t> tracks_;
  std::vector<GatedCircuits> groups_;
  std::vector<Circuit> circuits_;
  std::vector<std::size_t> first_state_;    // of each track: place of its state 0 in first_group_
  std::vector<std::uint32_t> first_group_;  // of each state of each track
};

}  // namespace jacquard::stack
