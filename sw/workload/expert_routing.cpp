// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/expert_routing.hpp"

#include <fmt/format.h>

#include <string_view>

#include "jacquard/base/parse_number.hpp"

namespace jacquard::workload {
namespace {

constexpr const char* kExpected =
    "uniform, power_law:EXPONENT, drifting[:TIME] or the path of a log, with [INDEX] behind it";
constexpr std::string_view kPowerLaw = "power_law:";
constexpr std::string_view kDrifting = "drifting:";
constexpr double kMostSkew = 10;

bool starts(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}

ExpertRouting recorded(const std::string& text, const config::Place& place) {
  ExpertRouting routing;
  routing.kind = RoutingKind::recorded;
  routing.log = text;
  const std::size_t open = text.rfind('[');
  if (text.back() != ']' || open == std::string::npos) return routing;
  const auto index =
      base::parse_number<int>(std::string_view(text).substr(open + 1, text.size() - open - 2));
  if (!index || *index < 0) {
    place.fail("an index from 0 in the brackets behind a log", "'" + text + "'");
  }
  routing.log = text.substr(0, open);
  routing.index = *index;
  return routing;
}

}  // namespace

ExpertRouting expert_routing(const std::string& text, const config::Place& place) {
  ExpertRouting routing;
  if (text == "uniform") return routing;
  if (starts(text, kPowerLaw)) {
    const auto skew = base::parse_number<double>(std::string_view(text).substr(kPowerLaw.size()));
    if (!skew || !(*skew >= 0 && *skew <= kMostSkew)) {
      place.fail("power_law: and an exponent in 0..10", "'" + text + "'");
    }
    routing.kind = RoutingKind::power_law;
    routing.skew = *skew;
    return routing;
  }
  if (text == "drifting" || starts(text, kDrifting)) {
    routing.kind = RoutingKind::drifting;
    if (text == "drifting") return routing;
    const auto time =
        base::parse_number<std::uint32_t>(std::string_view(text).substr(kDrifting.size()));
    if (!time) place.fail("drifting: and a whole number", "'" + text + "'");
    routing.time = *time;
    return routing;
  }
  if (text.empty() || text.front() == '[') place.fail(kExpected, "'" + text + "'");
  return recorded(text, place);
}

std::string text_of(const ExpertRouting& routing) {
  switch (routing.kind) {
    case RoutingKind::uniform:
      break;
    case RoutingKind::power_law:
      return fmt::format("power_law:{}", routing.skew);
    case RoutingKind::drifting:
      return fmt::format("drifting:{}", routing.time);
    case RoutingKind::recorded:
      return routing.index == 0 ? routing.log : fmt::format("{}[{}]", routing.log, routing.index);
  }
  return "uniform";
}

config::Codec<ExpertRouting> expert_routing_codec() {
  const config::Codec<std::string> text = config::text(kExpected);
  return {kExpected, text.schema(), text.text_form(),
          [text](const config::Json& json, const config::Place& place) {
            return expert_routing(text.read(json, place), place);
          },
          [](const ExpertRouting& routing) { return config::Document(text_of(routing)); }};
}

}  // namespace jacquard::workload
