// SPDX-License-Identifier: Apache-2.0
#include "sim/view/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

#include "jacquard/base/error.hpp"

namespace jacquard::view {
namespace {

using Json = nlohmann::json;

struct Span {
  int lane;
  double begin;  // picoseconds
  double length;
  int name, category, detail;
};

// Texts, each once, in the order in which they came.
class Words {
 public:
  int place_of(const std::string& word) {
    const auto [at, is_new] = places_.try_emplace(word, static_cast<int>(words_.size()));
    if (is_new) words_.push_back(word);
    return at->second;
  }
  const std::vector<std::string>& all() const { return words_; }

 private:
  std::unordered_map<std::string, int> places_;
  std::vector<std::string> words_;
};

struct Lane {
  std::string group, name;
};

// Numbers or texts stand for processes and threads.
using Track = std::pair<std::string, std::string>;

// Events as they are read, so that a file of a million needs no tree of them.
class Reader : public nlohmann::json_sax<Json> {
 public:
  std::vector<Span> spans;
  std::map<Track, int> lane_of;
  std::map<std::string, std::string> group_names;
  std::map<Track, std::string> lane_names;
  Words names, categories, details;
  std::string fault;
  bool has_events = false;

  bool null() override { return value(Json()); }
  bool boolean(bool v) override { return value(v); }
  bool number_integer(number_integer_t v) override { return number(static_cast<double>(v), v); }
  bool number_unsigned(number_unsigned_t v) override { return number(static_cast<double>(v), v); }
  bool number_float(number_float_t v, const string_t&) override { return number(v, v); }
  bool string(string_t& v) override {
    if (in_event() && depth_ == 3) {
      if (key_ == "ph")
        phase_ = v;
      else if (key_ == "name")
        name_ = v;
      else if (key_ == "cat")
        category_ = v;
      else if (key_ == "pid")
        process_ = v;
      else if (key_ == "tid")
        thread_ = v;
      return true;
    }
    return value(v);
  }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override {
    if (++depth_ == 3 && in_events_)
      begin_event();
    else if (is_detail())
      open(Json::object());
    return true;
  }
  bool key(string_t& k) override {
    if (depth_ == 1) root_key_ = k;
    if (depth_ == 3) key_ = k;
    if (is_detail()) keys_.back() = k;
    return true;
  }
  bool end_object() override {
    if (is_detail()) close();
    if (depth_-- == 3 && in_events_) end_event();
    return true;
  }
  bool start_array(std::size_t) override {
    ++depth_;
    // A file may be the list of events alone.
    if ((depth_ == 2 && root_key_ == "traceEvents") || (depth_ == 1 && root_key_.empty())) {
      has_events = in_events_ = true;
      depth_ = 2;
    } else if (is_detail()) {
      open(Json::array());
    }
    return true;
  }
  bool end_array() override {
    if (is_detail()) close();
    if (in_events_ && depth_ == 2) in_events_ = false;
    --depth_;
    return true;
  }
  bool parse_error(std::size_t at, const std::string&,
                   const nlohmann::detail::exception&) override {
    fault = fmt::format("a syntax error after {} bytes", at);
    return false;
  }

 private:
  bool in_event() const { return in_events_ && depth_ >= 3; }
  bool is_detail() const { return in_event() && depth_ >= 4 && key_ == "args"; }
  void begin_event() {
    phase_.clear(), name_.clear(), category_.clear(), process_.clear(), thread_.clear();
    begin_ = length_ = 0;
    begin_ps_ = end_ps_ = -1;
    details_ = Json();
    key_.clear();
  }
  bool number(double v, const Json& exact) {
    if (in_event() && depth_ == 3) {
      if (key_ == "ts")
        begin_ = v;
      else if (key_ == "dur")
        length_ = v;
      else if (key_ == "pid")
        process_ = exact.dump();
      else if (key_ == "tid")
        thread_ = exact.dump();
      return true;
    }
    if (is_detail() && depth_ == 4 && keys_.back() == "from_ps")
      begin_ps_ = v;
    else if (is_detail() && depth_ == 4 && keys_.back() == "to_ps")
      end_ps_ = v;
    else
      return value(exact);
    return true;
  }
  bool value(const Json& v) {
    if (is_detail() && !open_.empty()) put(v);
    return true;
  }
  void open(Json empty) {
    open_.push_back(std::move(empty));
    keys_.emplace_back();
  }
  void close() {
    if (open_.empty()) return;
    Json done = std::move(open_.back());
    open_.pop_back();
    keys_.pop_back();
    if (open_.empty())
      details_ = std::move(done);
    else
      put(done);
  }
  void put(const Json& v) {
    if (open_.back().is_array())
      open_.back().push_back(v);
    else
      open_.back()[keys_.back()] = v;
  }
  void end_event() {
    const Track track{process_, thread_};
    if (phase_ == "M" && details_.is_object()) {
      const auto at = details_.find("name");
      if (at == details_.end() || !at->is_string()) return;
      if (name_ == "process_name") group_names[process_] = at->get<std::string>();
      if (name_ == "thread_name") lane_names[track] = at->get<std::string>();
      return;
    }
    if (phase_ != "X" || !std::isfinite(begin_) || !std::isfinite(length_)) return;
    constexpr double kPicoseconds = 1e6;  // in a microsecond
    const bool exact = begin_ps_ >= 0 && end_ps_ >= begin_ps_;
    const double begin = exact ? begin_ps_ : std::round(begin_ * kPicoseconds);
    const double length = exact ? end_ps_ - begin_ps_ : std::round(length_ * kPicoseconds);
    const int lane = lane_of.try_emplace(track, static_cast<int>(lane_of.size())).first->second;
    const bool has_details = details_.is_object() && !details_.empty();
    spans.push_back({lane, begin, std::max(length, 0.0), names.place_of(name_),
                     category_.empty() ? -1 : categories.place_of(category_),
                     has_details ? details.place_of(
                                       details_.dump(-1, ' ', true, Json::error_handler_t::replace))
                                 : -1});
  }

