// SPDX-License-Identifier: Apache-2.0
// What happened when, of whatever ran: lanes with spans, arrows between them, and counters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/report/timeline/arguments.hpp"

namespace jacquard::report {

// Times are counts of a timeline's tick: recorded traces have dates in microseconds, for which
// picoseconds have too few bits.
enum class Tick { picosecond, microsecond };

// Lanes that belong together, as a process does for viewers.
struct LaneGroup {
  int number = 0;
  std::string name;
  std::size_t since = 0;  // a reader meets it ahead of this span
};

struct Lane {
  std::string name;
  int group = 0;   // place in Timeline::groups
  int number = 0;  // within its group
};

// What spans are painted as.
struct SpanKind {
  std::string name;
  std::string colour;  // "#0072b2"
};

struct Span {
  int lane = 0;  // place in Timeline::lanes
  std::int64_t begin = 0;
  std::int64_t end = 0;
  int kind = 0;  // place in Timeline::kinds
  std::string name = {};
  const char* category = nullptr;
  Arguments arguments = {};
};

// Written inside a lane where it has room.
struct Mark {
  int lane = 0;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::string text;
};

// From the beginning of a span to the end of another one.
struct Arrow {
  static constexpr std::size_t kNowhere = ~std::size_t{0};  // what was sent is never received
  std::size_t from = 0;
  std::size_t to = kNowhere;
};

// What a group's counter says from `at` on: its parts lie on top of each other.
struct Counter {
  int group = 0;
  std::int64_t at = 0;
  std::string name;
  std::vector<std::pair<std::string, double>> parts;
  int decimals = 0;
  std::int64_t interval = 0;  // parts were counted in so many picoseconds; 0: they are no rates
  std::size_t since = 0;      // likewise

  // As it is, or in 10^9 a second.
  double shown(double part) const {
    return interval == 0 ? part : part / static_cast<double>(interval) * 1e3;
  }
};

// A whole with parts in time, which may overlap other stories of its group.
struct Story {
  int group = 0;
  Span whole;
  std::vector<Span> parts;
};

struct Timeline {
  std::string title;
  Tick tick = Tick::picosecond;
  std::int64_t end = 0;  // of a picture, which begins at 0; no span ends later
  std::vector<SpanKind> kinds;
  std::vector<LaneGroup> groups;
  std::vector<Lane> lanes;  // by group
  std::vector<Span> spans;
  std::vector<Mark> marks;
  std::vector<Arrow> arrows;
  std::vector<Counter> counters;
  std::vector<Story> stories;
  Arguments facts;           // of the whole
  std::string note;          // what a reader must know first
  bool by_number = false;    // viewers show groups and lanes in the order of their numbers
  bool times_twice = false;  // exact times stand among arguments, and rounding overlaps nothing

  // The place of what was added.
  int add_group(int number, std::string name);
  int add_lane(int group, int number, std::string name);
  void add_counter(Counter counter);
};

// Only lanes with spans.
Timeline without_empty_lanes(Timeline timeline);

}  // namespace jacquard::report
