// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/meeting_classes.hpp"

#include <numeric>

#include "jacquard/base/at.hpp"

namespace jacquard::interop {
namespace {

using base::index;

int root(std::vector<int>& parent, int one) {
  while (parent[index(one)] != one) {
    parent[index(one)] = parent[index(parent[index(one)])];
    one = parent[index(one)];
  }
  return one;
}

}  // namespace

MeetingClasses::MeetingClasses(const Log& log, const Families& families) {
  std::vector<int> class_of(index(log.ranks));
  for (std::size_t c = 0; c < log.classes.size(); ++c) {
    for (const int rank : log.classes[c].ranks) class_of[index(rank)] = static_cast<int>(c);
  }
  for (const Families::Family& family : families.all()) {
    std::vector<int>& own = of_family_.emplace_back(log.classes.size());
    std::iota(own.begin(), own.end(), 0);
    for (const int id : family.groups) {
      const std::vector<int>& ranks = log.groups.at(id).ranks;
      const int first = root(own, class_of[index(ranks.front())]);
      for (const int rank : ranks) own[index(root(own, class_of[index(rank)]))] = first;
    }
    for (std::size_t c = 0; c < own.size(); ++c) own[c] = root(own, static_cast<int>(c));
  }
}

int MeetingClasses::together(int family, int one) const {
  return family < 0 ? 0 : base::at(base::at(of_family_, family), one);
}

}  // namespace jacquard::interop
