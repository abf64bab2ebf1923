// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/ring_ways.hpp"

#include <algorithm>
#include <set>

#include "jacquard/astra/routes.hpp"

namespace jacquard::astra {

namespace {

// As Cast::group(), at any NPU that has these ties.
int name_of(int group, const Cast& cast, const TiesOfClass& own) {
  if (cast.groups.empty() || cast.partitions->count(group) != 0) return cast.group(0, group);
  const std::vector<int>& known = own.ties.groups;
  return 1 + static_cast<int>(std::find(known.begin(), known.end(), group) - known.begin());
}

}  // namespace

RingWays::RingWays(const Input& input, const Places& places, const Cast& cast,
                   const std::vector<TiesOfClass>& ties) {
  std::size_t links = 0;
  for (int d = 0; d < places.dimensions(); ++d) {
    first_link_.push_back(links);
    const Dimension& dimension = places.dimension(d);
    const int each = dimension.block == topology::Block::fully_connected ? dimension.npus : 2;
    links += static_cast<std::size_t>(each) * static_cast<std::size_t>(places.npus());
  }
  of_link_.resize(links);
  std::vector<std::set<int>> groups;  // of each class
  for (const TiesOfClass& own : ties) {
    std::set<int>& used = groups.emplace_back();
    for (const auto& [kind, group, involved] : own.ties.collectives) {
      if (kind != CollectiveKind::broadcast) used.insert(group);
    }
  }
  for (int npu = 0; npu < places.npus(); ++npu) {
    for (const int group : base::at(groups, base::at(input.job.class_of, npu))) {
      const int called = name_of(group, cast, base::at(ties, base::at(input.job.class_of, npu)));
      if (apart_) add(input, places, cast, npu, group, called);
    }
  }
  if (apart_) find_pairs();
}

void RingWays::add(const Input& input, const Places& places, const Cast& cast, int npu, int group,
                   int called) {
  Line& line = lines_[group];
  if (line.members == 1) {
    line = lines_of(input, places, CollectiveKind::all_reduce, group).front();
  }
  const int position = line.position(npu);
  if (position < 0 || line.members < 2) {
    apart_ = false;
    return;
  }
  const std::uint32_t own = cast.of(npu);
  const int next = line.npu_at(npu, (position + 1) % line.members);
  const std::vector<OwnedLink> links = Routes(places).between(npu, next);
  const auto [known, is_new] = ways_.try_emplace({own, called}, Way{users_.size(), links.size()});
  if (is_new) {
    for (const OwnedLink& link : links) {
      const Dimension& dimension = places.dimension(link.dimension);
      users_.push_back({static_cast<int>(users_.size()), link.dimension, dimension.latency,
                        bytes_per_ns(dimension)});
      group_of_.push_back(called);
    }
  }
  const Way& way = known->second;
  if (way.links != links.size()) apart_ = false;
  for (std::size_t i = 0; i < links.size() && apart_; ++i) {
    const OwnedLink& link = links[i];
    const Dimension& dimension = places.dimension(link.dimension);
    const int each = dimension.block == topology::Block::fully_connected ? dimension.npus : 2;
    const std::size_t at = base::at(first_link_, link.dimension) +
                           static_cast<std::size_t>(link.owner) * static_cast<std::size_t>(each) +
                           static_cast<std::size_t>(link.which);
    const std::size_t use = way.first + i;
    for (const int other : of_link_[at]) apart_ = apart_ && base::at(group_of_, other) != called;
    apart_ = apart_ && users_[use].dimension == link.dimension;
    of_link_[at].push_back(static_cast<int>(use));
  }
}

void RingWays::find_pairs() {
  for (const std::vector<int>& uses : of_link_) {
    for (std::size_t a = 0; a < uses.size(); ++a) {
      for (std::size_t b = a + 1; b < uses.size(); ++b) {
        pairs_.emplace_back(std::min(uses[a], uses[b]), std::max(uses[a], uses[b]));
      }
    }
  }
  std::sort(pairs_.begin(), pairs_.end());
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
}

base::Span<const RingWays::Use> RingWays::of(std::uint32_t npu, int group) const {
  const auto way = ways_.find({npu, group});
  if (way == ways_.end()) return {};
  return {users_.data() + way->second.first, way->second.links};
}

bool RingWays::disjoint(const Spans& spans) const {
  return std::all_of(pairs_.begin(), pairs_.end(), [&spans](const std::pair<int, int>& pair) {
    const std::vector<Span>& a = base::at(spans, pair.first);
    const std::vector<Span>& b = base::at(spans, pair.second);
    auto other = b.begin();
    for (const Span& own : a) {
      while (other != b.end() && other->end <= own.begin) ++other;
      if (other != b.end() && other->begin < own.end) return false;
    }
    return true;
  });
}

}  // namespace jacquard::astra
