// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/genstack/replay_config.hpp"

#include <fmt/format.h>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/parse_number.hpp"

namespace jacquard::genstack {
namespace {

using schedule::CoreKind;
using systemc::LateNpu;
using systemc::LatePolicy;

constexpr base::Picoseconds kMostLate{3'600 * base::kPicosecondsPerSecond};
constexpr base::Picoseconds kMostLatency{base::kPicosecondsPerSecond};
constexpr const char* kExpected = "NPUs that are late, such as npu:3:2ms,npu:7:50us";

LateNpu late_npu(const std::string& word, const config::Place& place) {
  const std::string head = "npu:";
  const std::size_t colon = word.find(':', head.size());
  if (word.rfind(head, 0) != 0 || colon == std::string::npos) {
    place.fail(kExpected, fmt::format("\"{}\"", word));
  }
  const auto rank = base::parse_number<int>(word.substr(head.size(), colon - head.size()));
  if (!rank || *rank < 0) place.fail(kExpected, fmt::format("\"{}\"", word));
  const auto by = config::parse_quantity<base::Picoseconds>(word.substr(colon + 1), place);
  if (by > kMostLate)
    place.fail("at most " + config::show_quantity(kMostLate), fmt::format("\"{}\"", word));
  return {*rank, by};
}

}  // namespace

const config::FieldTable<ReplayConfig>& replay_fields() {
  using config::field;
  using C = ReplayConfig;
  static const config::FieldTable<C> table(
      "replay", "How a stack is replayed.",
      {field<C>(
           "late", [](auto& c) -> auto& { return c.late; }, config::text(kExpected),
           "They begin the step so late."),
       field<C>(
           "policy", [](auto& c) -> auto& { return c.policy; },
           config::choice<LatePolicy>({{"delay", LatePolicy::delay}, {"skip", LatePolicy::skip}}),
           "delay: slots wait for data that are late. skip: they are sent behind the last slot."),
       field<C>(
           "routing", [](auto& c) -> auto& { return c.routing; }, workload::expert_routing_codec(),
           "How tokens choose experts, in calls whose slots are reserved."),
       field<C>(
           "scheduler", [](auto& c) -> auto& { return c.scheduler; },
           config::choice<OnDemandScheduler>({{"golden", OnDemandScheduler::golden},
                                              {"rtl", OnDemandScheduler::rtl},
                                              {"software", OnDemandScheduler::software}}),
           "Decides on those calls: the core's C++ model, its Verilated RTL, or one of `name`."),
       field<C>(
           "core", [](auto& c) -> auto& { return c.core; },
           config::choice<CoreKind>({{"ladder", CoreKind::ladder},
                                     {"unit", CoreKind::unit},
                                     {"minhold", CoreKind::minhold}}),
           "Which core."),
       field<C>(
           "bits", [](auto& c) -> auto& { return c.bits; }, config::whole_number(1, 16),
           "Width of its demand counters."),
       field<C>(
           "clock", [](auto& c) -> auto& { return c.clock; },
           config::quantity(base::Picoseconds{2}, base::Picoseconds{1'000'000'000}),
           "Period of its clock."),
       field<C>(
           "name", [](auto& c) -> auto& { return c.name; },
           config::text("the name of a scheduler (jacquard schedule --list)"),
           "software: which one. It counts bytes, and may take several hops."),
       field<C>(
           "latency", [](auto& c) -> auto& { return c.latency; },
           config::quantity(base::Picoseconds{0}, kMostLatency), "software: of a decision."),
       field<C>(
           "forward", [](auto& c) -> auto& { return c.forward; },
           config::quantity(base::Picoseconds{0}, kMostLatency),
           "software: what an NPU needs to send on what it has received.")});
  return table;
}

std::vector<LateNpu> read_late(const std::string& text, const config::Place& place) {
  std::vector<LateNpu> all;
  if (text.empty()) return all;
  for (const std::string& word : base::comma_list(text)) {
    all.push_back(late_npu(word, place));
    for (std::size_t k = 0; k + 1 < all.size(); ++k) {
      if (all[k].rank == all.back().rank) place.fail("each NPU once", fmt::format("\"{}\"", text));
    }
  }
  return all;
}

}  // namespace jacquard::genstack
