// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/traces/request_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/config/place.hpp"
#include "jacquard/serve/traces/time_stamp.hpp"

namespace jacquard::serve {
namespace {

constexpr std::int64_t kMostRequests = std::int64_t{1} << 25;  // some GB in memory
constexpr std::int64_t kPicosecondsPerNanosecond = 1'000;
constexpr double kNanosecondsPerSecond = 1e9;
constexpr double kMostSecondsSince1970 = 8e9;  // in ns they fit 64 bits

const char* unit_of(std::int64_t per_second) {
  switch (per_second) {
    case 1:
      return "seconds";
    case 1'000:
      return "milliseconds";
    default:
      return "nanoseconds";
  }
}

// Nothing for what is negative, no number or beyond kMostArrivalSeconds.
std::optional<base::Picoseconds> duration(std::optional<double> value, std::int64_t per_second) {
  const auto units = static_cast<double>(per_second);
  if (!value || !(*value >= 0) || *value > kMostArrivalSeconds * units) return std::nullopt;
  const double unit = static_cast<double>(base::kPicosecondsPerSecond / per_second);
  return base::Picoseconds{std::llround(*value * unit)};
}

std::string duration_expected(std::int64_t per_second) {
  return fmt::format("a number of {} in 0..{:.0f}", unit_of(per_second),
                     kMostArrivalSeconds * static_cast<double>(per_second));
}

constexpr const char* kNoTime = "no time, as the first request has none";
constexpr const char* kInOrder = "a time not before that of the request above";

int length(const Fields& row, const std::string& key, const std::string& beside,
           const char* otherwise = "") {
  if (!row.has(key)) row.lacks(key, beside);
  const auto value = row.whole(key);
  if (!value || *value < 1 || *value > kMostTokens) {
    row.fail(key, fmt::format("a whole number in 1..{}{}", kMostTokens, otherwise));
  }
  return static_cast<int>(*value);
}

}  // namespace

base::Picoseconds RequestList::time(const RequestForm& form, const Fields& row) {
  const std::string& key = form.time;
  if (form.per_second != kStamp && !form.since_first) {
    const auto since = duration(row.number(key), form.per_second);
    if (!since) row.fail(key, duration_expected(form.per_second));
    return *since;
  }
  std::optional<std::int64_t> now;
  if (form.per_second == kStamp) {
    now = time_stamp_ns(row.text(key));
    if (!now) row.fail(key, "a time such as 2023-11-16 18:17:03.9799600");
  } else {
    const auto value = row.number(key);
    const double seconds = value ? *value / static_cast<double>(form.per_second) : -1;
    if (!(seconds >= 0) || seconds > kMostSecondsSince1970) {
      row.fail(key, fmt::format("a number of {} of at least 0", unit_of(form.per_second)));
    }
    now = std::llround(seconds * kNanosecondsPerSecond);
  }
  if (!first_ns_) first_ns_ = now;
  const std::int64_t since = *now - *first_ns_;
  if (since < 0) row.fail(key, kInOrder);
  if (static_cast<double>(since) > kMostArrivalSeconds * kNanosecondsPerSecond) {
    row.fail(key, fmt::format("a time within {:.0f} s of the first", kMostArrivalSeconds));
  }
  return base::Picoseconds{since * kPicosecondsPerNanosecond};
}

std::optional<base::Picoseconds> RequestList::delay(const RequestForm& form,
                                                    const Fields& row) const {
  for (const std::string& key : form.delay) {
    if (!row.has(key)) continue;
    const auto value = duration(row.number(key), form.per_second);
    if (!value) row.fail(key, duration_expected(form.per_second));
    return value;
  }
  return std::nullopt;
}

Request RequestList::request_of(const RequestForm& form, const Fields& row) const {
  Request request;
  request.id = rows_;
  if (!form.id.empty() && row.has(form.id)) {
    const auto id = row.whole(form.id);
    if (!id || *id < 0) row.fail(form.id, "a whole number of at least 0");
    request.id = *id;
  }
  if (!form.one.empty() && row.has(form.one) && row.whole(form.one) != 1) {
    row.fail(form.one, "1, as a row is a request");
  }
  request.input = length(row, form.input, form.key);
  request.output =
      length(row, form.output, form.key, ", or --skip-failed to leave out calls without an answer");
  if (!form.ids.empty() && row.has(form.ids)) {
    auto ids = row.ids(form.ids);
    if (!ids) row.fail(form.ids, row.ids_expected());
    request.prefix = std::move(*ids);
  }
  if (std::int64_t{request.input} + request.output > rules_.limit.tokens) {
    row.fail(form.input, fmt::format("with the output at most {} tokens{}{}", rules_.limit.tokens,
                                     rules_.limit.why.empty() ? "" : ", ", rules_.limit.why));
  }
  const int blocks = (request.input - 1) / form.block + 1;
  if (request.prefix.size() > static_cast<std::size_t>(blocks)) {
    row.fail(form.ids, fmt::format("at most {} ids, of {} tokens each, for {} tokens", blocks,
                                   form.block, request.input));
  }
  return request;
}

void RequestList::start(const RequestForm& form, const Fields& row, Request request, bool timed) {
  if (read_.requests.empty()) read_.timed = timed;
  if (timed != read_.timed && timed) row.fail(form.time, kNoTime);
  if (timed != read_.timed) row.lacks(form.time, form.key);
  read_.requests.push_back(std::move(request));
}

void RequestList::keep(const RequestForm& form, const Fields& row, Request request) {
  const bool timed = !form.time.empty() && row.has(form.time);
  if (timed) request.arrival = time(form, row);
  const auto after = delay(form, row);
  if (form.session.empty() || !row.has(form.session)) {
    if (!timed && after) request.arrival = last_ + *after;
    if (request.arrival < last_) row.fail(form.time, kInOrder);
    last_ = request.arrival;
    return start(form, row, std::move(request), timed || (after && read_.timed));
  }
  Session& session = sessions_[row.text(form.session)];
  const std::int64_t id = request.id;
  if (session.last) {
    if (timed && !read_.timed) row.fail(form.time, kNoTime);
    read_.later.push_back(
        {*session.last, after.value_or(base::Picoseconds{0}), std::move(request)});
  } else {
    if (!timed && session.began)
      request.arrival = *session.began + after.value_or(base::Picoseconds{0});
    if (after && after->count() > 0 && !session.began) {
      row.fail(form.delay.front(), "none, as no turn of the session comes before");
    }
    start(form, row, std::move(request), timed || (session.began && read_.timed));
  }
  session.last = id;
}

void RequestList::take(const RequestForm& form, const Fields& row) {
  if (rows_ == kMostRequests) row.fail("", fmt::format("at most {} requests", kMostRequests));
  read_.form = form.whose;
  read_.texts = form.texts;
  read_.prefix_block = form.block;
  if (rules_.skip_failed && row.has(form.output) && row.whole(form.output) == 0) {
    if (!form.session.empty() && row.has(form.session)) {
      Session& session = sessions_[row.text(form.session)];
      if (!session.last && !form.time.empty() && row.has(form.time))
        session.began = time(form, row);
    }
    return leave_out();
  }
  keep(form, row, request_of(form, row));
  ++rows_;
}

RecordedRequests RequestList::taken(const std::string& source) {
  if (rows_ == 0) {
    config::Place{source, ""}.fail("a request with an answer",
                                   fmt::format("none, and {} without", read_.failed));
  }
  // Sessions may stand one behind the other.
  std::stable_sort(read_.requests.begin(), read_.requests.end(),
                   [](const Request& a, const Request& b) { return a.arrival < b.arrival; });
  return std::move(read_);
}

}  // namespace jacquard::serve
