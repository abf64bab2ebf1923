// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/timeline/trace_events.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include "jacquard/base/at.hpp"

namespace jacquard::report {
namespace {

// The nanosecond at which Perfetto places what is written as microseconds of `ps`.
std::int64_t perfetto_ns(std::int64_t ps) {
  return std::llround(static_cast<double>(ps) / 1e6 * 1000.0);
}

// The longest duration up to the exact one whose end Perfetto does not place after the true end.
std::int64_t shown_duration(const Span& span) {
  const std::int64_t exact = span.end - span.begin;
  if (perfetto_ns(span.begin) + perfetto_ns(exact) <= perfetto_ns(span.end)) return exact;
  return exact - (exact + 500) % 1000 - 1;
}

// One end of an arrow, at its span.
struct ArrowEnd {
  std::size_t span;
  std::size_t arrow;
  bool begins;
};

std::vector<ArrowEnd> arrow_ends(const Timeline& timeline) {
  std::vector<ArrowEnd> ends;
  for (std::size_t a = 0; a < timeline.arrows.size(); ++a) {
    const Arrow& arrow = timeline.arrows[a];
    ends.push_back({arrow.from, a, true});
    if (arrow.to != Arrow::kNowhere) ends.push_back({arrow.to, a, false});
  }
  std::stable_sort(ends.begin(), ends.end(),
                   [](const ArrowEnd& a, const ArrowEnd& b) { return a.span < b.span; });
  return ends;
}

class Writer {
 public:
  explicit Writer(const Timeline& timeline) : t_(timeline), ends_(arrow_ends(timeline)) {}

  std::string write() {
    out_.reserve(1024 + t_.lanes.size() * 160 + t_.spans.size() * 192);
    out_ = "{\"displayTimeUnit\":\"ns\",";
    if (!t_.facts.empty()) add("\"otherData\":{{{}}},", t_.facts.members());
    out_ += "\n\"traceEvents\":[\n";
    for (std::size_t i = 0; i < t_.spans.size(); ++i) {
      introduce(i);
      span(t_.spans[i]);
      for (; end_ < ends_.size() && ends_[end_].span == i; ++end_) arrow(ends_[end_]);
    }
    introduce(t_.spans.size());
    for (const Story& story : t_.stories) tell(story);
    return std::move(out_) + (first_ ? "]}\n" : "\n]}\n");
  }

 private:
  template <class... Values>
  void add(const char* format, const Values&... values) {
    fmt::format_to(std::back_inserter(out_), fmt::runtime(format), values...);
  }

  void begin(char phase) {
    if (!first_) out_ += ",\n";
    first_ = false;
    add("{{\"ph\":\"{}\",", phase);
  }

  void time(const char* key, std::int64_t ticks) {
    if (t_.tick == Tick::microsecond) return add("\"{}\":{},", key, ticks);
    add("\"{}\":{}{}.{:06},", key, ticks < 0 ? "-" : "", std::abs(ticks / 1'000'000),
        std::abs(ticks % 1'000'000));
  }

  int process_of(const Lane& lane) const { return base::at(t_.groups, lane.group).number; }

  // What a reader meets ahead of span `next`.
  void introduce(std::size_t next) {
    while (counter_ < t_.counters.size() && t_.counters[counter_].since <= next) {
      count(t_.counters[counter_++]);
    }
    while (group_ < t_.groups.size() && t_.groups[group_].since <= next) name_next_group();
    if (next > 0 || t_.note.empty()) return;
    begin('i');
    add("\"s\":\"g\",\"pid\":0,\"tid\":0,\"ts\":0,\"name\":{}}}", quoted(t_.note));
  }

  void name_next_group() {
    const LaneGroup& group = t_.groups[group_];
    const std::string place =  // which names a thread where it always has
        fmt::format(t_.times_twice ? "\"pid\":{},\"tid\":0" : "\"pid\":{}", group.number);
    name("process", place, group.name, group.number);
    for (; lane_ < t_.lanes.size() && t_.lanes[lane_].group == static_cast<int>(group_); ++lane_) {
      const Lane& lane = t_.lanes[lane_];
      name("thread", fmt::format("\"pid\":{},\"tid\":{}", group.number, lane.number), lane.name,
           lane.number);
    }
    ++group_;
  }

  void name(const char* what, const std::string& place, const std::string& name, int number) {
    begin('M');
    add("{},\"name\":\"{}_name\",\"args\":{{\"name\":{}}}}}", place, what, quoted(name));
    if (!t_.by_number) return;
    begin('M');
    add("{},\"name\":\"{}_sort_index\",\"args\":{{\"sort_index\":{}}}}}", place, what, number);
  }

  void span(const Span& span) {
    const Lane& lane = base::at(t_.lanes, span.lane);
    begin('X');
    add("\"pid\":{},\"tid\":{},", process_of(lane), lane.number);
    time("ts", span.begin);
    time("dur", t_.times_twice ? shown_duration(span) : span.end - span.begin);
    add("\"name\":{},", quoted(span.name));
    if (span.category != nullptr) add("\"cat\":\"{}\",", span.category);
    add("\"args\":{{{}", span.arguments.members());
    if (t_.times_twice) {
      add("{}\"from_ps\":{},\"to_ps\":{}", span.arguments.empty() ? "" : ",", span.begin, span.end);
    }
    out_ += "}}";
  }

  void arrow(const ArrowEnd& end) {
    const Span& span = t_.spans[end.span];
    const Lane& lane = base::at(t_.lanes, span.lane);
    begin(end.begins ? 's' : 'f');
    add("\"pid\":{},\"tid\":{},", process_of(lane), lane.number);
    time("ts", end.begins ? span.begin : span.end);
    add("\"id\":{},\"name\":\"message\",\"cat\":\"message\"{}}}", end.arrow,
        end.begins ? "" : ",\"bp\":\"e\"");
  }

  void count(const Counter& counter) {
    begin('C');
    add("\"pid\":{},", base::at(t_.groups, counter.group).number);
    const bool is_stack = counter.parts.size() > 1;  // whose name has always come first
    if (is_stack) add("\"name\":{},", quoted(counter.name));
    time("ts", counter.at);
    if (!is_stack) add("\"name\":{},", quoted(counter.name));
    Arguments parts;
    for (const auto& [part, value] : counter.parts) {
      parts.add_json(part.c_str(), fmt::format("{:.{}f}", counter.shown(value), counter.decimals));
    }
    add("\"args\":{{{}}}}}", parts.members());
  }

  void tell(const Story& story) {
    edge(story, story.whole, true);
    for (const Span& part : story.parts) {
      edge(story, part, true);
      edge(story, part, false);
    }
    edge(story, story.whole, false);
    ++story_;
  }

  void edge(const Story& story, const Span& span, bool begins) {
    begin(begins ? 'b' : 'e');
    add("\"cat\":\"{}\",\"id\":{},\"pid\":{},\"tid\":0,", story.whole.category, story_,
        base::at(t_.groups, story.group).number);
    time("ts", begins ? span.begin : span.end);
    add("\"name\":{}", quoted(span.name));
    if (begins && !span.arguments.empty()) add(",\"args\":{{{}}}", span.arguments.members());
    out_ += '}';
  }

  const Timeline& t_;
  std::vector<ArrowEnd> ends_;  // by span
  std::string out_;
  bool first_ = true;
  std::size_t end_ = 0, counter_ = 0, group_ = 0, lane_ = 0, story_ = 0;  // next ones
};

}  // namespace

std::string trace_events(const Timeline& timeline) { return Writer(timeline).write(); }

}  // namespace jacquard::report
