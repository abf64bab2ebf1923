// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/link_use.hpp"

#include <algorithm>

namespace jacquard::stack {
namespace {

using base::at;
using base::index;
using base::Word;

bool disjoint(const std::vector<int>& a, const std::vector<int>& b) {
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j) return false;
    if (*i < *j) {
      ++i;
    } else {
      ++j;
    }
  }
  return true;
}

bool meet(const std::vector<Word>& a, const std::vector<Word>& b) {
  for (std::size_t w = 0; w < a.size(); ++w) {
    if ((a[w] & b[w]) != 0) return true;
  }
  return false;
}

void set(std::vector<Word>& bits, int bit) {
  at(bits, bit / base::kWordBits) |= Word{1} << (bit % base::kWordBits);
}

void add_to(Word* row, const std::vector<Word>& bits) {
  for (std::size_t w = 0; w < bits.size(); ++w) row[w] |= bits[w];
}

}  // namespace

bool may_share_slot(const Pattern& a, const Pattern& b) {
  return disjoint(a.senders, b.senders) && disjoint(a.receivers, b.receivers);
}

LinkUse::LinkUse(const std::vector<Pattern>& patterns, int leaves, int uplinks)
    : patterns_(patterns),
      words_(base::words_for(uplinks)),
      uses_(index(leaves)),
      taken_(leaves, uplinks) {}

bool LinkUse::shares_slot(int pattern, int other) {
  if (asked_ != pattern) {
    known_.assign(patterns_.size(), -1);
    asked_ = pattern;
  }
  signed char& known = at(known_, other);
  if (known < 0) known = may_share_slot(at(patterns_, pattern), at(patterns_, other)) ? 1 : 0;
  return known == 1;
}

const LeafLinks& LinkUse::taken_from(int pattern, const std::vector<LeafCircuit>& circuits) {
  for (const int leaf : dirty_) {
    std::fill_n(taken_.up.row(leaf), taken_.up.words(), 0);
    std::fill_n(taken_.down.row(leaf), taken_.down.words(), 0);
  }
  dirty_.clear();
  for (const LeafCircuit& circuit : circuits) {
    dirty_.push_back(circuit.from);
    dirty_.push_back(circuit.to);
  }
  std::sort(dirty_.begin(), dirty_.end());
  dirty_.erase(std::unique(dirty_.begin(), dirty_.end()), dirty_.end());
  for (const int leaf : dirty_) {
    for (const Use& use : at(uses_, leaf)) {
      if (!shares_slot(pattern, use.pattern)) continue;
      add_to(taken_.up.row(leaf), use.up);
      add_to(taken_.down.row(leaf), use.down);
    }
  }
  return taken_;
}

void LinkUse::note(int pattern, std::uint32_t first_setting,
                   const std::vector<LeafCircuit>& circuits, const Ways& ways,
                   Conflicts& conflicts) {
  struct End {
    int leaf;
    int part;
    int link;
    bool up;
  };
  std::vector<End> ends;
  ends.reserve(2 * circuits.size());
  for (std::size_t c = 0; c < circuits.size(); ++c) {
    ends.push_back({circuits[c].from, ways.parts[c], ways.links[c], true});
    ends.push_back({circuits[c].to, ways.parts[c], ways.links[c], false});
  }
  std::sort(ends.begin(), ends.end(), [](const End& a, const End& b) {
    return std::tie(a.leaf, a.part) < std::tie(b.leaf, b.part);
  });
  const std::size_t words = index(words_);
  for (auto end = ends.begin(); end != ends.end();) {
    Use use{pattern, first_setting + static_cast<std::uint32_t>(end->part),
            std::vector<Word>(words), std::vector<Word>(words)};
    const auto first = end;
    for (; end != ends.end() && end->leaf == first->leaf && end->part == first->part; ++end) {
      set(end->up ? use.up : use.down, end->link);
    }
    for (const Use& other : at(uses_, first->leaf)) {
      if (!meet(use.up, other.up) && !meet(use.down, other.down)) continue;
      if (shares_slot(pattern, other.pattern)) conflicts.add(use.setting, other.setting);
    }
    at(uses_, first->leaf).push_back(std::move(use));
  }
}

}  // namespace jacquard::stack
