// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/configuration/configuration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/stack/configuration/layout.hpp"

namespace jacquard::stack {
namespace {

constexpr std::uint64_t kMostPorts = 1 << 20;
constexpr std::uint64_t kMostSlots = std::uint64_t{1} << 60;
constexpr std::uint64_t kMostLists = 1 << 24;

int ports_in(BitReader& in) {
  const std::uint64_t version = in.get(layout::kVersionBits);
  if (version != layout::kVersion) {
    in.fail(fmt::format("a configuration of version {}", layout::kVersion),
            fmt::format("version {}", version));
  }
  return static_cast<int>(in.get_number(kMostPorts, "a number of ports"));
}

}  // namespace

Configuration::Configuration(std::string_view bytes, const std::string& source)
    : Configuration(BitReader(bytes, source)) {}

Configuration::Configuration(BitReader in)
    : ports_(ports_in(in)),
      slots_(static_cast<std::int64_t>(in.get_number(kMostSlots, "a number of slots"))),
      tracks_(in, kMostLists, base::index(slots_)),
      circuits_(in, kMostLists, base::index(ports_)) {
  for (std::size_t track = 0; track < tracks_.lists(); ++track) {
    if (tracks_.length(track) == base::index(slots_)) continue;
    in.fail(fmt::format("{} slots in track {}", slots_, track),
            std::to_string(tracks_.length(track)));
  }
  for (std::size_t list = 0; list < circuits_.lists(); ++list) check_outputs(in, list);
  read_groups(in);
}

void Configuration::check_outputs(const BitReader& in, std::size_t list) const {
  std::int64_t input = 0;
  circuits_.each(list, [&](std::uint64_t value, std::uint64_t length) {
    const auto last = input + static_cast<std::int64_t>(length) - 1;
    if (value >= layout::kFirstStep &&
        (layout::output_of(value, input) < 0 || layout::output_of(value, last) >= ports_)) {
      in.fail(fmt::format("outputs 0..{} in list {}", ports_ - 1, list),
              std::to_string(layout::output_of(value, last)));
    }
    input = last + 1;
  });
}

void Configuration::read_groups(BitReader& in) {
  const std::uint64_t count = in.get_number(base::index(in.left()), "a number of groups");
  Gate last;
  std::uint32_t lists = 0;
  for (std::uint64_t g = 0; g < count; ++g) {
    Group group;
    constexpr std::uint64_t kMostStates = 0xfffffffe;
    const auto step = static_cast<std::uint32_t>(in.get_number(kMostStates, "a step of tracks"));
    const auto state = static_cast<std::uint32_t>(in.get_number(kMostStates, "a state"));
    group.gate = {last.track + step, step == 0 ? last.state + state : state};
    if (group.gate.track < last.track || group.gate.track >= tracks_.lists()) {
      in.fail(fmt::format("one of {} tracks", tracks_.lists()), std::to_string(group.gate.track));
    }
    last = group.gate;
    const std::uint64_t also = in.get(bits_for(tracks_.lists() + 1));
    if (also > tracks_.lists()) {
      in.fail(fmt::format("one of {} tracks", tracks_.lists()), std::to_string(also - 1));
    }
    group.also.track = Gate::kOpen;
    if (also > 0) {
      group.also = {static_cast<std::uint32_t>(also - 1),
                    static_cast<std::uint32_t>(in.get_number(kMostStates, "a state"))};
    }
    group.list =
        in.get(1) == 1 ? lists++ : static_cast<std::uint32_t>(in.get(bits_for(circuits_.lists())));
    if (group.list >= circuits_.lists()) {
      in.fail(fmt::format("one of {} lists", circuits_.lists()), std::to_string(group.list));
    }
    while (first_group_.size() <= group.gate.track) {
      first_group_.push_back(static_cast<std::uint32_t>(groups_.size()));
    }
    groups_.push_back(group);
  }
  while (first_group_.size() <= tracks_.lists()) {
    first_group_.push_back(static_cast<std::uint32_t>(groups_.size()));
  }
}

void Configuration::setting(std::int64_t slot, std::vector<int>& outputs) const {
  outputs.assign(base::index(ports_), rounds::kNobody);
  std::vector<std::uint32_t> states;
  states.reserve(tracks_.lists());
  for (std::size_t track = 0; track < tracks_.lists(); ++track) {
    states.push_back(static_cast<std::uint32_t>(tracks_.at(track, base::index(slot))));
  }
  for (std::size_t track = 0; track < tracks_.lists(); ++track) {
    const auto first = groups_.begin() + first_group_[track];
    const auto last = groups_.begin() + first_group_[track + 1];
    auto group =
        std::lower_bound(first, last, states[track],
                         [](const Group& g, std::uint32_t state) { return g.gate.state < state; });
    for (; group != last && group->gate.state == states[track]; ++group) {
      if (group->also.track != Gate::kOpen && states[group->also.track] != group->also.state) {
        continue;
      }
      std::int64_t input = 0;
      circuits_.each(group->list, [&](std::uint64_t value, std::uint64_t length) {
        const auto end = input + static_cast<std::int64_t>(length);
        if (value == layout::kIdle) input = end;
        for (; input < end; ++input) {
          base::at(outputs, input) = value == layout::kOnDemandValue
                                         ? kOnDemand
                                         : static_cast<int>(layout::output_of(value, input));
        }
      });
    }
  }
}

}  // namespace jacquard::stack
