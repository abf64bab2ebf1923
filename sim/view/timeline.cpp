// SPDX-License-Identifier: Apache-2.0
#include "sim/view/timeline.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "jacquard/base/error.hpp"

namespace jacquard::view {
namespace {

using simdjson::dom::element;
using simdjson::dom::object;

struct Span {
  int lane;
  double begin;  // picoseconds
  double length;
  int name, category, detail;
};

// Texts, each once, in the order in which they came.
class Words {
 public:
  int place_of(std::string_view word) {
    const auto [at, is_new] =
        places_.try_emplace(std::string(word), static_cast<int>(words_.size()));
    if (is_new) words_.push_back(at->first);
    return at->second;
  }
  const std::vector<std::string>& all() const { return words_; }

 private:
  std::unordered_map<std::string, int> places_;
  std::vector<std::string> words_;
};

// Process and thread. Numbers or texts stand for them.
using Track = std::pair<std::string, std::string>;

std::string json_text(const nlohmann::json& json) {
  return json.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

std::string_view text(const object& from, const char* key) {
  std::string_view value;
  return from[key].get(value) == simdjson::SUCCESS ? value : std::string_view();
}

std::string name_of(const object& from, const char* key) {
  element value;
  if (from[key].get(value) != simdjson::SUCCESS) return "";
  std::string_view word;
  return value.get(word) == simdjson::SUCCESS ? std::string(word) : simdjson::minify(value);
}

std::optional<double> number(const object& from, const char* key) {
  double value = 0;
  if (from[key].get(value) != simdjson::SUCCESS || !std::isfinite(value)) return std::nullopt;
  return value;
}

struct Events {
  std::vector<Span> spans;
  std::map<Track, int> lane_of;
  std::map<std::string, std::string> group_names;
  std::map<Track, std::string> lane_names;
  Words names, categories, details;

  void take(const object& event) {
    const std::string_view phase = text(event, "ph");
    if (phase == "M") take_name(event);
    if (phase == "X") take_span(event);
  }

 private:
  void take_name(const object& event) {
    object args;
    if (event["args"].get(args) != simdjson::SUCCESS) return;
    const std::string name(text(args, "name"));
    if (text(event, "name") == "process_name") group_names[name_of(event, "pid")] = name;
    if (text(event, "name") == "thread_name") {
      lane_names[{name_of(event, "pid"), name_of(event, "tid")}] = name;
    }
  }

  void take_span(const object& event) {
    constexpr double kPicoseconds = 1e6;  // in a microsecond
    const auto at = number(event, "ts");
    if (!at) return;
    double begin = std::round(*at * kPicoseconds);
    double length = std::round(number(event, "dur").value_or(0) * kPicoseconds);
    int detail = -1;
    object args;
    if (event["args"].get(args) == simdjson::SUCCESS) {
      const auto from = number(args, "from_ps");
      const auto to = number(args, "to_ps");
      const bool exact = from && to && *to >= *from;
      if (exact) begin = *from, length = *to - *from;
      if (args.size() > (exact ? 2u : 0u)) detail = details.place_of(without_times(args));
    }
    constexpr double kLargest = 4e18;  // picoseconds, whose differences are 64-bit numbers too
    if (!(std::abs(begin) <= kLargest && length <= kLargest)) return;
    const std::string_view category = text(event, "cat");
    spans.push_back({lane(event), begin, std::max(length, 0.0), names.place_of(text(event, "name")),
                     category.empty() ? -1 : categories.place_of(category), detail});
  }

  // What is said beside the times, so that equal operations share it.
  static std::string without_times(const object& args) {
    std::string json;
    for (const auto& [key, value] : args) {
      if (key == "from_ps" || key == "to_ps") continue;
      json +=
          (json.empty() ? "" : ",") + json_text(std::string(key)) + ":" + simdjson::minify(value);
    }
    return "{" + json + "}";
  }

  // Spans of one lane often follow each other.
  int lane(const object& event) {
    element process, thread;
    const bool plain = event["pid"].get(process) == simdjson::SUCCESS &&
                       event["tid"].get(thread) == simdjson::SUCCESS && process.is_int64() &&
                       thread.is_int64();
    if (!plain) return place_of({name_of(event, "pid"), name_of(event, "tid")});
    const std::pair<std::int64_t, std::int64_t> numbers{process.get_int64().value(),
                                                        thread.get_int64().value()};
    const auto [at, is_new] = by_number_.try_emplace(numbers, 0);
    if (is_new)
      at->second = place_of({std::to_string(numbers.first), std::to_string(numbers.second)});
    return at->second;
  }
  int place_of(const Track& track) {
    return lane_of.try_emplace(track, static_cast<int>(lane_of.size())).first->second;
  }

  std::map<std::pair<std::int64_t, std::int64_t>, int> by_number_;
};

Events read(std::string_view trace, const std::string& source) {
  simdjson::dom::parser parser(std::size_t{4} << 30);
  element document;
  const auto error = parser.parse(trace.data(), trace.size(), true).get(document);
  const auto fail = [&](const std::string& found) {
    throw base::ConfigError({source, "", "Chrome trace events", found, ""});
  };
  if (error != simdjson::SUCCESS) fail(simdjson::error_message(error));
  simdjson::dom::array events;
  // A file may be the list of events alone.
  const bool listed = document.get(events) == simdjson::SUCCESS ||
                      document["traceEvents"].get(events) == simdjson::SUCCESS;
  if (!listed) fail("no \"traceEvents\"");
  Events all;
  for (const element one : events) {
    object event;
    if (one.get(event) == simdjson::SUCCESS) all.take(event);
  }
  return all;
}

// Lanes in the order of their numbers, where these are numbers; "10" comes after "9".
bool before(const Track& a, const Track& b) {
  const auto key = [](const std::string& s) { return std::pair(s.size(), s); };
  return std::pair(key(a.first), key(a.second)) < std::pair(key(b.first), key(b.second));
}

// Sorts the lanes, and gives spans their new places.
nlohmann::json lanes_of(Events& all) {
  std::vector<Track> tracks;
  for (const auto& item : all.lane_of) tracks.push_back(item.first);
  std::sort(tracks.begin(), tracks.end(), before);
  std::vector<int> place(tracks.size());
  nlohmann::json lanes = nlohmann::json::array();
  for (std::size_t k = 0; k < tracks.size(); ++k) {
    const Track& track = tracks[k];
    place[static_cast<std::size_t>(all.lane_of[track])] = static_cast<int>(k);
    const auto group = all.group_names.find(track.first);
    const auto name = all.lane_names.find(track);
    lanes.push_back({{"group", group == all.group_names.end() ? track.first : group->second},
                     {"name", name == all.lane_names.end() ? track.second : name->second}});
  }
  for (Span& span : all.spans) span.lane = place[static_cast<std::size_t>(span.lane)];
  return lanes;
}

std::size_t keep_longest(std::vector<Span>& spans, std::size_t most) {
  if (spans.size() <= most) return 0;
  const std::size_t left_out = spans.size() - most;
  std::nth_element(spans.begin(), spans.begin() + static_cast<std::ptrdiff_t>(most), spans.end(),
                   [](const Span& a, const Span& b) { return a.length > b.length; });
  spans.resize(most);
  return left_out;
}

template <class Value>
void put_column(std::string& out, const char* name, const std::vector<Span>& spans, Value value) {
  out += fmt::format("{}\"{}\":[", out.back() == '{' ? "" : ",", name);
  for (std::size_t k = 0; k < spans.size(); ++k) {
    if (k > 0) out += ',';
    const fmt::format_int digits(value(k));
    out.append(digits.data(), digits.size());
  }
  out += ']';
}

}  // namespace

std::string timeline_json(std::string_view trace, const std::string& source, std::size_t most) {
  Events all = read(trace, source);
  std::vector<Span>& spans = all.spans;
  const std::size_t left_out = keep_longest(spans, most);
  const nlohmann::json lanes = lanes_of(all);
  std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) {
    return std::tuple(a.lane, a.begin, -a.length, a.name, a.detail) <
           std::tuple(b.lane, b.begin, -b.length, b.name, b.detail);
  });
  const auto least = std::min_element(spans.begin(), spans.end(),
                                      [](auto& a, auto& b) { return a.begin < b.begin; });
  const double from = least == spans.end() ? 0 : least->begin;
  const auto since = [&](std::size_t k) {  // numbers stay short
    const bool first = k == 0 || spans[k - 1].lane != spans[k].lane;
    return static_cast<std::int64_t>(spans[k].begin - (first ? from : spans[k - 1].begin));
  };
  std::string out = fmt::format(
      "{{\"file\":{},\"from_ps\":{},\"left_out\":{},\"lanes\":{},\"names\":{},\"categories\":{},"
      "\"details\":[",
      json_text(source), static_cast<std::int64_t>(from), left_out, json_text(lanes),
      json_text(all.names.all()), json_text(all.categories.all()));
  for (std::size_t k = 0; k < all.details.all().size(); ++k) {
    out += (k == 0 ? "" : ",") + all.details.all()[k];
  }
  out += "],\"spans\":{";
  put_column(out, "lane", spans, [&](std::size_t k) { return spans[k].lane; });
  put_column(out, "begin", spans, since);
  put_column(out, "length", spans,
             [&](std::size_t k) { return static_cast<std::int64_t>(spans[k].length); });
  put_column(out, "name", spans, [&](std::size_t k) { return spans[k].name; });
  put_column(out, "category", spans, [&](std::size_t k) { return spans[k].category; });
  put_column(out, "detail", spans, [&](std::size_t k) { return spans[k].detail; });
  return out + "}}";
}

}  // namespace jacquard::view
