// SPDX-License-Identifier: Apache-2.0
// Which intervals of a fabric's run its timeline shows, and where.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/report/fabric/fabric_run.hpp"

namespace jacquard::report {

enum class TrackGroup { npus, flows, ports, crossbars, scheduler, other };
inline constexpr int kTrackGroups = 6;

struct Track {
  TrackGroup group;
  std::string name;
  int lane;  // intervals of one name that overlap lie in lanes of their own, from 0 up
};

enum class EventKind { activity, flow, connection, guard, setting };

struct TimelineEvent {
  std::int64_t from_ps;
  std::int64_t to_ps;
  std::uint32_t index;  // of the activity, flow or setting in the run
  std::int32_t port;    // source port of a connection, else 0
  std::int32_t track;   // of TimelineEvents::tracks
  EventKind kind;
};

struct TimelineEvents {
  std::vector<Track> tracks;          // by group, then name ("npu 2" before "npu 10"), then lane
  std::vector<TimelineEvent> events;  // by beginning; on one track they do not overlap
  std::size_t left_out = 0;           // beyond `most`, the shortest
  bool connections_left_out = false;  // beyond kMostConnections
};

inline constexpr std::size_t kMostConnections = 5'000'000;  // settings x ports
TimelineEvents timeline_events(const FabricRun& run, std::size_t most);

}  // namespace jacquard::report
