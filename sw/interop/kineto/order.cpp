// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/kineto/order.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "jacquard/base/at.hpp"

namespace jacquard::interop {
namespace {

using base::at;

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

// Operations of a stream by their launches.
using Launches = std::vector<std::pair<std::int64_t, std::size_t>>;

std::vector<Launches> launches_of(const KinetoRank& rank, const std::vector<KinetoOp>& ops) {
  std::vector<Launches> launches(rank.streams.size());
  for (std::size_t i = 0; i < ops.size(); ++i) {
    if (ops[i].correlation >= 0) at(launches, ops[i].stream).emplace_back(ops[i].correlation, i);
  }
  for (Launches& own : launches) std::sort(own.begin(), own.end());
  return launches;
}

// What was launched after a wait waits for all that was launched before the event was recorded.
void add_recorded(const KinetoRank& rank, const std::vector<KinetoOp>& ops,
                  std::vector<std::vector<std::size_t>>& before) {
  const std::vector<Launches> launches = launches_of(rank, ops);
  for (const KinetoWait& wait : rank.waits) {
    const Launches& waiting = at(launches, wait.stream);
    const Launches& others = at(launches, wait.on_stream);
    const auto next =
        std::upper_bound(waiting.begin(), waiting.end(), std::pair(wait.launch, kNone));
    const auto past =
        std::lower_bound(others.begin(), others.end(), std::pair(wait.recorded, std::size_t{0}));
    if (next == waiting.end() || past == others.begin()) continue;
    const std::size_t last = std::prev(past)->second;
    if (ops[last].end <= ops[next->second].begin) before[next->second].push_back(last);
  }
}

class ByTimes {
 public:
  ByTimes(const KinetoRank& rank, const std::vector<KinetoOp>& ops)
      : ops_(ops), begun_(rank.streams.size()) {}

  void add(std::size_t i, std::size_t previous, std::vector<std::size_t>& before) {
    const std::int64_t since =
        previous == kNone ? std::numeric_limits<std::int64_t>::min() : ops_[previous].end;
    for (std::size_t stream = 0; stream < begun_.size(); ++stream) {
      if (stream == base::index(ops_[i].stream)) continue;
      const auto last = std::find_if(begun_[stream].rbegin(), begun_[stream].rend(),
                                     [&](std::size_t o) { return ops_[o].end <= ops_[i].begin; });
      if (last != begun_[stream].rend() && ops_[*last].end > since) before.push_back(*last);
    }
    at(begun_, ops_[i].stream).push_back(i);
  }

 private:
  const std::vector<KinetoOp>& ops_;
  std::vector<std::vector<std::size_t>> begun_;  // of each stream
};

}  // namespace

std::vector<KinetoOp> without_overlaps(const KinetoRank& rank) {
  std::vector<KinetoOp> ops = rank.ops;
  std::vector<std::size_t> last(rank.streams.size(), kNone);
  for (std::size_t i = 0; i < ops.size(); ++i) {
    std::size_t& before = at(last, ops[i].stream);
    if (before != kNone) ops[before].end = std::min(ops[before].end, ops[i].begin);
    before = i;
  }
  return ops;
}

std::vector<std::vector<std::size_t>> kineto_order(const KinetoRank& rank,
                                                   const std::vector<KinetoOp>& ops) {
  std::vector<std::vector<std::size_t>> before(ops.size());
  std::vector<std::size_t> last(rank.streams.size(), kNone);
  ByTimes times(rank, ops);
  for (std::size_t i = 0; i < ops.size(); ++i) {
    std::size_t& previous = at(last, ops[i].stream);
    if (previous != kNone) before[i].push_back(previous);
    if (rank.waits.empty()) times.add(i, previous, before[i]);
    previous = i;
  }
  add_recorded(rank, ops, before);
  for (const auto& [reader, from] : rank.reads) before[reader].push_back(from);
  for (std::vector<std::size_t>& own : before) {
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
  }
  return before;
}

}  // namespace jacquard::interop
