// SPDX-License-Identifier: Apache-2.0
// Which group, and which peer, a rank of a class has where its representative has another.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "jacquard/interop/log/log.hpp"

namespace jacquard::interop {

class Families {
 public:
  static constexpr int kNone = -1;

  // Throws ConfigError naming the rank that is in two groups of one family. The log outlives it.
  explicit Families(const Log& log);

  struct Family {
    std::string name;
    std::vector<int> groups;                  // by number
    std::vector<std::pair<int, int>> member;  // (rank, its group), by rank
  };
  const std::vector<Family>& all() const { return all_; }
  // Of a group other than 0.
  int family_of(int group) const { return of_group_.at(group); }
  // kNone: the rank is in no group of it.
  int group_of(int family, int rank) const;
  // The group that plays the role of `group` for this rank. 0 for 0.
  int counterpart(int group, int rank) const;

  // Of the class's rank at `index`, where the representative's is `peer`. Without a list of peers:
  // the smallest group that has both the representative and its peer, and in the rank's group of
  // that family the rank as many places on. Throws ConfigError where there is none.
  int peer(const LogClass& one, std::size_t index, int peer) const;

 private:
  const LogGroup* smallest_with(int a, int b, int& number) const;

  const Log& log_;
  std::vector<Family> all_;
  std::map<int, int> of_group_;
};

}  // namespace jacquard::interop