  int depth_ = 0;
  bool in_events_ = false;
  std::string root_key_, key_, phase_, name_, category_, process_, thread_;
  double begin_ = 0, length_ = 0, begin_ps_ = -1, end_ps_ = -1;
  std::vector<Json> open_;
  std::vector<std::string> keys_;
  Json details_;
};

std::string texts(const std::vector<std::string>& all) {
  return Json(all).dump(-1, ' ', true, Json::error_handler_t::replace);
}

// Lanes in the order of their numbers, where these are numbers; "10" comes after "9".
bool before(const Track& a, const Track& b) {
  const auto key = [](const std::string& s) { return std::pair(s.size(), s); };
  return std::pair(key(a.first), key(a.second)) < std::pair(key(b.first), key(b.second));
}

template <class Value>
void put_column(std::string& out, const char* name, const std::vector<Span>& spans, Value value) {
  fmt::format_to(std::back_inserter(out), "{}\"{}\":[", out.back() == '{' ? "" : ",", name);
  for (std::size_t k = 0; k < spans.size(); ++k) {
    fmt::format_to(std::back_inserter(out), "{}{}", k == 0 ? "" : ",", value(k));
  }
  out += ']';
}

}  // namespace

std::string timeline_json(std::string_view trace, const std::string& source, std::size_t most) {
  Reader read;
  const bool done = Json::sax_parse(trace.begin(), trace.end(), &read);
  if (!done || !read.has_events) {
    throw base::ConfigError({source, "", "Chrome trace events",
                             read.fault.empty() ? "no \"traceEvents\"" : read.fault, ""});
  }
  std::vector<Span>& spans = read.spans;
  const std::size_t left_out = spans.size() > most ? spans.size() - most : 0;
  if (left_out > 0) {
    std::nth_element(spans.begin(), spans.begin() + static_cast<std::ptrdiff_t>(most), spans.end(),
                     [](const Span& a, const Span& b) { return a.length > b.length; });
    spans.resize(most);
  }
  std::vector<Track> tracks;
  for (const auto& [track, lane] : read.lane_of) tracks.push_back(track);
  std::sort(tracks.begin(), tracks.end(), before);
  std::vector<int> place(tracks.size());
  Json lanes = Json::array();
  for (std::size_t k = 0; k < tracks.size(); ++k) {
    const Track& track = tracks[k];
    place[static_cast<std::size_t>(read.lane_of[track])] = static_cast<int>(k);
    const auto group = read.group_names.find(track.first);
    const auto name = read.lane_names.find(track);
    lanes.push_back({{"group", group == read.group_names.end() ? track.first : group->second},
                     {"name", name == read.lane_names.end() ? track.second : name->second}});
  }
  for (Span& span : spans) span.lane = place[static_cast<std::size_t>(span.lane)];
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
      Json(source).dump(-1, ' ', true, Json::error_handler_t::replace),
      static_cast<std::int64_t>(from), left_out,
      lanes.dump(-1, ' ', true, Json::error_handler_t::replace), texts(read.names.all()),
      texts(read.categories.all()));
  for (std::size_t k = 0; k < read.details.all().size(); ++k) {
    out += (k == 0 ? "" : ",") + read.details.all()[k];
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
