// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "jacquard/serve/traces/json_fields.hpp"
#include "jacquard/serve/traces/json_forms.hpp"

namespace jacquard::serve {
namespace {

using config::Json;

constexpr const char* kSchema = "dynamo.request.trace.v1";
constexpr const char* kReceived = "request_received_ms";
constexpr const char* kWait = "wait_ms";  // ours: between two turns

// A file's sink may wrap the record.
const Json& record_of(const Json& value) {
  const auto event = value.find("event");
  return event != value.end() && event->is_object() ? *event : value;
}

double milliseconds(const Json& object, const char* key, const config::Place& place) {
  const JsonFields fields(object, place);
  if (!fields.has(key)) fields.lacks(key, kSchema);
  const auto value = fields.number(key);
  if (!value || !(*value >= 0)) fields.fail(key, "a number of milliseconds of at least 0");
  return *value;
}

// When the request came and when its answer was whole.
struct Times {
  double begin = 0;
  double end = 0;
};

Times times_of(const Json& record, const Json& request, const config::Place& place) {
  const JsonFields fields(request, place);
  Times times;
  const bool lasts = fields.has("total_time_ms");
  const double total = lasts ? milliseconds(request, "total_time_ms", place) : 0;
  if (fields.has(kReceived)) {
    times.begin = milliseconds(request, kReceived, place);
    times.end = lasts ? times.begin + total : milliseconds(record, "event_time_unix_ms", place);
  } else {
    if (!lasts) fields.lacks(kReceived, kSchema);
    times.end = milliseconds(record, "event_time_unix_ms", place);
    times.begin = times.end - total;
  }
  return times;
}

}  // namespace

struct DynamoEvents::Event {
  Times times;
  std::string session;
  int block = 0;
  FlatRequest flat;
};

const RequestForm& DynamoEvents::form() {
  static const RequestForm form = [] {
    RequestForm f;
    f.whose = "Dynamo's";
    f.key = kReceived;
    f.time = kReceived;
    f.per_second = 1'000;
    f.input = "input_length";
    f.output = "output_tokens";
    f.ids = "input_sequence_hashes";
    f.session = "session_id";
    f.delay = {kWait};
    return f;
  }();
  return form;
}

bool DynamoEvents::are(const Json& value) {
  const Json& record = record_of(value);
  return record.contains("schema") && record.at("schema") == kSchema;
}

void DynamoEvents::take(const FlatRequest& value, RequestList& list) {
  const Json& record = record_of(value.object);
  const JsonFields fields(record, value.place);
  if (!are(value.object)) value.place.fail(std::string("a record of ") + kSchema, "another");
  if (!fields.has("event_type")) fields.lacks("event_type", kSchema);
  const std::string type = fields.text("event_type");
  if (type != "request_end") return list.pass_over(type);
  if (!fields.has("request")) fields.lacks("request", kSchema);
  events_.push_back({record, value.place});
}

void DynamoEvents::give(RequestForm& form, const TakeFlat& take) {
  std::vector<Event> events;
  int block = 0;
  for (FlatRequest& value : events_) {
    const Json& request = value.object.at("request");
    const config::Place place{value.place.source, value.place.where + ", request"};
    const JsonFields fields(request, place);
    Event event;
    event.times = times_of(value.object, request, place);
    event.flat.place = place;
    Json& flat = event.flat.object;
    flat = Json::object();
    if (fields.has("output_tokens")) flat["output_tokens"] = request.at("output_tokens");
    if (fields.has("input_tokens")) flat["input_length"] = request.at("input_tokens");
    if (fields.has("replay")) {
      event.flat.place.where += "/replay";
      const Json& replay = request.at("replay");
      const JsonFields parts(replay, event.flat.place);
      for (const char* const key : {"trace_block_size", "input_length", "input_sequence_hashes"}) {
        if (!parts.has(key)) parts.lacks(key, kSchema);
      }
      const auto size = parts.whole("trace_block_size");
      if (!size || *size < 1 || *size > kMostTokens || (block != 0 && block != *size)) {
        parts.fail("trace_block_size", "one size of at least 1 in all records");
      }
      block = static_cast<int>(*size);
      flat["input_length"] = replay.at("input_length");
      flat["input_sequence_hashes"] = replay.at("input_sequence_hashes");
    }
    const auto context = value.object.find("agent_context");
    if (context != value.object.end() && context->is_object()) {
      const JsonFields agent(*context, value.place);
      if (agent.has("session_id")) event.session = agent.text("session_id");
    }
    events.push_back(std::move(event));
  }
  if (block != 0) form.block = block;
  std::stable_sort(events.begin(), events.end(),
                   [](const Event& a, const Event& b) { return a.times.begin < b.times.begin; });
  std::map<std::string, double> ends;
  for (Event& event : events) {
    Json& flat = event.flat.object;
    flat[kReceived] = event.times.begin - events.front().times.begin;
    if (!event.session.empty()) {
      const auto [end, opens] = ends.emplace(event.session, event.times.end);
      if (opens) {
        flat["session_id"] = event.session;
      } else if (event.times.begin >= end->second) {
        flat["session_id"] = event.session;
        flat[kWait] = event.times.begin - end->second;
        flat.erase(kReceived);
        end->second = event.times.end;
      }
    }
    take(event.flat);
  }
}

}  // namespace jacquard::serve
