// SPDX-License-Identifier: Apache-2.0
// What every form of a recorded request must hold.
#pragma once

#include <optional>
#include <string>

#include "jacquard/base/units.hpp"
#include "jacquard/demand/line_reader.hpp"
#include "jacquard/serve/traces/read_requests.hpp"

namespace jacquard::serve {

struct RequestFault {
  enum class Part { time, ids, length } part = Part::time;
  std::string expected;
};

// Puts the request behind the others, unless it may not stand there.
std::optional<RequestFault> append_request(RecordedRequests& read, Request request,
                                           const RequestLimit& limit);

std::string length_expected();

// `value` in units of which a second has `per_second`. Nothing for what is negative, no number or
// beyond kMostArrivalSeconds; time_expected() says so.
std::optional<base::Picoseconds> arrival_of(double value, std::int64_t per_second);
std::string time_expected(std::int64_t per_second);

// The forms.
RecordedRequests read_request_table(const demand::Input& input, const RequestLimit& limit);
RecordedRequests read_request_objects(const demand::Input& input, const RequestLimit& limit);

}  // namespace jacquard::serve
