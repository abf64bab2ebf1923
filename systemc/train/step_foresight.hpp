// SPDX-License-Identifier: Apache-2.0
// What a step's schedulers may decide on before an exchange begins.
#pragma once

#include <map>
#include <optional>
#include <tuple>

#include "systemc/fabric/fabric.hpp"
#include "systemc/train/step_meetings.hpp"

namespace jacquard::train {

// By the job's policy (machine::Decide). Meetings are asked about in the order in which they begin.
class StepForesight {
 public:
  // `keeps`: whether exchanges look at what their switch still connects.
  StepForesight(machine::Decide decide, bool keeps, StepMeetings& meetings)
      : decide_(decide), keeps_(keeps), meetings_(meetings) {}

  // Nothing where the decision waits for the demand. `times`: known and begin are set.
  // `overlapped` decides with one scheduler, exchange after exchange; on what was sent in steps or
  // layers before, as many schedulers decide as have to.
  std::optional<systemc::Foresight> of(int meeting, const systemc::MeetingTimes& times);

  // What the meeting builds on; nothing where it is decided on alone.
  std::optional<systemc::Before> before(int meeting) const;

  // Whoever decided on the meeting was done with it then; what it leaves, if it had a `before`.
  void decided(int meeting, base::Picoseconds at,
               const std::shared_ptr<const systemc::LeftBehind>& left);

 private:
  using Switch = std::pair<int, int>;  // dimension, its first NPU
  struct Seen {
    base::Picoseconds known;
    int layer;
  };
  // Layer -1: of the micro-batch.
  using Key = std::tuple<Switch, int /* class */, std::int64_t /* time */, int /* layer */, bool>;

  std::optional<systemc::Foresight> overlapped(int meeting, const systemc::MeetingTimes& times);
  std::optional<systemc::Foresight> held(int meeting, const systemc::MeetingTimes& times);
  std::optional<systemc::Foresight> remembered(int meeting, const systemc::MeetingTimes& times,
                                               int most);
  Switch switch_of(int meeting) const;
  Key key(int meeting, std::int64_t time, int layer, bool combine) const;

  machine::Decide decide_;
  bool keeps_;
  StepMeetings& meetings_;
  std::map<Key, Seen> seen_;
  std::map<Switch, base::Picoseconds> free_;
  std::map<Switch, std::shared_ptr<const systemc::LeftBehind>> last_;
  std::map<Key, std::shared_ptr<const systemc::LeftBehind>> dispatched_;
};

}  // namespace jacquard::train
