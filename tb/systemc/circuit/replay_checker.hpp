// SPDX-License-Identifier: Apache-2.0
// Replays what a run with one crossbar, or parallel ones, kept. It knows the demand, and nothing of
// the fabric's code.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "systemc/circuit/circuit_fabric.hpp"

namespace jacquard::systemc::test {

using Spans = std::vector<std::pair<std::int64_t, std::int64_t>>;  // [first, second)

inline bool overlap(Spans spans) {
  std::sort(spans.begin(), spans.end());
  for (std::size_t k = 1; k < spans.size(); ++k) {
    if (spans[k].first < spans[k - 1].second) return true;
  }
  return false;
}

// Whether the spans, put side by side, are [0, size) without gap or overlap.
inline bool tile(Spans spans, std::int64_t size) {
  std::sort(spans.begin(), spans.end());
  std::int64_t reached = 0;
  for (const auto& [first, second] : spans) {
    if (first != reached) return false;
    reached = second;
  }
  return reached == size;
}

// Of a place's name: that of the crossbar it is, as settings have it; none if it is another place.
inline std::optional<std::string> crossbar_at(const std::string& place) {
  const std::string end = "crossbar";
  if (place == end) return "";
  const auto from = place.size() - std::min(place.size(), end.size() + 1);
  if (place.substr(from) != "_" + end) return std::nullopt;
  return "switch " + place.substr(7, from - 7);  // behind "switch_"
}

inline bool connected(const CircuitOutcome& out, const Transfer& sent, const std::string& crossbar,
                      const Transfer::Stamp& at_switch) {
  return std::any_of(out.settings.begin(), out.settings.end(), [&](const NamedSetting& named) {
    const Setting& s = named.setting;
    return named.crossbar == crossbar && base::at(s.columns, sent.source) == sent.destination &&
           s.from <= at_switch.head && at_switch.tail <= s.to;
  });
}

// Whether each crossbar's settings follow each other, with so much darkness before each.
inline bool guarded(const CircuitOutcome& out, base::Picoseconds guard) {
  std::map<std::string, base::Picoseconds> dark_since;
  return std::all_of(out.settings.begin(), out.settings.end(), [&](const NamedSetting& named) {
    const auto before = dark_since.find(named.crossbar);
    const base::Picoseconds since =
        before == dark_since.end() ? base::Picoseconds{0} : before->second;
    dark_since[named.crossbar] = named.setting.to;
    return named.setting.from - since >= guard;
  });
}

// A time at a place, and which part it is of what passed there: a fault cuts a transfer at the
// crossbar, so before that all its parts have the stamp of the whole, and are one.
using Passage = std::tuple<std::int64_t, std::int64_t, int, int, std::int64_t>;

inline Passage passage(const Transfer& sent, const Transfer::Stamp& stamp, bool is_cut) {
  return {stamp.head.count(), stamp.tail.count(), sent.source, sent.destination,
          is_cut ? sent.bytes.first : -1};
}

inline bool overlap(const std::set<Passage>& passages) {
  Spans spans;
  for (const Passage& one : passages) spans.emplace_back(std::get<0>(one), std::get<1>(one));
  return overlap(std::move(spans));
}

// "" or the first thing wrong. `carried`: what each pair owes, acknowledgements included.
inline std::string replay(const CircuitOutcome& out, const demand::DemandMatrix& carried) {
  std::map<std::pair<int, int>, Spans> bytes;
  std::map<std::string, std::set<Passage>> busy;
  const bool parallel = out.npus.front().sending.size() > 1;
  for (const Transfer& sent : out.transfers) {
    const std::string name =
        std::to_string(sent.source) + " to " + std::to_string(sent.destination);
    bytes[{sent.source, sent.destination}].emplace_back(sent.bytes.first,
                                                        sent.bytes.first + sent.bytes.count);
    bool is_cut = false;
    for (int hop = 0; hop < sent.hops; ++hop) {
      const Transfer::Stamp& stamp = base::at(sent.path, hop);
      const std::string& place = base::at(out.places, stamp.place);
      if (const auto crossbar = crossbar_at(place)) {
        if (!connected(out, sent, *crossbar, stamp))
          return name + ": no setting connects it in time";
        is_cut = true;
      } else if (!parallel || hop > 0) {  // an NPU sends on several links at a time
        busy[place].insert(passage(sent, stamp, is_cut));
      }
    }
  }
  for (int i = 0; i < carried.ports(); ++i) {
    for (int j = 0; j < carried.ports(); ++j) {
      if (!tile(bytes[{i, j}], carried.at(i, j).count())) {
        return std::to_string(i) + " to " + std::to_string(j) + ": not each byte once";
      }
    }
  }
  for (const auto& [place, passages] : busy) {
    if (overlap(passages)) return place + ": two transfers at one time";
  }
  return "";
}

}  // namespace jacquard::systemc::test
