// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "jacquard/stack/configuration/configuration.hpp"
#include "jacquard/stack/configuration/layout.hpp"

namespace jacquard::stack {
namespace {

// What the track is in each of `slots` slots.
RunList runs_of(const Track& track, std::int64_t slots) {
  RunList runs;
  std::uint32_t state = 0;
  std::int64_t from = 0;
  const auto until = [&](std::int64_t end) {
    if (end > from) runs.push_back({state, static_cast<std::uint64_t>(end - from)});
    from = end;
  };
  for (std::size_t i = 0; i < track.states.size() && track.starts.starts()[i] < slots; ++i) {
    until(track.starts.starts()[i]);
    state = track.states[i];
  }
  until(slots);
  return runs;
}

// How far each input's output lies from it.
RunList runs_of(base::Span<const Circuit> circuits) {
  RunList runs;
  const auto add = [&](std::uint64_t value, int length) {
    if (length == 0) return;
    if (!runs.empty() && runs.back().value == value) {
      runs.back().length += base::index(length);
    } else {
      runs.push_back({value, base::index(length)});
    }
  };
  int next = 0;
  for (const Circuit& circuit : circuits) {
    add(layout::kIdle, circuit.in - next);
    add(layout::value_of(circuit), 1);
    next = circuit.in + 1;
  }
  return runs;
}

}  // namespace

std::string encode_configuration(const Settings& settings, int channel, int switch_number) {
  const SwitchView& view = settings.view(channel, switch_number);
  std::vector<RunList> tracks;
  for (const std::uint32_t track : view.tracks()) {
    tracks.push_back(runs_of(settings.tracks()[track], settings.slots()));
  }
  std::vector<RunList> circuits;
  std::map<std::uint32_t, std::uint32_t> list_of;  // of each group's first circuit
  for (const GatedCircuits& group : view.groups()) {
    const auto number = static_cast<std::uint32_t>(circuits.size());
    if (list_of.try_emplace(group.first, number).second) {
      circuits.push_back(runs_of(view.circuits_of(group)));
    }
  }
  BitWriter out;
  out.put(layout::kVersion, layout::kVersionBits);
  out.put_number(base::index(settings.ports(switch_number)));
  out.put_number(base::index(settings.slots()));
  pack(tracks, out);
  pack(circuits, out);
  out.put_number(view.groups().size());
  Gate last;
  std::uint32_t lists = 0;
  for (const GatedCircuits& group : view.groups()) {
    out.put_number(group.gate.track - last.track);
    out.put_number(group.gate.track == last.track ? group.gate.state - last.state
                                                  : group.gate.state);
    last = group.gate;
    const bool open = group.also.track == Gate::kOpen;
    out.put(open ? 0 : group.also.track + 1, bits_for(view.tracks().size() + 1));
    if (!open) out.put_number(group.also.state);
    const std::uint32_t list = list_of.at(group.first);
    out.put(list == lists ? 1 : 0, 1);
    if (list == lists) {
      ++lists;
    } else {
      out.put(list, bits_for(circuits.size()));
    }
  }
  return out.bytes();
}

}  // namespace jacquard::stack
