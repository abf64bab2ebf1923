// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/cache/tags.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::memory {

Tags::Tags(const CacheConfig& config, std::uint64_t seed)
    : sets_(static_cast<std::uint64_t>(config.sets())),
      ways_(static_cast<std::size_t>(config.ways)),
      replacement_(config.replacement),
      random_(seed, "cache replacement") {}

std::vector<Tags::Way>& Tags::set_of(std::uint64_t line) { return touched_[line % sets_]; }

std::int64_t Tags::slot(std::uint64_t line, std::size_t way) const {
  return static_cast<std::int64_t>(way * sets_ + line % sets_);
}

std::optional<std::int64_t> Tags::find(std::uint64_t line) {
  std::vector<Way>& set = set_of(line);
  for (std::size_t way = 0; way < set.size(); ++way) {
    if (set[way].line != line) continue;
    if (replacement_ == Replacement::lru) set[way].stamp = ++stamps_;
    return slot(line, way);
  }
  return std::nullopt;
}

Tags::Placed Tags::place(std::uint64_t line) {
  std::vector<Way>& set = set_of(line);
  const auto same = [line](const Way& w) { return w.line == line; };
  JQ_CHECK(std::none_of(set.begin(), set.end(), same), "a line is in a cache once");
  if (set.size() < ways_) {
    set.push_back({line, ++stamps_});
    return {slot(line, set.size() - 1), std::nullopt};
  }
  const auto earlier = [](const Way& a, const Way& b) { return a.stamp < b.stamp; };
  const auto victim = replacement_ == Replacement::random
                          ? static_cast<std::size_t>(random_.below(ways_))
                          : static_cast<std::size_t>(
                                std::min_element(set.begin(), set.end(), earlier) - set.begin());
  const std::uint64_t evicted = set[victim].line;
  set[victim] = {line, ++stamps_};
  return {slot(line, victim), evicted};
}

}  // namespace jacquard::memory
