// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/lines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::astra {

int Line::position(int npu) const {
  if (!digits.empty()) {
    int position = 0;
    int before = 1;
    for (const Digit& digit : digits) {
      position += npu / digit.stride % digit.radix * before;
      before *= digit.radix;
    }
    return position;
  }
  if (list == nullptr) return npu / stride % members;
  const auto at = std::find(list->begin(), list->end(), npu);
  return at == list->end() ? -1 : static_cast<int>(at - list->begin());
}

int Line::npu_at(int npu, int place) const {
  if (!digits.empty()) {
    for (const Digit& digit : digits) {
      npu += (place % digit.radix - npu / digit.stride % digit.radix) * digit.stride;
      place /= digit.radix;
    }
    return npu;
  }
  if (list != nullptr) return (*list)[static_cast<std::size_t>(place)];
  return npu + (place - npu / stride % members) * stride;
}

const char* implementation_key(CollectiveKind kind) {
  static const char* const keys[] = {"all-reduce-implementation", "reduce-scatter-implementation",
                                     "all-gather-implementation", "all-to-all-implementation"};
  return base::at(keys, kind);
}

namespace {

// The members of a group that has not all NPUs, as one line.
Line group_line(const workload::Job& job, int group) {
  Line line;
  line.local = true;
  line.members = job.size_of(group);
  const auto partition = job.partitions.find(group);
  if (partition == job.partitions.end()) {
    line.list = &job.groups.at(group);
    return line;
  }
  for (const int digit : partition->second) {
    line.digits.push_back({job.places.stride(digit), job.places.radix(digit)});
  }
  return line;
}

}  // namespace

std::vector<Line> lines_of(const Input& input, const Places& places, CollectiveKind kind,
                           int group) {
  const auto& implementations = base::at(input.system.implementations, kind);
  const std::string key = std::string("/") + implementation_key(kind);
  if (group != 0) {
    if (input.job.size_of(group) != places.npus()) {
      Line line = group_line(input.job, group);  // a flat ring, whatever the system says
      if (!input.since_november_2025) return {line};
      if (implementations.size() != 1) {
        if (!implementations.empty()) return {line};
      } else {
        line.implementation = implementations.front();
        line.implementation.flat = false;
        if (line.implementation.method != collective::Method::double_binary_tree) return {line};
        throw InputError(InputFile::system,
                         {"", key,
                          "ring, direct or halvingDoubling, as the trace has such a "
                          "collective in a group smaller than the cluster",
                          "doubleBinaryTree", "ASTRA-sim crashes"});
      }
    }
  }
  if (implementations.empty()) {
    throw InputError(
        InputFile::system,
        {"", key, "an algorithm for each dimension, as the trace has such a collective", "nothing",
         ""});
  }
  if (static_cast<int>(implementations.size()) > places.dimensions()) {
    throw InputError(InputFile::system,
                     {"", key,
                      fmt::format("at most {} entries, one for each dimension of the "
                                  "network",
                                  places.dimensions()),
                      std::to_string(implementations.size()), ""});
  }
  std::vector<Line> lines;
  for (std::size_t d = 0; d < implementations.size(); ++d) {
    Line line;
    line.implementation = implementations[d];
    if (line.implementation.flat) {
      line.members = places.npus();
      lines.push_back(line);
      break;
    }
    line.members = places.dimension(static_cast<int>(d)).npus;
    line.stride = places.stride(static_cast<int>(d));
    lines.push_back(line);
  }
  return lines;
}

}  // namespace jacquard::astra
