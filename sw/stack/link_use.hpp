// SPDX-License-Identifier: Apache-2.0
// Which links each setting of the patterns so far uses, and who would be in whose way.
#pragma once

#include <vector>

#include "jacquard/stack/conflicts.hpp"
#include "jacquard/stack/leaf_colours.hpp"
#include "jacquard/stack/plan.hpp"

namespace jacquard::stack {

// Whether settings of two patterns may share a slot: no actor sends in both, none receives in both.
bool may_share_slot(const Pattern& a, const Pattern& b);

class LinkUse {
 public:
  LinkUse(const std::vector<Pattern>& patterns, int leaves, int uplinks);

  // Links that a pattern had better not take: those of noted patterns it may share a slot with.
  // Valid until the next call, at the leaves of `circuits` alone.
  const LeafLinks& taken_from(int pattern, const std::vector<LeafCircuit>& circuits);

  // Notes the link of each circuit of a pattern in its part (numbered from `first_setting`), and
  // conflicts with patterns noted before.
  struct Ways {
    std::vector<int> parts;  // of each circuit
    std::vector<int> links;
  };
  void note(int pattern, std::uint32_t first_setting, const std::vector<LeafCircuit>& circuits,
            const Ways& ways, Conflicts& conflicts);

 private:
  struct Use {  // of a leaf, by one setting
    int pattern = 0;
    std::uint32_t setting = 0;
    std::vector<base::Word> up;
    std::vector<base::Word> down;
  };
  bool shares_slot(int pattern, int other);

  const std::vector<Pattern>& patterns_;
  int words_;                           // of the links of a leaf
  std::vector<std::vector<Use>> uses_;  // by leaf
  LeafLinks taken_;
  std::vector<int> dirty_;          // rows of taken_ that are not empty
  int asked_ = -1;                  // the pattern that known_ is about
  std::vector<signed char> known_;  // by other pattern: may share a slot; -1: not asked yet
};

}  // namespace jacquard::stack
