// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/arrivals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/serve/traces/read_requests.hpp"

namespace jacquard::serve {
namespace {

constexpr double kLargestRate = 1e9;
constexpr double kLargestVariation = 100;

}  // namespace

double parse_variation(const std::string& text, const char* option) {
  if (text == "poisson") return 1;
  if (text == "constant") return 0;
  const std::string word = "gamma:";
  if (text.rfind(word, 0) == 0) {
    const auto value = base::parse_number<double>(text.substr(word.size()));
    if (value && *value > 0 && *value <= kLargestVariation) return *value;
  }
  const bool times = std::string(option) == "--arrivals";
  throw base::ConfigError(
      {option, "",
       fmt::format("{}, constant{}, or gamma:CV{} with a coefficient of "
                   "variation above 0 and at most {}",
                   times ? "poisson" : "a time such as \"30 s\"", times ? "" : ":TIME",
                   times ? "" : ":TIME", kLargestVariation),
       text, ""});
}

double parse_rate(const std::string& text) {
  std::string number = text;
  const std::size_t unit = number.find("/s");
  if (unit != std::string::npos && unit + 2 == number.size()) number.resize(unit);
  while (!number.empty() && number.back() == ' ') number.pop_back();
  const auto value = base::parse_number<double>(number);
  if (!value || !(*value > 0) || *value > kLargestRate) {
    throw base::ConfigError({"--rate", "",
                             fmt::format("requests a second above 0 and at most {:.0e}, such as "
                                         "\"10 /s\"",
                                         kLargestRate),
                             text, ""});
  }
  return *value;
}

// A gamma variable of shape k has the variation 1 / sqrt(k).
ArrivalTimes::ArrivalTimes(const Arrivals& arrivals, std::uint64_t seed)
    : arrivals_(arrivals),
      shape_(arrivals.variation > 0 ? 1 / (arrivals.variation * arrivals.variation) : 0),
      rng_(seed, "serve arrivals") {}

double ArrivalTimes::next() {
  if (arrivals_.variation > 0) return now_ += rng_.gamma(shape_) / shape_ / arrivals_.per_second;
  return static_cast<double>(count_++) / arrivals_.per_second;
}

std::vector<Request> drawn_requests(const Arrivals& arrivals, std::int64_t count, int input,
                                    int output, double spread, std::uint64_t seed) {
  ArrivalTimes times(arrivals, seed);
  base::Rng lengths(seed, "serve lengths");
  const auto length = [&](int longest) {
    const double share = spread + (1 - spread) * lengths.uniform();
    return std::max(1, static_cast<int>(std::lround(share * longest)));
  };
  std::vector<Request> requests;
  requests.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    const double now = times.next();
    if (now > kMostArrivalSeconds) {
      throw base::ConfigError({"--rate", "",
                               fmt::format("arrivals within {:.0f} s", kMostArrivalSeconds),
                               fmt::format("request {} later", i), "ask for fewer requests"});
    }
    Request request;
    request.id = i;
    request.arrival =
        base::Picoseconds{std::llround(now * static_cast<double>(base::kPicosecondsPerSecond))};
    request.input = length(input);
    request.output = length(output);
    requests.push_back(request);
  }
  return requests;
}

}  // namespace jacquard::serve
