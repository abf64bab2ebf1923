// SPDX-License-Identifier: Apache-2.0
// Mooncake's own form: an object a line.
#include "jacquard/config/json_reader.hpp"
#include "jacquard/serve/traces/append_request.hpp"

namespace jacquard::serve {
namespace {

constexpr std::int64_t kPerSecond = 1'000;  // times are in ms

const config::Json& member(const config::Json& object, const char* key,
                           const config::Place& place) {
  const auto found = object.find(key);
  if (found == object.end()) place.fail(std::string("a key '") + key + "'", "none");
  return *found;
}

[[noreturn]] void refuse(const config::Place& place, const char* key, const config::Json& object,
                         const std::string& expected) {
  config::Place{place.source, place.where + ", key " + key}.fail(expected,
                                                                 config::brief(object.at(key)));
}

int length(const config::Json& object, const char* key, const config::Place& place) {
  const config::Json& value = member(object, key, place);
  const bool sound = value.is_number_unsigned() && value.get<std::uint64_t>() >= 1 &&
                     value.get<std::uint64_t>() <= kMostTokens;
  if (!sound) refuse(place, key, object, length_expected());
  return value.get<int>();
}

Request request_of(const config::Json& object, const config::Place& place) {
  if (!object.is_object()) place.fail("an object", config::brief(object));
  Request request;
  const config::Json& time = member(object, "timestamp", place);
  const auto arrival = time.is_number() ? arrival_of(time.get<double>(), kPerSecond) : std::nullopt;
  if (!arrival) refuse(place, "timestamp", object, time_expected(kPerSecond));
  request.arrival = *arrival;
  request.input = length(object, "input_length", place);
  request.output = length(object, "output_length", place);
  const auto ids = object.find("hash_ids");
  if (ids == object.end()) return request;
  const auto refuse_ids = [&] {
    refuse(place, "hash_ids", object, "a list of whole numbers of at least 0");
  };
  if (!ids->is_array()) refuse_ids();
  for (const config::Json& id : *ids) {
    if (!id.is_number_unsigned()) refuse_ids();
    request.prefix.push_back(id.get<std::uint64_t>());
  }
  return request;
}

}  // namespace

RecordedRequests read_request_objects(const demand::Input& input, const RequestLimit& limit) {
  RecordedRequests read;
  demand::LineReader lines(input);
  std::string_view line;
  while (lines.next(line)) {
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    const config::Json object = config::parse_json(line, input.name, {}, lines.line_number());
    Request request = request_of(object, lines.here());
    request.id = static_cast<std::int64_t>(read.requests.size());
    const auto fault = append_request(read, std::move(request), limit);
    if (!fault) continue;
    using Part = RequestFault::Part;
    const char* key = fault->part == Part::ids      ? "hash_ids"
                      : fault->part == Part::length ? "input_length"
                                                    : "timestamp";
    refuse(lines.here(), key, object, fault->expected);
  }
  return read;
}

}  // namespace jacquard::serve
