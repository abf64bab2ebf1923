// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/traces/append_request.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jacquard::serve {
namespace {

constexpr std::size_t kMostRequests = std::size_t{1} << 25;  // some GB in memory

}  // namespace

std::optional<RequestFault> append_request(RecordedRequests& read, Request request,
                                           const RequestLimit& limit) {
  using Part = RequestFault::Part;
  if (read.requests.size() == kMostRequests) {
    return RequestFault{Part::time, fmt::format("at most {} requests", kMostRequests)};
  }
  if (!read.requests.empty() && request.arrival < read.requests.back().arrival) {
    return RequestFault{Part::time, "a time not before that of the request above"};
  }
  if (std::int64_t{request.input} + request.output > limit.tokens) {
    return RequestFault{Part::length,
                        fmt::format("with the output at most {} tokens{}{}", limit.tokens,
                                    limit.why.empty() ? "" : ", ", limit.why)};
  }
  const int blocks = (request.input - 1) / read.prefix_block + 1;
  if (request.prefix.size() > static_cast<std::size_t>(blocks)) {
    return RequestFault{Part::ids, fmt::format("at most {} ids, of {} tokens each, for {} tokens",
                                               blocks, read.prefix_block, request.input)};
  }
  read.requests.push_back(std::move(request));
  return std::nullopt;
}

std::string length_expected() { return fmt::format("a whole number in 1..{}", kMostTokens); }

std::optional<base::Picoseconds> arrival_of(double value, std::int64_t per_second) {
  const auto units = static_cast<double>(per_second);
  if (!(value >= 0) || value > kMostArrivalSeconds * units) return std::nullopt;
  const double picoseconds = value * static_cast<double>(base::kPicosecondsPerSecond / per_second);
  return base::Picoseconds{std::llround(picoseconds)};
}

std::string time_expected(std::int64_t per_second) {
  return fmt::format("a number of {} in 0..{:.0f}", per_second == 1 ? "seconds" : "milliseconds",
                     kMostArrivalSeconds * static_cast<double>(per_second));
}

}  // namespace jacquard::serve
